// The data room: bring motion capture, see what is in it and what is wrong, build a method from it.
import type { ClipPlayer } from "../scene/clip_player";
import type { Session } from "../session";
import type { Job, Library } from "../wire/protocol";
import { h } from "./dom";
import type { DrawerContent } from "./drawer";
import { drawHeatMap } from "./plots";
import { errorOf } from "./take_away";

interface Finding {
  severity: string;
  clip: string | null;
  frame: number | null;
  message: string;
  remedy: string | null;
}

interface Direction {
  seconds: number;
  seconds_by_speed_and_turn: number[][];
}

interface Coverage {
  seconds: number;
  forward: Direction;
  left: Direction;
  right: Direction;
  backward: Direction;
}

interface Imported {
  library: Library;
  findings: Finding[];
  coverage: Coverage | null;
}

interface ClipEntry {
  name: string;
  frames: number;
  secs: number;
}

const METHODS = [
  { method: "matching", label: "Motion matching", says: "searches the nearest frame; ready at once" },
  { method: "field", label: "Motion field", says: "learns values of actions; seconds to minutes" },
  { method: "clips", label: "Clip player", says: "the plainest: plays and joins clips" },
  { method: "mobility", label: "Mobility map", says: "shortest ways through a pose graph" },
] as const;

/** Makes the drawer's content. */
export function makeDataRoom(
  session: Session,
  player: ClipPlayer,
): DrawerContent & { take(files: FileList): void } {
  const pick = h("input", {
    type: "file",
    accept: ".bvh,.glb,.json",
    hidden: true,
    onchange: () => pick.files && take(pick.files),
  });
  const drop = h(
    "button",
    { class: "drop", onclick: () => pick.click() },
    h("b", {}, "Drop BVH or GLB files here"),
    h("span", {}, "or click to choose. Nothing leaves this machine."),
  );
  const verdict = h("div", { class: "verdict", role: "status", "aria-live": "polite" });
  const library = h("select", { "aria-label": "Library", onchange: () => void showClips() });
  const facts = h("p", { class: "says" });
  const clips = h("ul", { class: "clips" });
  const inspect = h("button", { onclick: () => void showReport() }, "What is in it, what is wrong with it?");
  const jobs = h("div", { class: "jobs", "aria-live": "polite" });
  const saves = h("ul", { class: "saves" });
  const method = h(
    "select",
    { "aria-label": "Method" },
    ...METHODS.map((one) => h("option", { value: one.method, title: one.says }, one.label)),
  );
  const preset = h(
    "select",
    { "aria-label": "Preset of the field" },
    h("option", { value: "agile" }, "agile"),
    h("option", { value: "paper" }, "as in the paper"),
  );
  const showPreset = () => {
    preset.hidden = method.value !== "field";
  };
  method.addEventListener("change", showPreset);
  showPreset();
  const build = h("button", { class: "primary", onclick: () => void startBuild() }, "Build");
  const element = h(
    "div",
    { class: "stack" },
    h("section", {}, drop, pick, verdict),
    h("section", {}, h("h3", {}, "Library"), library, facts, clips, inspect),
    h(
      "section",
      {},
      h("h3", {}, "Build a method from it"),
      h("div", { class: "row" }, method, preset, build),
      jobs,
    ),
    h("section", {}, h("h3", {}, "Save"), saves),
  );
  const say = (...children: (Node | string)[]) => verdict.replaceChildren(...children);
  async function take(files: FileList) {
    for (const file of files) {
      if (file.name.endsWith(".json")) {
        session.send({ do: "replay", recording: JSON.parse(await file.text()), controllers: null });
        return;
      }
      say(h("p", { class: "says" }, `Reading ${file.name} …`));
      const answer = await fetch(`/import?name=${encodeURIComponent(file.name)}`, {
        method: "POST",
        body: file,
      });
      if (!answer.ok) {
        say(h("p", { class: "bad" }, h("b", {}, file.name), ` ${await errorOf(answer)}`));
        return;
      }
      showImported((await answer.json()) as Imported);
    }
  }
  function showImported({ library: added, findings, coverage }: Imported) {
    const canvas = h("canvas", {
      class: "plot coverage",
      role: "img",
      "aria-label": "Seconds by speed and turn rate",
    });
    say(
      h(
        "p",
        { class: "good" },
        h("b", {}, added.title),
        ` ${added.secs.toFixed(1)} s in ${added.clips} clips, ${added.joints} joints.`,
      ),
      h("ul", { class: "findings" }, ...findings.slice(0, 30).map(findingRow)),
      canvas,
    );
    if (coverage) drawHeatMap(canvas, allDirections(coverage), { x: "turn rate: right … left", y: "speed" });
    else canvas.remove();
    fill(added.id);
  }
  async function showReport() {
    say(h("p", { class: "says" }, "Looking through every frame …"));
    const answer = await fetch(`/library/${library.value}/report`);
    if (!answer.ok) say(h("p", { class: "bad" }, await errorOf(answer)));
    else showImported((await answer.json()) as Imported);
    verdict.scrollIntoView({ block: "nearest" });
  }
  async function showClips() {
    const chosen = session.catalogue?.libraries.find((one) => one.id === library.value);
    if (!chosen) return;
    facts.textContent = `${Math.round(chosen.secs)} s in ${chosen.clips} clips at ${Math.round(chosen.rate_hz)} Hz. ${chosen.licence ?? ""}`;
    const answer = await fetch(`/library/${chosen.id}/clips`);
    if (!answer.ok) return clips.replaceChildren(h("li", { class: "bad" }, await errorOf(answer)));
    const entries = (await answer.json()) as ClipEntry[];
    clips.replaceChildren(
      ...entries.map((clip, index) =>
        h(
          "li",
          {},
          h(
            "button",
            {
              onclick: () => void player.play(chosen.id, index, clip.name),
              "aria-label": `Play ${clip.name}`,
            },
            h("span", {}, clip.name),
            h("small", {}, `${clip.secs.toFixed(1)} s`),
          ),
        ),
      ),
    );
  }
  async function startBuild() {
    const answer = await fetch("/build", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        library: library.value,
        method: method.value,
        ...(method.value === "field" ? { preset: preset.value } : {}),
      }),
    });
    if (!answer.ok) session.emit("tell", { level: "error", text: await errorOf(answer) });
  }
  const fill = (choose?: string) => {
    const all = session.catalogue?.libraries ?? [];
    const chosen = choose ?? library.value;
    library.replaceChildren(
      ...all.map((one) => h("option", { value: one.id, selected: one.id === chosen }, one.title)),
    );
    const built = session.catalogue?.controllers ?? [];
    saves.replaceChildren(
      ...built.map((one) =>
        h(
          "li",
          {},
          h(
            "a",
            { href: `/save/${one.id}`, download: `${one.id}.controller` },
            one.title,
            h("small", {}, all.find((l) => l.id === one.library)?.title ?? one.library),
          ),
        ),
      ),
    );
    session.catalogue?.jobs.forEach((job) => showJob(jobs, job));
    void showClips();
  };
  session.on("catalogue", () => {
    if (element.isConnected) fill();
  });
  session.on("job", (job) => showJob(jobs, job));
  return {
    title: "Data room",
    element,
    take: (files) => void take(files),
    opened: () => fill(),
    closed: () => player.stop(),
  };
}

