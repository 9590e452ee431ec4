// The data room: bring motion capture, see what is in it and what is wrong, build a method from it.
import type { ClipPlayer } from "../scene/clip_player";
import type { Session } from "../session";
import type { Clip, Clips } from "../wire/protocol";
import { makeBuildForm } from "./build_form";
import { h } from "./dom";
import type { DrawerContent } from "./drawer";
import { type Dropped, chosenFiles } from "./dropped";
import { makeImporter } from "./importer";
import { type Report, showReport } from "./import_report";
import { errorOf } from "./take_away";

export interface DataRoom extends DrawerContent {
  take(files: Dropped[]): void;
}

const ENDINGS = ".bvh,.glb,.gltf,.bin,.amc,.asf,.lab,.toml,.txt,.tsv,.json";

/** Makes the drawer's content. */
export function makeDataRoom(session: Session, player: ClipPlayer): DataRoom {
  const verdict = h("div", { class: "verdict", role: "status", "aria-live": "polite" });
  const shelf = makeShelf(session, player, verdict);
  const saves = h("ul", { class: "saves" });
  const importer = makeImporter(session, verdict, shelf.choose);
  const take = (files: Dropped[]) => void importer.take(files);
  const pick = picker({ accept: ENDINGS, multiple: true }, take);
  const pickFolder = picker({ webkitdirectory: true, "data-folder": true }, take);
  const drop = h(
    "button",
    { class: "drop", onclick: () => pick.click() },
    h("b", {}, "Drop motion capture here"),
    h("span", {}, "BVH, GLB, glTF, AMC with ASF: several files or a folder become one library."),
    h("span", {}, "Or click to choose. Nothing leaves this machine."),
  );
  const folder = h("button", { class: "quiet", onclick: () => pickFolder.click() }, "Choose a folder");
  const element = h(
    "div",
    { class: "stack" },
    h("section", {}, drop, folder, pick, pickFolder, verdict),
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

/** A hidden dialogue for files, emptied after use so that the same files can be chosen again. */
function picker(props: Record<string, string | boolean>, take: (files: Dropped[]) => void): HTMLInputElement {
  const input = h("input", {
    ...props,
    type: "file",
    hidden: true,
    onchange: () => {
      const files = input.files ? chosenFiles(input.files) : [];
      input.value = "";
      take(files);
    },
  });
  return input;
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
  /** A library that was made a moment ago, and that the catalogue does not list yet. */
  let awaited: string | null = null;
  const choose = (wanted: string) => {
    const all = session.catalogue?.libraries ?? [];
    awaited = all.some((one) => one.id === wanted) ? null : wanted;
    const options = all.map((one) => h("option", { value: one.id, selected: one.id === wanted }, one.title));
    library.replaceChildren(...options);
    void showClips();
  };
  return {
    element: h("section", {}, h("h3", {}, "Library"), library, facts, clips, inspect),
    fill: () => choose(awaited ?? library.value),
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
  const row = (href: string, file: string, title: string, of: string) =>
    h("li", {}, h("a", { href, download: file }, title, h("small", {}, of)));
  saves.replaceChildren(
    ...libraries.map((one) => row(`/library/${one.id}.motion`, `${one.id}.motion`, one.title, "library")),
    ...built.map((one) => {
      const title = libraries.find((library) => library.id === one.library)?.title ?? one.library;
      return row(`/save/${one.id}`, `${one.id}.controller`, one.title, title);
    }),
  );
}
