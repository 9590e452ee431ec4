// Short words from the server or the page, at the top, which go away by themselves.
import type { Session } from "../session";
import { h } from "./dom";

const STAY_MS = { info: 9000, warn: 6000, error: 12_000 };

/** Shows what is told. */
export function makeToasts(session: Session): HTMLElement {
  const element = h("div", { class: "toasts", role: "status", "aria-live": "polite" });
  session.on("tell", ({ level, text }) => {
    if ([...element.children].some((toast) => toast.textContent === text)) return;
    const toast = h("p", { class: `toast ${level}` }, text);
    element.append(toast);
    while (element.children.length > 3) element.firstElementChild?.remove();
    setTimeout(() => toast.remove(), STAY_MS[level]);
  });
  let world: string | null = null;
  session.on("stage", (stage) => {
    const isOther = world !== null && world !== stage.world;
    world = stage.world;
    const says = session.world()?.says;
    if (isOther && says) session.emit("tell", { level: "info", text: says });
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
