// Short words from the server or the page, at the top, which go away by themselves.
import type { Events, Session } from "../session";
import { h } from "./dom";

const STAY_MS = { info: 9000, warn: 9000, error: 12_000 };
/** What was said once is not said again so soon. */
const SAID_MS = 60_000;
const MOST = 2;

/** Shows what is told. */
export function makeToasts(session: Session): HTMLElement {
  const element = h("div", { class: "toasts", role: "status", "aria-live": "polite" });
  const said = new Map<string, number>();
  const tell = ({ level, text }: Events["tell"]): void => {
    const now = performance.now();
    const last = said.get(text) ?? Number.NEGATIVE_INFINITY;
    // Answers to what a person did are given each time, warnings once.
    if (level !== "info" && now - last < SAID_MS) return;
    said.set(text, now);
    [...element.children].find((toast) => toast.textContent === text)?.remove();
    const toast = h("p", { class: `toast ${level}` }, text);
    element.append(toast);
    while (element.children.length > MOST) element.firstElementChild?.remove();
    setTimeout(() => toast.remove(), STAY_MS[level]);
  };
  session.on("tell", tell);
  let world: string | null = null;
  session.on("stage", (stage) => {
    const isOther = world !== null && world !== stage.world;
    world = stage.world;
    if (!isOther) return;
    // What was said of the world before is no longer true.
    element.replaceChildren();
    const says = session.world()?.says;
    if (says) tell({ level: "info", text: says });
  });
  session.on("connected", (is) => {
    element.querySelector(".lost")?.remove();
    if (is) return;
    element.append(
      h("p", { class: "toast error lost" }, "The server is gone. Start it again: this page will find it."),
    );
  });
  return element;
}
