// What characters leave on the floor: a trail of where they went and marks where feet came down.
import { Color } from "three";
import type { History } from "../history";
import { TICK_HZ } from "../wire/protocol";
import type { FloorPaint } from "./floor_paint";

const TRAIL_TICKS = 6 * TICK_HZ;
const TRAIL_EVERY = 6;
const MARK_TICKS = 5 * TICK_HZ;
/** Half a shoe's outline: metres ahead of its middle, and half its width there. */
const SOLE = [
  [-0.125, 0.012],
  [-0.11, 0.032],
  [-0.05, 0.032],
  [0.02, 0.036],
  [0.085, 0.046],
  [0.13, 0.032],
  [0.145, 0.01],
] as const;

/** Paints trail and marks of one character up to a tick. */
export function paintTraces(
  paint: FloorPaint,
  history: History,
  actor: number,
  tick: number,
  colour: Color,
): void {
  const points: number[] = [];
  const first = Math.max(0, tick - TRAIL_TICKS);
  for (let t = first - (first % TRAIL_EVERY); t <= tick; t += TRAIL_EVERY) {
    const moment = history.at(actor, t);
    if (moment) points.push(moment.x, moment.z);
  }
  if (points.length > 4) paint.ribbon(points, 0.035, colour, [0, 0.55]);
  for (const mark of history.footMarks(actor, tick, MARK_TICKS)) {
    if (Number.isNaN(mark.x)) continue;
    paint.fan(sole(mark.x, mark.z, mark.heading), colour, 0.42 * (1 - mark.age));
  }
}

function sole(x: number, z: number, heading: number): number[] {
  const [sin, cos] = [Math.sin(heading), Math.cos(heading)];
  const at = (ahead: number, left: number) => [x + sin * ahead + cos * left, z + cos * ahead - sin * left];
  const left = SOLE.flatMap(([ahead, half]) => at(ahead, half));
  const right = SOLE.toReversed().flatMap(([ahead, half]) => at(ahead, -half));
  return [...left, ...right];
}
