// The timeline: stop time, step through it, go back; feet, pushes and responses are drawn under it.
import type { History } from "../history";
import type { Session } from "../session";
import { TICK_HZ } from "../wire/protocol";
import { ICONS, brushOf, cssColour, h, icon } from "./dom";

export interface TimelineBar {
  element: HTMLElement;
  pauseOrResume(): void;
  stepBy(ticks: number): void;
}

const STRIP = 7;
const TOP = 20;

/** Makes the bar. */
export function makeTimeline(session: Session, history: History): TimelineBar {
  const canvas = h("canvas", {
    class: "strip",
    role: "slider",
    tabindex: 0,
    "aria-label": "Time",
    "aria-valuemin": 0,
    title: "Drag to go back in time",
  });
  const pauseButton = h("button", { class: "round", onclick: () => pauseOrResume() });
  const clock = h("output", { class: "clock" });
  const forgets = h("p", { class: "forgets" }, "Playing from here forgets what came after.");
  const step = (ticks: number, path: string, label: string, keyName: string) =>
    h(
      "button",
      {
        class: "round small",
        "aria-label": label,
        title: `${label} (${keyName})`,
        onclick: () => stepBy(ticks),
      },
      icon(path),
    );
  const element = h(
    "section",
    { class: "panel timeline", "aria-label": "Timeline" },
    h(
      "div",
      { class: "transport" },
      step(-1, ICONS.back, "One frame back", ","),
      pauseButton,
      step(1, ICONS.ahead, "One frame ahead", "."),
    ),
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
  const draw = () => {
    requestAnimationFrame(draw);
    if (wantedTick !== null) session.send({ do: "seek", tick: wantedTick });
    wantedTick = null;
  };
  draw();
  const show = () => {
    const paused = isPaused();
    pauseButton.replaceChildren(icon(paused ? ICONS.play : ICONS.pause));
    pauseButton.setAttribute("aria-label", paused ? "Play (K)" : "Pause (K)");
    pauseButton.title = paused ? "Play (K)" : "Pause (K)";
    clock.textContent = `${session.frame?.replaying ? "Replay " : ""}${secs(at())} / ${secs(end())} s`;
    element.classList.toggle("past", paused && at() < end() - 1);
    canvas.setAttribute("aria-valuenow", String(at()));
    canvas.setAttribute("aria-valuemax", String(end()));
    canvas.setAttribute("aria-valuetext", `${secs(at())} seconds`);
    paintStrips(canvas, session, history, at(), end());
  };
  session.on("frame", show);
  session.on("timeline", show);
  return { element, pauseOrResume, stepBy };
}

function paintStrips(
  canvas: HTMLCanvasElement,
  session: Session,
  history: History,
  at: number,
  end: number,
): void {
  const room = brushOf(canvas);
  if (!room) return;
  const { brush, width, height } = room;
  const colour = session.stage?.actors[0]?.colour ?? "#888";
  const [quiet, ink, alarm] = [cssColour("--line"), cssColour("--ink"), cssColour("--push")];
  brush.fillStyle = quiet;
  for (const row of [0, 1]) brush.fillRect(0, TOP + row * (STRIP + 3), width, STRIP);
  brush.fillRect(0, TOP - 8, width, 2);
  let before = false;
  for (let x = 0; x < width; x++) {
    const moment = history.at(0, Math.floor((x / width) * end));
    if (!moment) continue;
    brush.fillStyle = colour;
    if (moment.leftDown) brush.fillRect(x, TOP, 1, STRIP);
    if (moment.rightDown) brush.fillRect(x, TOP + STRIP + 3, 1, STRIP);
    if (moment.pushNewtons > 1) paintBar(brush, alarm, x, TOP - 9, 4);
    if (moment.isResponding) paintBar(brush, ink, x, TOP - 8, 2);
    if (moment.isResponding && !before) {
      brush.beginPath();
      brush.arc(x, TOP - 7, 3.5, 0, 7);
      brush.fill();
    }
    before = moment.isResponding;
  }
  paintScale(brush, width, end, ink);
  brush.fillStyle = ink;
  const now = Math.min((at / end) * width, width - 2);
  brush.fillRect(now, 4, 2, height - 6);
  brush.beginPath();
  brush.arc(now + 1, 5, 4.5, 0, 7);
  brush.fill();
}

function paintBar(
  brush: CanvasRenderingContext2D,
  colour: string,
  x: number,
  y: number,
  height: number,
): void {
  brush.fillStyle = colour;
  brush.fillRect(x, y, 1, height);
}

function paintScale(brush: CanvasRenderingContext2D, width: number, end: number, ink: string): void {
  const total = end / TICK_HZ;
  const every = [1, 2, 5, 10, 30, 60, 120].find((step) => (step / total) * width > 60) ?? 300;
  brush.fillStyle = ink;
  brush.globalAlpha = 0.55;
  brush.font = "10px system-ui, sans-serif";
  for (let t = every; t < total; t += every) brush.fillText(`${t} s`, (t / total) * width + 3, 9);
  brush.globalAlpha = 1;
}

function secs(tick: number): string {
  return (tick / TICK_HZ).toFixed(2);
}
