// One card for each character: its method, to be changed there, and how well it does, live.
import type { Session } from "../session";
import type { ActorFrame } from "../wire/frame";
import type { Actor, Controller } from "../wire/protocol";
import { ICONS, h, icon } from "./dom";
import { makeJobCards } from "./job_cards";

export interface Cards {
  element: HTMLElement;
}

interface Figure {
  label: string;
  title: string;
  /** The number and its unit. */
  read(actor: ActorFrame, page: PageFigures): [string, string];
  /** Whether its clock runs. */
  runs?(actor: ActorFrame): boolean;
}

/** What is known of the page and not of a character. */
export interface PageFigures {
  /** Milliseconds between two pictures, mean of the last ones. */
  frameMs: number;
}

const MOST_ACTORS = 6;
const NONE: [string, string] = ["–", ""];

const FIGURES: Figure[] = [
  {
    label: "start",
    title: "Time from the wish until it goes at 0.6 of the wanted speed; the last start that was asked for",
    read: (a) => timed(a.start),
    runs: (a) => a.start.state === "running",
  },
  {
    label: "turn",
    title: "Time from the wish until it goes in the wanted direction for good; the last turn that was asked for",
    read: (a) => timed(a.turn),
    runs: (a) => a.turn.state === "running",
  },
  { label: "speed", title: "How fast it goes", read: (a) => number(a.speed, 1, "m/s") },
  {
    label: "skate",
    title: "How fast planted feet slide over the floor",
    read: (a) => number(a.skateCmPerSec, 1, "cm/s"),
  },
  {
    label: "jerk",
    title: "Jerk of the joints over that of the source: 1 is as smooth as the actor",
    read: (a) => number(a.jerkRatio, 2, "×"),
  },
  {
    label: "foot turn",
    title: "How fast planted feet turn while the body turns; after the stroke the source's own",
    read: (a) => beside(a.plantedYawDegPerSec, a.sourcePlantedYawDegPerSec, "°/s"),
  },
  {
    label: "swivel",
    title: "How far feet turn while they stand (of twenty stances nineteen less); after the stroke the source's own",
    read: (a) => beside(a.swivelDeg, a.sourceSwivelDeg, "°"),
  },
  {
    label: "cost",
    title: "Time the last tick of this character took on the server",
    read: (a) => number(a.stepUs, 0, "µs"),
  },
  {
    label: "frame",
    title: "Time from one picture of this page to the next, everything in it included",
    read: (_, page) => number(page.frameMs, 0, "ms"),
  },
];

/** Makes the row of cards, that of the crowd before those of the characters. */
export function makeCards(session: Session, crowd: HTMLElement, page: PageFigures): Cards {
  const jobs = makeJobCards(session);
  const element = h("section", { class: "cards", "aria-label": "Characters" });
  let shown: Card[] = [];
  const rebuild = () => {
    // Those whom a world cast beside them play with the same methods.
    const actors = session.stage?.actors.slice(0, session.stage.given) ?? [];
    shown = actors.map((actor, index) => makeCard(session, actor, index));
    element.classList.toggle("many", actors.length > 3);
    element.classList.toggle("stale", session.stage === null);
    element.replaceChildren(crowd, ...shown.map(({ card }) => card), ...adder(session), jobs);
  };
  session.on("stage", rebuild);
  session.on("catalogue", rebuild);
  session.on("frame", (frame) =>
    frame.actors.forEach((actor, index) => {
      const one = shown[index];
      if (!one) return;
      FIGURES.forEach((figure, i) => one.slots[i] && show(one.slots[i], figure, actor, page));
    }),
  );
  session.on("connected", (is) => !is && element.classList.add("stale"));
  return { element };
}

interface Card {
  card: HTMLElement;
  slots: Slot[];
}

/** Where a figure is shown. */
interface Slot {
  value: HTMLElement;
  unit: HTMLElement;
  room: HTMLElement;
}

/** Shows a figure. What is not asked for any more keeps what it came to last. */
function show({ value, unit, room }: Slot, figure: Figure, actor: ActorFrame, page: PageFigures): void {
  const [text, words] = figure.read(actor, page);
  room.classList.toggle("runs", figure.runs?.(actor) ?? false);
  if (figure.runs && text === NONE[0]) return;
  if (value.textContent !== text) value.textContent = text;
  if (unit.textContent !== words) unit.textContent = words;
}

