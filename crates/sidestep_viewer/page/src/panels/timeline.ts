// The timeline: stop time, step through it, go back; feet, pushes and responses are drawn under it.
import type { History } from "../history";
import type { Session } from "../session";
import { TICK_HZ } from "../wire/protocol";
import { ICONS, h, icon } from "./dom";
import type { Moments } from "./moments";
import { paintStrips } from "./strips";

export interface TimelineBar {
  element: HTMLElement;
  pauseOrResume(): void;
  stepBy(ticks: number): void;
}

/** How points in time are drawn. */
const SIGNS = "bars through the feet are constraint frames, dots decisions";

/** Makes the bar. */
export function makeTimeline(session: Session, history: History, moments: Moments): TimelineBar {
  const canvas = makeStrip();
  const pauseButton = h("button", { class: "round", onclick: () => pauseOrResume() });
  const clock = h("output", { class: "clock" });
  const forgets = h("p", { class: "forgets" }, "steering from here forgets what came after");
  const element = h(
    "section",
    { class: "panel timeline", "aria-label": "Timeline" },
    h(
      "div",
      { class: "transport" },
      stepButton(ICONS.back, "One frame back", ",", () => stepBy(-1)),
      pauseButton,
      stepButton(ICONS.ahead, "One frame ahead", ".", () => stepBy(1)),
    ),
    stripNames(),
    h("div", { class: "strip-room" }, canvas, forgets),
    clock,
  );
  let wantedTick: number | null = null;
  const at = () => session.frame?.tick ?? 0;
  const end = () => Math.max(session.timeline.to, history.end(), at(), 1);
  const isPaused = () => session.frame?.paused ?? session.timeline.paused;
  function pauseOrResume() {
    session.send({ do: isPaused() ? "resume" : "pause" });
  }
  function stepBy(ticks: number) {
    if (!isPaused()) session.send({ do: "pause" });
    seek(at() + ticks);
  }
  function seek(tick: number) {
    const goal = Math.min(Math.max(Math.round(tick), session.timeline.from), Math.max(end(), tick));
    if (goal > end()) session.send({ do: "step", ticks: 1 });
    else wantedTick = goal;
  }
  makeSlider(canvas, seek, at, end);
  const draw = () => {
    requestAnimationFrame(draw);
    if (wantedTick !== null) session.send({ do: "seek", tick: wantedTick });
    wantedTick = null;
  };
  draw();
  const show = () => {
    const paused = isPaused();
    showPause(pauseButton, paused);
    clock.textContent = `${session.frame?.replaying ? "Replay " : ""}${secs(at())} / ${secs(end())} s`;
    element.classList.toggle("past", paused && at() < end() - 1);
    element.classList.toggle("late", at() > end() / 2);
    canvas.setAttribute("aria-valuenow", String(at()));
    canvas.setAttribute("aria-valuemax", String(end()));
    canvas.setAttribute("aria-valuetext", `${secs(at())} seconds`);
    canvas.setAttribute("aria-description", described(moments));
    canvas.title = `Drag to go back in time${moments.labels().length > 0 ? `; ${SIGNS}` : ""}`;
    paintStrips(canvas, history, session.stage?.actors[0]?.colour ?? "#888888", at(), end(), moments);
  };
  session.on("frame", show);
  session.on("timeline", show);
  return { element, pauseOrResume, stepBy };
}

/** What the time is read off, and dragged along. */
function makeStrip(): HTMLCanvasElement {
  return h("canvas", {
    class: "strip",
    role: "slider",
    tabindex: 0,
    "aria-label": "Time",
    "aria-valuemin": 0,
    title: "Drag to go back in time",
  });
}

function stepButton(path: string, label: string, keyName: string, onclick: () => void): HTMLElement {
  const props = { class: "round small", "aria-label": label, title: `${label} (${keyName})`, onclick };
  return h("button", props, icon(path));
}

function showPause(button: HTMLElement, paused: boolean): void {
  const label = paused ? "Play (K)" : "Pause (K)";
  button.replaceChildren(icon(paused ? ICONS.play : ICONS.pause));
  button.setAttribute("aria-label", label);
  button.title = label;
}

/** What the rows of the strip are. */
function stripNames(): HTMLElement {
  const dots = "Dots are new wishes; lines last until the character does them, or as long as a push";
  return h(
    "div",
    { class: "strip-names", "aria-hidden": "true" },
    h("span", { title: dots }, "response"),
    h("span", {}, "left foot"),
    h("span", {}, "right foot"),
  );
}

/** How many points in time there are of each name. */
function described(moments: Moments): string {
  return moments.labels().map((label) => `${moments.of(label).length} ${label}s`).join(", ");
}

function secs(tick: number): string {
  return (tick / TICK_HZ).toFixed(2);
}

/** Lets pointer and arrow keys move through the ticks. */
function makeSlider(
  canvas: HTMLCanvasElement,
  seek: (tick: number) => void,
  at: () => number,
  end: () => number,
): void {
  const scrub = (event: PointerEvent) => {
    const share = (event.clientX - canvas.getBoundingClientRect().left) / canvas.clientWidth;
    seek(Math.min(Math.max(share, 0), 1) * end());
  };
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    scrub(event);
  });
  canvas.addEventListener("pointermove", (event) => event.buttons === 1 && scrub(event));
  canvas.addEventListener("keydown", (event) => {
    const jump = { ArrowLeft: -6, ArrowRight: 6, Home: -end(), End: end() }[event.key];
    if (jump === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    seek(Math.min(at() + jump, end()));
  });
}
