// A mobility map from above: the ways that leave the next decision, as seen by the character.
import { cheapness, warmth } from "../scene/warmth";
import type { Choice, Inside } from "../wire/protocol";
import { brushOf, cssColour } from "./dom";
import type { Room } from "./plots";

export interface MapView {
  draw(inside: Inside): void;
}

/** What is in the picture, in metres: left, right, behind and ahead of the character. */
interface Frame {
  left: number;
  right: number;
  behind: number;
  ahead: number;
}

type Point = [x: number, y: number];

const LEAST = { left: 0.8, right: 0.8, behind: 0.5, ahead: 1.2 };
const PAD = 22;
const FOOT = 20;
/** How much of a change of frame is made at once, so that the picture moves calmly. */
const EASE = 0.25;
/** Targets farther than this are shown at the rim. */
const FAR = 4;
const RINGS = [0.5, 1, 2, 3, 4, 5, 6];

/** Makes the view on a canvas. */
export function makeMapView(canvas: HTMLCanvasElement): MapView {
  let shown: Frame | null = null;
  return {
    draw(inside) {
      const room = brushOf(canvas);
      if (!room) return;
      const seen = seenFrom(inside.ground);
      const wanted = frameOf(inside, seen);
      shown = shown ? eased(shown, wanted) : wanted;
      const onScreen = projection(shown, room);
      const place = (x: number, z: number) => onScreen(seen(x, z));
      drawRings(room, onScreen);
      drawWays(room, inside.choices, place);
      drawWish(room, inside, place);
      drawPlan(room, inside, place);
      drawCharacter(room, onScreen([0, 0]));
      drawScale(room, inside.choices);
    },
  };
}

/** Turns places of the world into metres to the left and ahead of a character. */
function seenFrom([x, z, heading]: Inside["ground"]): (x: number, z: number) => Point {
  const [sin, cos] = [Math.sin(heading), Math.cos(heading)];
  return (wx, wz) => [cos * (wx - x) - sin * (wz - z), sin * (wx - x) + cos * (wz - z)];
}

function frameOf(inside: Inside, seen: (x: number, z: number) => Point): Frame {
  const frame = { ...LEAST };
  const take = ([left, ahead]: Point) => {
    frame.left = Math.max(frame.left, left);
    frame.right = Math.max(frame.right, -left);
    frame.ahead = Math.max(frame.ahead, ahead);
    frame.behind = Math.max(frame.behind, -ahead);
  };
  for (const { way } of inside.choices) points(way).forEach(([x, z]) => take(seen(x, z)));
  for (const trail of inside.trails) points(trail).forEach(([x, z]) => take(seen(x, z)));
  const target = inside.marks.find((mark) => mark.label === "target");
  if (target) {
    const at = seen(target.x, target.z);
    if (Math.hypot(...at) < FAR) take(at);
  }
  return frame;
}

function eased(from: Frame, to: Frame): Frame {
  const mix = (a: number, b: number) => a + (b - a) * EASE;
  return {
    left: mix(from.left, to.left),
    right: mix(from.right, to.right),
    behind: mix(from.behind, to.behind),
    ahead: mix(from.ahead, to.ahead),
  };
}

/** Ahead is up and left is left, as seen from behind the character. */
function projection(frame: Frame, { width, height }: Room): (at: Point) => Point {
  const [w, t] = [width - 2 * PAD, height - 2 * PAD - FOOT];
  const scale = Math.min(w / (frame.left + frame.right), t / (frame.behind + frame.ahead));
  const cx = width / 2 + ((frame.left - frame.right) / 2) * scale;
  const cy = (height - FOOT) / 2 + ((frame.ahead - frame.behind) / 2) * scale;
  return ([left, ahead]) => [cx - left * scale, cy - ahead * scale];
}

function points(flat: number[]): Point[] {
  return Array.from({ length: flat.length / 2 }, (_, i) => [flat[i * 2] ?? 0, flat[i * 2 + 1] ?? 0]);
}

function drawRings({ brush, width, height }: Room, onScreen: (at: Point) => Point): void {
  const [[cx, cy], [, top]] = [onScreen([0, 0]), onScreen([0, 1])];
  const metre = cy - top;
  brush.save();
  brush.beginPath();
  brush.rect(0, 0, width, height - FOOT);
  brush.clip();
  brush.strokeStyle = cssColour("--line");
  brush.fillStyle = cssColour("--soft");
  brush.font = "10.5px system-ui, sans-serif";
  brush.textAlign = "center";
  for (const ring of RINGS.filter((one) => (one === 0.5 ? metre > 90 : one * metre < 2 * width))) {
    brush.beginPath();
    brush.arc(cx, cy, ring * metre, 0, 7);
    brush.stroke();
    // Behind the character if that is in the picture, else beside it.
    const down = cy + ring * metre < height - FOOT ? Math.PI / 2 : 0.35;
    const [x, y] = [cx + Math.cos(down) * ring * metre, cy + Math.sin(down) * ring * metre];
    if (x < width - 10 && y < height - FOOT) brush.fillText(`${ring} m`, x, y - 3);
  }
  brush.textAlign = "left";
  brush.restore();
}

function trace(brush: CanvasRenderingContext2D, line: Point[]): void {
  brush.beginPath();
  line.forEach(([x, y], i) => (i === 0 ? brush.moveTo(x, y) : brush.lineTo(x, y)));
}

