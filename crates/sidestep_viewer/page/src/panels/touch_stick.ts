// A stick for thumbs, shown where there is no mouse.
import type { Steering } from "../steer/steering";
import { h } from "./dom";

const REACH = 44;

/** Makes the stick with its buttons; `more` shows or hides the other ways to steer. */
export function makeTouchStick(steering: Steering, hit: () => void, more: () => void): HTMLElement {
  const knob = h("div", { class: "knob" });
  const base = h("div", { class: "stick", role: "application", "aria-label": "Stick: drag to walk" }, knob);
  const lean = (event: PointerEvent) => {
    const box = base.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2];
    const fit = Math.min(1, REACH / Math.max(Math.hypot(x, y), 1));
    knob.style.translate = `${x * fit}px ${y * fit}px`;
    steering.lean("stick", (-x * fit) / REACH, (-y * fit) / REACH);
  };
  base.addEventListener("pointerdown", (event) => {
    base.setPointerCapture(event.pointerId);
    lean(event);
  });
  base.addEventListener("pointermove", (event) => event.buttons > 0 && lean(event));
  const centre = () => {
    knob.style.translate = "";
    steering.lean("stick", 0, 0);
  };
  base.addEventListener("pointerup", centre);
  base.addEventListener("pointercancel", centre);
  const run = h("button", { class: "thumb", "aria-pressed": "false" }, "Run");
  run.addEventListener("click", () => {
    const gait = steering.state.gait === "run" ? "walk" : "run";
    steering.setGait(gait);
    run.setAttribute("aria-pressed", String(gait === "run"));
  });
  return h(
    "div",
    { class: "touch" },
    base,
    h(
      "div",
      { class: "thumbs" },
      h("button", { class: "thumb", onclick: more }, "More"),
      run,
      h("button", { class: "thumb", onclick: hit }, "Hit"),
    ),
  );
}
