// Looking inside a method while it runs: what it weighs, what it expects, what it costs.
import type { Ghosts } from "../scene/ghosts";
import type { Session } from "../session";
import type { Inside } from "../wire/protocol";
import { h } from "./dom";
import type { DrawerContent } from "./drawer";
import { GRAPH_HEIGHT, makeGraphView } from "./graph_view";
import { makeMapView } from "./map_view";
import { type Bar, drawBars, drawStacks, drawValues } from "./plots";

export interface InsidePanel extends DrawerContent {
  /** The last word from inside, while the drawer is open. */
  latest(): Inside | null;
}

/** One drawing with its heading; it hides itself where there is nothing to draw. */
interface Section {
  element: HTMLElement;
  show(inside: Inside): void;
}

/** So many of the cheapest ways of a map are listed. */
const LISTED_WAYS = 8;

/** The share of the width that names of ways and costs get. */
const WIDE_LABELS = 0.46;

const WAITING = "Waiting for the first step …";
const SILENT = "This method has nothing to say about itself.";

/** Makes the drawer's content. */
export function makeInsidePanel(session: Session, ghosts: Ghosts): InsidePanel {
  let actor = 0;
  let latest: Inside | null = null;
  let isOpen = false;
  const body = makeBody(session);
  const who = h("select", {
    "aria-label": "Character to look into",
    onchange: () => {
      actor = Number(who.value);
      fill();
    },
  });
  const says = h("p", { class: "says" });
  const ask = (on: boolean) => session.send({ do: "inside", on, actor });
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
    body.wait();
    ghosts.dress(isOpen ? (actors[actor] ?? null) : null);
    if (isOpen) ask(true);
  };
  session.on("inside", (inside) => {
    if (!isOpen || inside.actor !== actor) return;
    latest = inside;
    ghosts.show(inside.ghosts);
    body.show(inside);
  });
  session.on("stage", fill);
  return {
    title: "Inside the method",
    element: h("div", { class: "stack" }, h("label", { class: "row" }, "Of", who), says, body.element),
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

/** Whether it walks a map: it has a plan and looks at ways. */
function isOfMap(inside: Inside): boolean {
  return inside.plan.length > 0;
}

/** Whether it chooses among clips of which every cost is known. */
function isOfClips(inside: Inside): boolean {
  return inside.choices.some((one) => one.costs.length > 0);
}

/** Whether it is neither: choices and neighbours are all there is to see. */
function isPlain(inside: Inside): boolean {
  return !isOfMap(inside) && !isOfClips(inside);
}

/** What is said of one character: a line, figures, drawings. */
function makeBody(session: Session): Section & { wait(): void } {
  const doing = h("p", { class: "doing" });
  const numbers = h("dl", { class: "numbers" });
  const empty = h("p", { class: "empty" }, WAITING);
  const [map, graph] = [mapSection(), graphSection(session)];
  const sections = barsAndValues();
  return {
    element: h(
      "div",
      { class: "stack" },
      map.element,
      doing,
      graph.element,
      numbers,
      empty,
      ...sections.map((one) => one.element),
    ),
    wait() {
      empty.hidden = false;
      empty.textContent = WAITING;
    },
    show(inside) {
      empty.hidden = !isSilent(inside);
      empty.textContent = SILENT;
      doing.textContent = inside.doing ?? "";
      numbers.replaceChildren(
        ...[...inside.numbers, latency(session)].map(({ label, value, unit }) =>
          h("div", {}, h("dt", {}, label), h("dd", {}, `${Number.isInteger(value) ? value : plain(value)} ${unit}`)),
        ),
      );
      for (const section of [map, graph, ...sections]) section.show(inside);
    },
  };
}

function isSilent({ doing, choices, ghosts, values, costs }: Inside): boolean {
  return !doing && choices.length + ghosts.length + costs.length === 0 && values === null;
}

/** The ways of a mobility map. */
function mapSection(): Section {
  const { section, canvas } = canvasSection(
    "Mobility map from above",
    "Every way the data offers at the next decision. Warm is cheap; the thick line is the way taken.",
    "240px",
  );
  const view = makeMapView(canvas);
  return {
    element: section,
    show(inside) {
      section.hidden = !isOfMap(inside);
      if (section.hidden) return;
      canvas.setAttribute("aria-label", `Mobility map: ${inside.choices.length} ways from here`);
      view.draw(inside);
    },
  };
}

/** The pose graph that it walks. */
function graphSection(session: Session): Section {
  const { section, canvas } = canvasSection(
    "Pose graph from above",
    "Each bar is a clip, each arc a jump. The dot plays now; what is coloured could come next.",
    GRAPH_HEIGHT,
  );
  const view = makeGraphView(session, canvas);
  return {
    element: section,
    show(inside) {
      section.hidden = !isOfMap(inside);
      if (section.hidden) return;
      canvas.setAttribute("aria-label", `Pose graph: ${inside.doing ?? ""}`);
      view.draw(inside);
    },
  };
}

/** The clip that comes next and its rivals, by what each would cost. */
function clipsSection(): Section {
  const { section, canvas } = canvasSection(
    "Clip taken and its rivals",
    "What each would cost, term by term: the next step, then all that is to come. The one taken is framed.",
    null,
  );
  return {
    element: section,
    show(inside) {
      section.hidden = !isOfClips(inside);
      if (section.hidden) return;
      const stacks = inside.choices.map(({ label, value, chosen, costs }) => ({
        label,
        terms: costs,
        text: (-value).toFixed(2),
        isChosen: chosen,
      }));
      drawStacks(canvas, stacks);
      const said = stacks.map(({ label, text, terms }) => {
        const parts = terms.map((term) => `${term.label} ${plain(term.value)}`).join(", ");
        return `${label} ${text} (${parts})`;
      });
      canvas.setAttribute("aria-label", `Clip taken and its rivals: ${said.join("; ")}`);
    },
  };
}

function barsAndValues(): Section[] {
  const values = canvasSection(
    "Value function",
    "What it expects to gain: warmer is better. The dot is now.",
    "190px",
  );
  return [
    clipsSection(),
    barSection(
      "Cheapest ways",
      "What each costs, by where it leads in the data; the one taken is coloured.",
      (inside) =>
        isOfMap(inside)
          ? inside.choices.slice(0, LISTED_WAYS).map((one) => costBar(one.label, -one.value, one.chosen))
          : [],
      WIDE_LABELS,
    ),
    barSection(
      "Why this way",
      "The parts of its cost, which add up to it.",
      (inside) => (isOfMap(inside) ? inside.costs.map(({ label, value }) => costBar(label, value, false)) : []),
      WIDE_LABELS,
    ),
    barSection("What it could do next", "Value of each choice; the one taken is coloured.", (inside) =>
      isPlain(inside) ? inside.choices.map((one) => bar(one.label, one.value, one.chosen)) : [],
    ),
    barSection(
      "Neighbours",
      "Poses of the data near this one, drawn as ghosts; the bar is their weight.",
      (inside) =>
        isPlain(inside)
          ? inside.ghosts.map(({ weight, chosen }, index) => bar(`neighbour ${index + 1}`, weight, chosen))
          : [],
    ),
    {
      element: values.section,
      show(inside) {
        values.section.hidden = inside.values === null || inside.values.samples.length === 0;
        if (!inside.values || values.section.hidden) return;
        values.canvas.setAttribute("aria-label", `Value function: ${inside.values.label}`);
        drawValues(values.canvas, inside.values);
      },
    },
    barSection("Why this neighbour", "Cost of each feature of the chosen neighbour.", (inside) =>
      isPlain(inside) ? inside.costs.map(({ label, value }) => bar(label, value, false)) : [],
    ),
    barSection("Where the time goes", "Microseconds of the last step.", (inside) =>
      inside.stages.map(({ label, us }) => ({ ...bar(label, us, false), text: `${us.toFixed(1)} µs` })),
    ),
  ];
}

function canvasSection(
  title: string,
  says: string,
  height: string | null,
): { section: HTMLElement; canvas: HTMLCanvasElement } {
  const canvas = h("canvas", { class: "plot", role: "img", "aria-label": title });
  if (height) canvas.style.height = height;
  const section = h(
    "section",
    { hidden: true },
    h("h3", { title: says }, title),
    h("p", { class: "says" }, says),
    canvas,
  );
  return { section, canvas };
}

function barSection(
  title: string,
  says: string,
  barsOf: (inside: Inside) => Bar[],
  labelShare?: number,
): Section {
  const { section, canvas } = canvasSection(title, says, null);
  return {
    element: section,
    show(inside) {
      const bars = barsOf(inside);
      section.hidden = bars.length === 0;
      if (bars.length > 0) drawBars(canvas, bars, labelShare);
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

/** Costs of ways are compared with each other, so all have the same digits. */
function costBar(label: string, value: number, isChosen: boolean): Bar {
  return { ...bar(label, value, isChosen), text: Math.abs(value) < 100 ? value.toFixed(2) : plain(value) };
}

function plain(value: number): string {
  if (!Number.isFinite(value)) return "–";
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

/** How long the last wish took to come back in a pose. */
function latency(session: Session): { label: string; value: number; unit: string } {
  return { label: "input to pose", value: session.inputToPoseMs ?? Number.NaN, unit: "ms" };
}
