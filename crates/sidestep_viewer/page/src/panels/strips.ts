// The strips of the timeline: feet on the ground, pushes, and how long each response took.
import type { History } from "../history";
import { TICK_HZ } from "../wire/protocol";
import { brushOf, cssColour } from "./dom";
import type { Moments } from "./moments";

const STRIP = 7;
const TOP = 20;

/** Paints the first character's strips up to the tick `end`, with a needle at the tick `at`. */
export function paintStrips(
  canvas: HTMLCanvasElement,
  history: History,
  colour: string,
  at: number,
  end: number,
  moments: Moments,
): void {
  const room = brushOf(canvas);
  if (!room) return;
  const { brush, width, height } = room;
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
  paintMoments(brush, moments, (tick) => (tick / end) * width, ink);
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

/** Constraint frames as bars through the feet, decisions as dots under them. */
function paintMoments(
  brush: CanvasRenderingContext2D,
  moments: Moments,
  x: (tick: number) => number,
  ink: string,
): void {
  brush.fillStyle = ink;
  for (const tick of moments.of("constraint frame")) brush.fillRect(x(tick) - 0.5, TOP - 1, 1.5, 2 * STRIP + 5);
  for (const tick of moments.of("decision")) {
    brush.beginPath();
    brush.arc(x(tick), TOP + STRIP + 1.5, 2, 0, 7);
    brush.fill();
  }
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
