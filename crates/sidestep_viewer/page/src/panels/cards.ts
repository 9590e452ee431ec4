// One card for each character: its method, to be changed there, and how well it does, live.
import type { Session } from "../session";
import type { ActorFrame } from "../wire/frame";
import type { Actor } from "../wire/protocol";
import { ICONS, h, icon } from "./dom";
import { makeJobCards } from "./job_cards";

export interface Cards {
  element: HTMLElement;
}

interface Figure {
  label: string;
  title: string;
  read(actor: ActorFrame): string;
}

const MOST_ACTORS = 6;

const FIGURES: Figure[] = [
  { label: "response", title: "Time from a new wish until the character does it", read: responseText },
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
    title: "Time the last tick of this character took",
    read: (a) => number(a.stepUs, 0, "µs"),
  },
];

/** Makes the row of cards, that of the crowd before those of the characters. */
export function makeCards(session: Session, crowd: HTMLElement): Cards {
  const jobs = makeJobCards(session);
  const element = h("section", { class: "cards", "aria-label": "Characters" });
  let shown: { card: HTMLElement; figures: HTMLElement[] }[] = [];
  const rebuild = () => {
    const actors = session.stage?.actors ?? [];
    shown = actors.map((actor, index) => makeCard(session, actor, index));
    element.classList.toggle("many", actors.length > 3);
    element.replaceChildren(crowd, ...shown.map(({ card }) => card), ...adder(session), jobs);
  };
  session.on("stage", rebuild);
  session.on("catalogue", rebuild);
  session.on("frame", (frame) =>
    frame.actors.forEach((actor, index) => {
      const one = shown[index];
      if (!one) return;
      one.card.dataset["response"] = actor.response;
      one.figures.forEach((figure, i) => {
        const text = FIGURES[i]?.read(actor) ?? "";
        if (figure.textContent !== text) figure.textContent = text;
      });
    }),
  );
  return { element };
}

function makeCard(
  session: Session,
  actor: Actor,
  index: number,
): { card: HTMLElement; figures: HTMLElement[] } {
  const figures = FIGURES.map(() => h("dd", {}, "–"));
  const list = h(
    "dl",
    {},
    ...FIGURES.map(({ label, title }, i) => h("div", { title }, h("dt", {}, label), figures[i] ?? null)),
  );
  const many = (session.stage?.actors.length ?? 1) > 1;
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
  return { card, figures };
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
  const next = all.find((one) => !now.includes(one.id)) ?? all[0];
  const add = () => {
    if (next) session.open({ controllers: [...now, next.id] });
    session.emit("did", "switch");
  };
  return [
    h(
      "button",
      { class: "card add", title: "Put another method beside it, on the same input", onclick: add },
      icon(ICONS.plus),
      "Compare",
    ),
  ];
}

function responseText(actor: ActorFrame): string {
  if (actor.response === "never") return "> 5 s";
  return actor.responseSecs === null ? "–" : `${actor.responseSecs.toFixed(2)} s`;
}

/** A figure of a character beside the same of its source. */
function beside(value: number, source: number, unit: string): string {
  const digits = (one: number) => (Number.isFinite(one) ? one.toFixed(0) : "–");
  return Number.isFinite(value) || Number.isFinite(source) ? `${digits(value)} / ${digits(source)} ${unit}` : "–";
}

function number(value: number, digits: number, unit: string): string {
  return Number.isFinite(value) ? `${value.toFixed(digits)} ${unit}` : "–";
}
