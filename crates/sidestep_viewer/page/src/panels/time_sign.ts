// Says in the picture that time stands, or that the past is being watched, and how to go on.
import type { Session } from "../session";
import type { Frame } from "../wire/frame";
import { TICK_HZ } from "../wire/protocol";
import { h, key } from "./dom";

/** Makes the sign; it is there only while it has something to say. */
export function makeTimeSign(session: Session): HTMLElement {
  const state = h("b", {});
  const says = h("span", {});
  const element = h("div", { class: "time-sign", role: "status", hidden: true }, state, says);
  let shown = "";
  const show = (frame: Frame) => {
    const now = frame.paused ? "Paused" : frame.replaying ? "Watching again" : "";
    const isPast = frame.tick < session.timeline.to - 1;
    const next = `${now} ${isPast}`;
    if (next === shown) return;
    shown = next;
    element.hidden = now === "";
    state.textContent = now;
    says.replaceChildren(...wordsFor(frame, isPast));
    element.title = `${(frame.tick / TICK_HZ).toFixed(2)} s`;
  };
  session.on("frame", show);
  return element;
}

function wordsFor({ paused }: Frame, isPast: boolean): (Node | string)[] {
  if (!paused) return ["Steer to take over from here."];
  if (isPast) return [key("K"), " watches on; steering takes over from here."];
  return [key("K"), " or steering goes on."];
}
