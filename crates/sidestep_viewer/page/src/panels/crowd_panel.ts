// The crowd's own card: how many, what they do, what is looked at; in the world of the crowd alone.
import type { Framing, Subject } from "../scene/framing";
import type { Session } from "../session";
import { h } from "./dom";

const COUNTS = [100, 1000, 10_000];
const SCENES = ["crossing", "field", "bottleneck", "circle-swap", "station"];
const SUBJECTS: { subject: Subject; label: string }[] = [
  { subject: "whole", label: "Whole crowd" },
  { subject: "own", label: "My character" },
];

/** Makes the card. */
export function makeCrowdPanel(session: Session, framing: Framing): HTMLElement {
  const count = h("select", {
    "aria-label": "How many",
    onchange: () => session.open({ count: Number(count.value) }),
  });
  const scene = h("select", {
    "aria-label": "What they do",
    onchange: () => session.open({ scene: scene.value }),
  });
  const cost = h("output", { class: "says", title: "What a tick of the whole crowd costs the server" });
  const subjects = SUBJECTS.map(({ subject, label }) =>
    h("button", { role: "radio", "data-subject": subject, onclick: () => framing.look(subject) }, label),
  );
  const element = h(
    "article",
    { class: "card crowd-card", hidden: true, "aria-label": "Crowd" },
    h("div", { class: "card-head" }, h("b", {}, "Crowd"), count, scene),
    h(
      "div",
      { class: "row" },
      h("div", { class: "segments", role: "radiogroup", "aria-label": "Look at" }, ...subjects),
      cost,
    ),
  );
  framing.onChange.push(() => {
    for (const button of subjects)
      button.setAttribute("aria-checked", String(button.dataset["subject"] === framing.subject()));
  });
  session.on("stage", (stage) => {
    element.hidden = stage.crowd === null;
    fillChoices(session, count, scene);
  });
  session.on("frame", (frame) => {
    if (element.hidden) return;
    const text = `${(frame.simUs / 1000).toFixed(1)} ms a tick`;
    if (cost.textContent !== text) cost.textContent = text;
  });
  return element;
}

function fillChoices(session: Session, count: HTMLElement, scene: HTMLElement): void {
  const now = session.opening;
  count.replaceChildren(
    ...COUNTS.map((n) => h("option", { value: n, selected: n === now.count }, n.toLocaleString("en"))),
  );
  scene.replaceChildren(
    ...SCENES.map((name) =>
      h("option", { value: name, selected: name === now.scene }, name.replace("-", " ")),
    ),
  );
}
