// Short words from the server or the page, at the top, which go away by themselves.
import type { Session } from "../session";
import { h } from "./dom";

const STAY_MS = { info: 6000, warn: 6000, error: 12_000 };

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
  session.on("job", (job) => {
    element.querySelector(`[data-job="${job.job}"]`)?.remove();
    if (job.error) session.emit("tell", { level: "error", text: `${job.title}: ${job.error}` });
    if (job.done || job.error) return;
    const bar = h("progress", { max: 1, value: job.fraction, "aria-label": job.title });
    element.append(
      h(
        "p",
        { class: "toast info", "data-job": job.job },
        `${job.title}${job.stage ? `: ${job.stage}` : ""} `,
        bar,
      ),
    );
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