/** One bar for each job; it stays when done, so that its end is seen. */
function showJob(room: HTMLElement, job: Job): void {
  const id = `job-${job.job}`;
  const old = room.querySelector(`#${id}`);
  const state = job.error ?? (job.done ? "done" : `${job.stage} ${Math.round(job.fraction * 100)} %`);
  const row = h(
    "div",
    { id, class: job.error ? "job bad" : job.done ? "job done" : "job" },
    h("span", {}, job.title),
    h("small", {}, state),
    h("progress", { max: 1, value: job.done ? 1 : job.fraction, "aria-label": job.title }),
  );
  if (old) old.replaceWith(row);
  else room.prepend(row);
}

function findingRow(finding: Finding): HTMLElement {
  const where = [finding.clip, finding.frame === null ? null : `frame ${finding.frame}`]
    .filter(Boolean)
    .join(", ");
  return h(
    "li",
    { class: `finding ${finding.severity}` },
    h("span", { class: "where" }, where),
    h("span", {}, finding.message),
    finding.remedy ? h("small", {}, finding.remedy) : null,
  );
}

function allDirections(coverage: Coverage): number[][] {
  const sides = [coverage.forward, coverage.left, coverage.right, coverage.backward];
  return coverage.forward.seconds_by_speed_and_turn.map((row, speed) =>
    row.map((_, turn) =>
      sides.reduce(
        (sum, side) => sum + (side.seconds_by_speed_and_turn[speed]?.[row.length - 1 - turn] ?? 0),
        0,
      ),
    ),
  );
}
