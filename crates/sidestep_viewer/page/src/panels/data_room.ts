// The data room: bring motion capture, see what is in it and what is wrong, build a method from it.
import type { ClipPlayer } from "../scene/clip_player";
import type { Session } from "../session";
import type { Clip, Clips, Recording } from "../wire/protocol";
import { makeBuildForm } from "./build_form";
import { h } from "./dom";
import type { DrawerContent } from "./drawer";
import { type Report, showReport } from "./import_report";
import { errorOf } from "./take_away";

export interface DataRoom extends DrawerContent {
  take(files: FileList): void;
}

/** Makes the drawer's content. */
export function makeDataRoom(session: Session, player: ClipPlayer): DataRoom {
  const verdict = h("div", { class: "verdict", role: "status", "aria-live": "polite" });
  const shelf = makeShelf(session, player, verdict);
  const saves = h("ul", { class: "saves" });
  const take = (files: FileList) => void takeFiles(session, files, verdict, shelf.choose);
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
  const element = h(
    "div",
    { class: "stack" },
    h("section", {}, drop, pick, verdict),
    shelf.element,
    makeBuildForm(session, shelf.chosen),
    h("section", {}, h("h3", {}, "Save"), saves),
  );
  const fill = () => {
    shelf.fill();
    fillSaves(session, saves);
  };
  session.on("catalogue", () => element.isConnected && fill());
  return { title: "Data room", element, take, opened: fill, closed: () => player.stop() };
}

/** Reads files one after the other; a recording is replayed, everything else imported. */
async function takeFiles(
  session: Session,
  files: FileList,
  verdict: HTMLElement,
  choose: (library: string) => void,
): Promise<void> {
  for (const file of files) {
    if (file.name.endsWith(".json")) {
      await replayFile(session, file, verdict);
      continue;
    }
    verdict.replaceChildren(h("p", { class: "says" }, `Reading ${file.name} …`));
    const answer = await fetch(`/import?name=${encodeURIComponent(file.name)}`, {
      method: "POST",
      body: file,
    }).catch(() => new Response("the server cannot be reached", { status: 503 }));
    if (!answer.ok) {
      verdict.replaceChildren(h("p", { class: "bad" }, h("b", {}, file.name), ` ${await errorOf(answer)}`));
      return;
    }
    const report = (await answer.json()) as Report;
    showReport(verdict, report);
    choose(report.library.id);
  }
}

/** Replays a recording that was saved as a file, or says why it is none. */
async function replayFile(session: Session, file: File, verdict: HTMLElement): Promise<void> {
  try {
    const recording = JSON.parse(await file.text()) as Recording;
    if (!Array.isArray(recording.events)) throw new Error("it holds no events");
    session.send({ do: "replay", recording, controllers: null });
    verdict.replaceChildren(h("p", { class: "good" }, h("b", {}, file.name), " is replayed."));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    verdict.replaceChildren(
      h("p", { class: "bad" }, h("b", {}, file.name), ` is no recording of the playground: ${why}.`),
    );
  }
}

interface Shelf {
  element: HTMLElement;
  fill(): void;
  choose(library: string): void;
  chosen(): string;
}

/** The libraries there are, and the clips of the chosen one. */
function makeShelf(session: Session, player: ClipPlayer, verdict: HTMLElement): Shelf {
  const library = h("select", { "aria-label": "Library", onchange: () => void showClips() });
  const facts = h("p", { class: "says" });
  const clips = h("ul", { class: "clips" });
  const inspect = h("button", { onclick: () => void askReport() }, "What is in it, what is wrong with it?");
  async function askReport() {
    verdict.replaceChildren(h("p", { class: "says" }, "Looking through every frame …"));
    const answer = await fetch(`/library/${library.value}/report`);
    if (answer.ok) showReport(verdict, (await answer.json()) as Report);
    else verdict.replaceChildren(h("p", { class: "bad" }, await errorOf(answer)));
    verdict.scrollIntoView({ block: "nearest" });
  }
  async function showClips() {
    const chosen = session.catalogue?.libraries.find((one) => one.id === library.value);
    if (!chosen) return;
    const rate = Math.round(chosen.rate_hz);
    facts.textContent = `${Math.round(chosen.secs)} s in ${chosen.clips} clips at ${rate} Hz. ${chosen.licence ?? ""}`;
    const answer = await fetch(`/library/${chosen.id}/clips`);
    if (!answer.ok) {
      clips.replaceChildren(h("li", { class: "bad" }, await errorOf(answer)));
      return;
    }
    const has = (await answer.json()) as Clips;
    // Another library may have been chosen meanwhile.
    if (library.value !== chosen.id) return;
    const play = (index: number, clip: Clip) => void player.play(chosen.id, index, clip, has.joints);
    clips.replaceChildren(...has.clips.map((clip, index) => clipRow(clip, () => play(index, clip))));
  }
  const choose = (wanted: string) => {
    const all = session.catalogue?.libraries ?? [];
    const options = all.map((one) => h("option", { value: one.id, selected: one.id === wanted }, one.title));
    library.replaceChildren(...options);
    void showClips();
  };
  return {
    element: h("section", {}, h("h3", {}, "Library"), library, facts, clips, inspect),
    fill: () => choose(library.value),
    choose,
    chosen: () => library.value,
  };
}

function clipRow(clip: Clip, play: () => void): HTMLElement {
  const words = [h("span", {}, clip.name), h("small", {}, `${clip.secs.toFixed(1)} s`)];
  return h("li", {}, h("button", { onclick: play, title: `Play ${clip.name}` }, ...words));
}

function fillSaves(session: Session, saves: HTMLElement): void {
  const libraries = session.catalogue?.libraries ?? [];
  const built = session.catalogue?.controllers ?? [];
  saves.replaceChildren(
    ...built.map((one) => {
      const title = libraries.find((library) => library.id === one.library)?.title ?? one.library;
      const link = { href: `/save/${one.id}`, download: `${one.id}.controller` };
      return h("li", {}, h("a", link, one.title, h("small", {}, title)));
    }),
  );
}
