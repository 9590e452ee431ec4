// How many are in the crowd and what they do; shown in the world of the crowd alone.
import type { Session } from "../session";
import { h } from "./dom";

const COUNTS = [100, 1000, 10_000];
const SCENES = ["crossing", "field", "bottleneck", "circle-swap", "station"];

/** Makes the panel. */
export function makeCrowdPanel(session: Session): HTMLElement {
  const count = h("select", {
    "aria-label": "How many",
    onchange: () => session.open({ count: Number(count.value) }),
  });
  const scene = h("select", {
    "aria-label": "What they do",
    onchange: () => session.open({ scene: scene.value }),
  });
  const cost = h("output", { class: "says" });
  const element = h(
    "section",
    { class: "panel crowd-panel", hidden: true, "aria-label": "Crowd" },
    h("label", {}, "Crowd of", count),
    h("label", {}, "scene", scene),
    cost,
  );
  session.on("stage", (stage) => {
    element.hidden = stage.crowd === null;
    const now = session.opening;
    count.replaceChildren(
      ...COUNTS.map((n) => h("option", { value: n, selected: n === now.count }, n.toLocaleString("en"))),
    );
    scene.replaceChildren(
      ...(session.world()?.scenes ?? SCENES).map((name) =>
        h("option", { value: name, selected: name === now.scene }, name.replace("-", " ")),
      ),
    );
  });
  session.on("frame", (frame) => {
    if (!element.hidden) cost.textContent = `${(frame.simUs / 1000).toFixed(1)} ms a tick`;
  });
  return element;
}
