// Looking inside a method while it runs: what it weighs, what it expects, what it costs.
import type { Ghosts } from "../scene/ghosts";
import type { Session } from "../session";
import type { Inside } from "../wire/protocol";
import { h } from "./dom";
import type { DrawerContent } from "./drawer";
import { type Bar, drawBars, drawValues } from "./plots";

export interface InsidePanel extends DrawerContent {
  /** The last word from inside, while the drawer is open. */
  latest(): Inside | null;
}

/** Makes the drawer's content. */
export function makeInsidePanel(session: Session, ghosts: Ghosts): InsidePanel {
  let actor = 0;
  let latest: Inside | null = null;
  let isOpen = false;
  const who = h("select", {
    "aria-label": "Character to look into",
    onchange: () => {
      actor = Number(who.value);
      ask(true);
    },
  });
  const says = h("p", { class: "says" });
  const doing = h("p", { class: "doing" });
  const numbers = h("dl", { class: "numbers" });
  const choices = plot("What it could do next", "Value of each choice; the one taken is coloured.");
  const neighbours = plot(
    "Neighbours",
    "Poses of the data near this one, drawn as ghosts; the bar is their weight.",
  );
  const values = plot("Value function", "What it expects to gain: warmer is better. The dot is now.");
  values.canvas.style.height = "190px";
  const costs = plot("Why this neighbour", "Cost of each feature of the chosen neighbour.");
  const stages = plot("Where the time goes", "Microseconds of the last step.");
  const empty = h("p", { class: "empty" }, "Waiting for the first step …");
  const element = h(
    "div",
    { class: "stack" },
    h("label", { class: "row" }, "Of", who),
    says,
    doing,
    numbers,
    empty,
    ...[choices, neighbours, values, costs, stages].map((one) => one.section),
  );
  const ask = (on: boolean) => session.send({ do: "inside", on, actor });
  const show = () => {
    if (!isOpen || !latest) return;
    const { choices: options, ghosts: near, costs: features, stages: parts } = latest;
    empty.hidden = true;
    doing.textContent = latest.doing ?? "";
    numbers.replaceChildren(
      ...[...latest.numbers, latency(session)].map(({ label, value, unit }) =>
        h("div", {}, h("dt", {}, label), h("dd", {}, `${plain(value)} ${unit}`)),
      ),
    );
    choices.draw(options.map(({ label, value, chosen }) => bar(label, value, chosen)));
    neighbours.draw(near.map(({ weight, chosen }, index) => bar(`neighbour ${index + 1}`, weight, chosen)));
    costs.draw(features.map(({ label, value }) => bar(label, value, false)));
    stages.draw(parts.map(({ label, us }) => ({ ...bar(label, us, false), text: `${us.toFixed(1)} µs` })));
    values.section.hidden = latest.values === null || latest.values.samples.length === 0;
    if (latest.values && !values.section.hidden) drawValues(values.canvas, latest.values);
  };
  session.on("inside", (inside) => {
    if (!isOpen || inside.actor !== actor) return;
    latest = inside;
    ghosts.show(inside.ghosts);
    show();
  });
  const fill = () => {
    const actors = session.stage?.actors ?? [];
    actor = Math.min(actor, Math.max(actors.length - 1, 0));
    who.replaceChildren(
      ...actors.map((one, index) =>
        h("option", { value: index, selected: index === actor }, `${index + 1}. ${one.title}`),
      ),
    );
    says.textContent = session.controllerOf(actor)?.says ?? "";
    latest = null;
    ghosts.dress(isOpen ? (actors[actor] ?? null) : null);
    if (isOpen) ask(true);
  };
  session.on("stage", fill);
  return {
    title: "Inside the method",
    element,
    latest: () => (isOpen ? latest : null),
    opened() {
      isOpen = true;
      fill();
    },
    closed() {
      isOpen = false;
      ghosts.dress(null);
      ask(false);
    },
  };
}

function plot(
  title: string,
  says: string,
): { section: HTMLElement; canvas: HTMLCanvasElement; draw(bars: Bar[]): void } {
  const canvas = h("canvas", { class: "plot", role: "img", "aria-label": title });
  const section = h(
    "section",
    { hidden: true },
    h("h3", { title: says }, title),
    h("p", { class: "says" }, says),
    canvas,
  );
  return {
    section,
    canvas,
    draw(bars) {
      section.hidden = bars.length === 0;
      if (bars.length > 0) drawBars(canvas, bars);
      canvas.setAttribute(
        "aria-label",
        `${title}: ${bars.map((one) => `${one.label} ${one.text}`).join(", ")}`,
      );
    },
  };
}

function bar(label: string, value: number, isChosen: boolean): Bar {
  return { label, value, isChosen, text: plain(value) };
}

function plain(value: number): string {
  if (!Number.isFinite(value)) return "–";
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

/** How long the last wish took to come back in a pose. */
function latency(session: Session): { label: string; value: number; unit: string } {
  return { label: "input to pose", value: session.inputToPoseMs ?? Number.NaN, unit: "ms" };
}