function drawWays({ brush }: Room, choices: Choice[], place: (x: number, z: number) => Point): void {
  const cheap = cheapness(choices);
  const order = choices.map((_, i) => i).toSorted((a, b) => (cheap[a] ?? 0) - (cheap[b] ?? 0));
  brush.lineJoin = "round";
  brush.lineCap = "round";
  for (const i of order) {
    const [choice, share] = [choices[i], cheap[i] ?? 0];
    if (!choice?.to) continue;
    brush.strokeStyle = brush.fillStyle = warmth(share);
    brush.globalAlpha = 0.45 + 0.55 * share;
    brush.lineWidth = 1.2;
    trace(
      brush,
      points(choice.way).map(([x, z]) => place(x, z)),
    );
    brush.stroke();
    const [x, z, heading] = choice.to;
    drawDart(brush, place(x, z), place(x + Math.sin(heading) * 0.1, z + Math.cos(heading) * 0.1), 3.4);
  }
  brush.globalAlpha = 1;
  brush.lineWidth = 1;
}

/** A small arrowhead at `at` that points to `to`. */
function drawDart(brush: CanvasRenderingContext2D, at: Point, to: Point, size: number): void {
  const angle = Math.atan2(to[1] - at[1], to[0] - at[0]);
  const corner = (turn: number, by: number): Point => [
    at[0] + Math.cos(angle + turn) * by,
    at[1] + Math.sin(angle + turn) * by,
  ];
  trace(brush, [corner(0, size * 1.5), corner(2.5, size), corner(-2.5, size)]);
  brush.closePath();
  brush.fill();
}

function drawWish(
  { brush, width, height }: Room,
  inside: Inside,
  place: (x: number, z: number) => Point,
): void {
  const ink = cssColour("--ink");
  brush.strokeStyle = brush.fillStyle = ink;
  const wanted = inside.trails[inside.trail_labels.indexOf("wanted")];
  if (wanted) {
    const line = points(wanted).map(([x, z]) => place(x, z));
    brush.setLineDash([4, 4]);
    brush.lineWidth = 1.6;
    trace(brush, line);
    brush.stroke();
    brush.setLineDash([]);
    const [from, to] = [line[0], line[line.length - 1]];
    if (from && to) drawDart(brush, to, [2 * to[0] - from[0], 2 * to[1] - from[1]], 4.5);
  }
  const target = inside.marks.find((mark) => mark.label === "target");
  if (target) {
    const [x, y] = place(target.x, target.z);
    const [inX, inY] = [
      Math.max(12, Math.min(width - 12, x)),
      Math.max(12, Math.min(height - FOOT - 12, y)),
    ];
    brush.lineWidth = 2;
    if (inX === x && inY === y) {
      brush.beginPath();
      brush.arc(x, y, 6, 0, 7);
      brush.stroke();
      brush.beginPath();
      brush.arc(x, y, 2, 0, 7);
      brush.fill();
    } else drawDart(brush, [inX, inY], [x, y], 6);
    brush.font = "600 11px system-ui, sans-serif";
    brush.textAlign = inX > width / 2 ? "right" : "left";
    brush.fillText("target", inX + (inX > width / 2 ? -11 : 11), inY + 4);
    brush.textAlign = "left";
  }
  brush.lineWidth = 1;
}

function drawPlan({ brush }: Room, inside: Inside, place: (x: number, z: number) => Point): void {
  const plan = inside.trails[inside.trail_labels.indexOf("plan")];
  if (!plan) return;
  const line = points(plan).map(([x, z]) => place(x, z));
  brush.lineJoin = brush.lineCap = "round";
  for (const [colour, width] of [
    [cssColour("--solid"), 6],
    [cssColour("--accent"), 3.2],
  ] as const) {
    brush.strokeStyle = colour;
    brush.lineWidth = width;
    trace(brush, line);
    brush.stroke();
  }
  brush.lineWidth = 1;
  const to = inside.choices.find((choice) => choice.chosen)?.to;
  const end = line[line.length - 1];
  if (!to || !end) return;
  const [x, z, heading] = to;
  const [from, ahead] = [place(x, z), place(x + Math.sin(heading) * 0.1, z + Math.cos(heading) * 0.1)];
  brush.fillStyle = cssColour("--accent");
  drawDart(brush, end, [end[0] + ahead[0] - from[0], end[1] + ahead[1] - from[1]], 6);
}

function drawCharacter({ brush }: Room, at: Point): void {
  brush.fillStyle = cssColour("--ink");
  brush.strokeStyle = cssColour("--solid");
  brush.lineWidth = 2;
  drawDart(brush, at, [at[0], at[1] - 1], 7);
  brush.stroke();
  brush.lineWidth = 1;
}

function drawScale({ brush, width, height }: Room, choices: Choice[]): void {
  const y = height - 8;
  brush.font = "11px system-ui, sans-serif";
  brush.fillStyle = cssColour("--soft");
  brush.fillText("ahead is up", 2, y);
  if (choices.length < 2) return;
  const [least, most] = [
    Math.min(...choices.map((choice) => -choice.value)),
    Math.max(...choices.map((choice) => -choice.value)),
  ];
  // Adding zero takes the sign off a rounded zero.
  const said = (cost: number) => (Math.round(cost * 10) / 10 + 0).toFixed(1);
  const bar = 70;
  const to = width - brush.measureText(`dear ${said(most)}`).width - 4;
  brush.fillText(`dear ${said(most)}`, to, y);
  for (let i = 0; i < bar; i++) {
    brush.fillStyle = warmth(1 - i / bar);
    brush.fillRect(to - 6 - bar + i, y - 8, 1.2, 8);
  }
  brush.fillStyle = cssColour("--soft");
  brush.textAlign = "right";
  brush.fillText(`${said(least)} cheap`, to - 12 - bar, y);
  brush.textAlign = "left";
}
