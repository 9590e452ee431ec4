// Builds a method from a library, with its progress shown.
import type { Session } from "../session";
import type { Job, Method } from "../wire/protocol";
import { h } from "./dom";
import { IMPORT_TITLE } from "./importer";
import { errorOf } from "./take_away";

/** Makes the form; `library` says which library is chosen. */
export function makeBuildForm(session: Session, library: () => string): HTMLElement {
  const says = h("p", { class: "says" });
  const jobs = h("div", { class: "jobs", "aria-live": "polite" });
  const method = h("select", { "aria-label": "Method", onchange: () => showMethod() });
  const preset = h("select", { "aria-label": "Preset", onchange: () => showPreset() });
  let methods: Method[] = [];
  const chosen = () => methods.find((one) => one.name === method.value);
  /** Jobs that were begun here, and the controllers they will make. */
  const begun = new Map<number, string>();
  const start = async () => {
    const made = madeBy(library(), method.value, preset.value, chosen());
    const answer = await fetch("/build", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ library: library(), method: method.value, preset: preset.value }),
    });
    if (answer.ok) begun.set(((await answer.json()) as { job: number }).job, made);
    else says.replaceChildren(h("span", { class: "bad" }, await errorOf(answer)));
    for (const job of session.jobs()) putOnStage(session, begun, job);
  };
  const build = h("button", { class: "primary", onclick: () => void start() }, "Build");
  function showMethod() {
    const presets = chosen()?.presets ?? [];
    preset.replaceChildren(...presets.map((one) => h("option", { value: one.name }, one.name)));
    preset.hidden = presets.length < 2;
    showPreset();
  }
  function showPreset() {
    const of = chosen()?.presets.find((one) => one.name === preset.value);
    says.textContent = `${chosen()?.says ?? ""} ${of?.says ?? ""}`;
  }
  /** The list is the server's own and stays the same as long as the server does. */
  function list(now: Method[]) {
    if (now.map((one) => one.name).join() === methods.map((one) => one.name).join()) return;
    methods = now;
    method.replaceChildren(...methods.map((one) => h("option", { value: one.name }, one.title)));
    showMethod();
  }
  list(session.catalogue?.methods ?? []);
  session.on("catalogue", (catalogue) => list(catalogue.methods));
  session.on("job", (job) => {
    // Of an import its own place tells.
    if (job.title.startsWith(IMPORT_TITLE)) return;
    showJob(jobs, job);
    putOnStage(session, begun, job);
  });
  return h(
    "section",
    {},
    h("h3", {}, "Build a method from it"),
    h("div", { class: "row" }, method, preset, build),
    says,
    jobs,
  );
}

/** The name that the server gives to what it builds. */
function madeBy(library: string, name: string, preset: string, method: Method | undefined): string {
  const isFirst = preset === "" || method?.presets[0]?.name === preset;
  return isFirst ? `${library}_${name}` : `${library}_${name}_${preset}`;
}

/** What was built here goes on the stage, and the page says so. */
function putOnStage(session: Session, begun: Map<number, string>, job: Job): void {
  const made = begun.get(job.job);
  if (!made || !job.done) return;
  begun.delete(job.job);
  const built = session.catalogue?.controllers.find((one) => one.id === made);
  if (job.error || !built) return;
  const isAlone = (session.stage?.actors.length ?? 0) === 1;
  if (isAlone) session.swap(0, made);
  else session.open({ controllers: [made] });
  session.emit("tell", { level: "info", text: `${built.title} is built and on the stage.` });
}

/** One bar for each job; it stays when done, so that its end is seen. */
function showJob(room: HTMLElement, job: Job): void {
  const id = `job-${job.job}`;
  const state = job.error ?? (job.done ? "done" : `${job.stage} ${Math.round(job.fraction * 100)} %`);
  const row = h(
    "div",
    { id, class: job.error ? "job bad" : job.done ? "job done" : "job" },
    h("span", {}, job.title),
    h("small", {}, state),
    h("progress", { max: 1, value: job.done ? 1 : job.fraction, "aria-label": job.title }),
  );
  const old = room.querySelector(`#${id}`);
  if (old) old.replaceWith(row);
  else room.prepend(row);
}
