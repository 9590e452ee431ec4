// Shows on the floor what was wished: the way to go, the way to look, a path while it is drawn.
// Places, lines and paths once wished for are shapes of the server, which knows what became of them.
import { Color } from "three";
import type { ActorFrame } from "../wire/frame";
import type { Wish } from "../wire/protocol";
import type { FloorPaint } from "./floor_paint";

/** Paints the ghost of the goal of one character. */
export function paintGoal(paint: FloorPaint, wish: Wish, actor: ActorFrame, colour: Color): void {
  paint.ring(actor.x, actor.z, 0.36, 0.016, colour, 0.35);
  if (wish.kind === "move") {
    const length = 0.3 + 0.35 * (wish.speed ?? 1);
    paint.arrow(
      actor.x + Math.sin(wish.heading) * 0.4,
      actor.z + Math.cos(wish.heading) * 0.4,
      wish.heading,
      length,
      colour,
      0.85,
    );
  }
  if ("facing" in wish && wish.facing !== null) paintFacing(paint, actor, wish.facing, colour);
}

/** Paints a path or line while a person draws it. */
export function paintStroke(paint: FloorPaint, points: [number, number][], colour: Color): void {
  paint.ribbon(points.flat(), 0.06, colour, [0.4, 0.9]);
}

function paintFacing(paint: FloorPaint, actor: ActorFrame, facing: number, colour: Color): void {
  const arc = Array.from({ length: 9 }, (_, i) => {
    const angle = facing + ((i - 4) / 4) * 0.5;
    return [actor.x + Math.sin(angle) * 0.46, actor.z + Math.cos(angle) * 0.46];
  });
  paint.ribbon(arc.flat(), 0.05, colour, [0.8, 0.8]);
}