function makeSlot({ label, title }: Figure): Slot {
  const [value, unit] = [h("span", {}, NONE[0]), h("small", { class: "unit" })];
  return { value, unit, room: h("div", { title }, h("dt", {}, label), h("dd", {}, value, " ", unit)) };
}

function makeCard(session: Session, actor: Actor, index: number): Card {
  const slots = FIGURES.map(makeSlot);
  const list = h("dl", {}, ...slots.map((slot) => slot.room));
  const many = (session.stage?.given ?? 1) > 1;
  const remove = h(
    "button",
    {
      class: "quiet",
      "aria-label": `Remove ${actor.title}`,
      title: "Remove from the comparison",
      onclick: () => drop(session, index),
    },
    icon(ICONS.close),
  );
  const card = h(
    "article",
    { class: "card", style: `--own: ${actor.colour}`, "data-actor": index },
    h(
      "div",
      { class: "card-head" },
      h("span", { class: "dot", "aria-hidden": "true" }, String(index + 1)),
      picker(session, actor, index),
      many ? remove : null,
    ),
    list,
  );
  return { card, slots };
}

/** Changes the method in the middle of the motion. */
function picker(session: Session, actor: Actor, index: number): HTMLSelectElement {
  const libraries = session.catalogue?.libraries ?? [];
  const groups = libraries.flatMap((library) => {
    const built = session.catalogue?.controllers.filter((one) => one.library === library.id) ?? [];
    if (built.length === 0) return [];
    const options = built.map((one) =>
      h("option", { value: one.id, selected: one.id === actor.controller, title: one.says }, one.title),
    );
    return [h("optgroup", { label: library.title }, ...options)];
  });
  return h(
    "select",
    {
      "aria-label": `Method of character ${index + 1}`,
      title: "Change the method while it moves",
      onchange: (event: Event) => {
        if (!(event.target instanceof HTMLSelectElement)) return;
        session.swap(index, event.target.value);
        session.emit("did", "switch");
      },
    },
    ...groups,
  );
}

function drop(session: Session, index: number): void {
  session.open({ controllers: session.opening.controllers.filter((_, i) => i !== index) });
}

function adder(session: Session): HTMLElement[] {
  const now = session.opening.controllers;
  const all = session.catalogue?.controllers ?? [];
  if (now.length === 0 || now.length >= MOST_ACTORS || all.length === 0) return [];
  const next = otherThan(session, now);
  // All that there are stand there already.
  if (!next) return [];
  const add = () => {
    session.open({ controllers: [...now, next.id] });
    session.emit("did", "switch");
  };
  const title = `Put ${next.title} beside it, on the same input`;
  return [h("button", { class: "card add", title, onclick: add }, icon(ICONS.plus), "Compare")];
}

/** A controller that is not on stage: of another method, and of the same library where there is one. */
function otherThan(session: Session, now: string[]): Controller | undefined {
  const all = session.catalogue?.controllers ?? [];
  const cast = all.filter((one) => now.includes(one.id));
  const free = all.filter((one) => !now.includes(one.id));
  const isHome = (one: Controller) => cast.some((other) => other.library === one.library);
  const isOther = (one: Controller) => !cast.some((other) => other.method === one.method);
  return free.find((one) => isHome(one) && isOther(one)) ?? free.find(isHome) ?? free[0];
}

function timed({ state, secs }: ActorFrame["start"]): [string, string] {
  if (state === "never") return ["> 5", "s"];
  return secs === null ? NONE : [secs.toFixed(2), "s"];
}

/** A figure of a character beside the same of its source. */
function beside(value: number, source: number, unit: string): [string, string] {
  const digits = (one: number) => (Number.isFinite(one) ? one.toFixed(0) : "–");
  return Number.isFinite(value) || Number.isFinite(source)
    ? [`${digits(value)} / ${digits(source)}`, unit]
    : NONE;
}

function number(value: number, digits: number, unit: string): [string, string] {
  return Number.isFinite(value) ? [value.toFixed(digits), unit] : NONE;
}
