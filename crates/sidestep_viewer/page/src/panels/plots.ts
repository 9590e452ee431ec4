// Small drawings on plain canvases: bars, a ring of values, a field of values.
import type { Term, Values } from "../wire/protocol";
import { brushOf, cssColour } from "./dom";

export interface Bar {
  label: string;
  value: number;
  text: string;
  isChosen: boolean;
}

const ROW = 19;
const LEGEND_COLUMNS = 3;
/** Colours of the terms of a cost, told apart by those who see few colours; what is to come is grey. */
const TERM_COLOURS = new Map([
  ["physics", "#2e86ab"],
  ["direction", "#f2a541"],
  ["torso", "#4f9d69"],
  ["speed", "#8e5ea2"],
  ["deviation", "#c97b9c"],
  ["obstacle", "#a33b20"],
  ["spin", "#b8a13a"],
]);
/** Room under a plane for what its axes are. */
const AXES_HEIGHT = 32;

/** Horizontal bars from a common zero, beside labels of a share of the width; the canvas grows with them. */
export function drawBars(canvas: HTMLCanvasElement, bars: Bar[], labelShare = 0.36): void {
  canvas.style.height = `${Math.max(bars.length, 1) * ROW + 2}px`;
  const room = brushOf(canvas);
  if (!room) return;
  const { brush, width } = room;
  const [ink, quiet, accent] = [cssColour("--ink"), cssColour("--line"), cssColour("--accent")];
  const [least, most] = [
    Math.min(0, ...bars.map((bar) => bar.value)),
    Math.max(0, ...bars.map((bar) => bar.value)),
  ];
  const [from, to] = [width * labelShare, width - 62];
  const x = (value: number) => from + ((value - least) / (most - least || 1)) * (to - from);
  brush.font = "12px system-ui, sans-serif";
  brush.textBaseline = "middle";
  bars.forEach((bar, row) => {
    const y = row * ROW;
    brush.fillStyle = quiet;
    brush.fillRect(from, y + 5, to - from, 9);
    brush.fillStyle = bar.isChosen ? accent : cssColour("--mid");
    const [a, b] = [x(Math.min(0, bar.value)), x(Math.max(0, bar.value))];
    brush.fillRect(a, y + 5, Math.max(b - a, 1.5), 9);
    brush.fillStyle = ink;
    brush.globalAlpha = bar.isChosen ? 1 : 0.75;
    brush.fillText(fitted(brush, bar.label, from - 8), 0, y + 10);
    brush.textAlign = "right";
    brush.fillText(bar.text, width - 2, y + 10);
    brush.textAlign = "left";
    brush.globalAlpha = 1;
  });
}

/** One row of bars end to end. */
export interface Stack {
  label: string;
  terms: Term[];
  text: string;
  isChosen: boolean;
}

/** Costs term by term, one row for each choice, under a legend; the canvas grows with them. */
export function drawStacks(canvas: HTMLCanvasElement, stacks: Stack[]): void {
  const names = [...new Set(stacks.flatMap((stack) => stack.terms.map((term) => term.label)))];
  const legendRows = Math.ceil(names.length / LEGEND_COLUMNS);
  canvas.style.height = `${(stacks.length + legendRows) * ROW + 6}px`;
  const room = brushOf(canvas);
  if (!room) return;
  const { brush, width } = room;
  brush.font = "12px system-ui, sans-serif";
  brush.textBaseline = "middle";
  const ink = cssColour("--ink");
  names.forEach((name, index) => {
    const x = ((index % LEGEND_COLUMNS) * width) / LEGEND_COLUMNS;
    const y = Math.floor(index / LEGEND_COLUMNS) * ROW;
    brush.fillStyle = termColour(name);
    brush.fillRect(x, y + 5, 9, 9);
    brush.fillStyle = ink;
    brush.fillText(fitted(brush, name, width / LEGEND_COLUMNS - 16), x + 13, y + 10);
  });
  const [from, to] = [width * 0.36, width - 46];
  const most = Math.max(...stacks.map(({ terms }) => terms.reduce((sum, { value }) => sum + Math.max(value, 0), 0)), 1e-6);
  stacks.forEach((stack, row) => {
    const y = (row + legendRows) * ROW + 4;
    let x = from;
    for (const { label, value } of stack.terms) {
      const length = (Math.max(value, 0) / most) * (to - from);
      brush.fillStyle = termColour(label);
      brush.fillRect(x, y + 4, length, 11);
      x += length;
    }
    brush.fillStyle = ink;
    brush.strokeStyle = cssColour("--accent");
    brush.lineWidth = 2;
    if (stack.isChosen) brush.strokeRect(from - 1, y + 2.5, x - from + 2, 14);
    brush.globalAlpha = stack.isChosen ? 1 : 0.75;
    brush.fillText(fitted(brush, stack.label, from - 8), 0, y + 10);
    brush.textAlign = "right";
    brush.fillText(stack.text, width - 2, y + 10);
    brush.textAlign = "left";
    brush.globalAlpha = 1;
  });
}

function termColour(label: string): string {
  return TERM_COLOURS.get(label) ?? "#98a4b3";
}

/** A value function: around the body, or over a plane. */
export function drawValues(canvas: HTMLCanvasElement, values: Values): void {
  const room = brushOf(canvas);
  if (!room || values.samples.length === 0) return;
  const finite = values.samples.filter(Number.isFinite);
  const [least, most] = [Math.min(...finite), Math.max(...finite)];
  const share = (value: number) => (Number.isFinite(value) ? (value - least) / (most - least || 1) : 0);
  if (values.kind === "polar") drawRing(room, values, share);
  else drawField(room, values, share);
  room.brush.fillStyle = cssColour("--ink");
  room.brush.font = "11px system-ui, sans-serif";
  const range = `${least.toPrecision(3)} to ${most.toPrecision(3)} ${values.unit}`;
  const isRing = values.kind === "polar";
  room.brush.textBaseline = "alphabetic";
  room.brush.fillText(isRing ? `ahead is up; ${range}` : range, 2, room.height - 4);
  if (!isRing) room.brush.fillText(axisText(values), 2, room.height - 19);
}

export interface Room {
  brush: CanvasRenderingContext2D;
  width: number;
  height: number;
}

function drawRing({ brush, width, height }: Room, values: Values, share: (value: number) => number): void {
  const [cx, cy, radius] = [width / 2, height / 2 - 6, Math.min(width, height) / 2 - 18];
  const n_samples = values.samples.length;
  values.samples.forEach((value, index) => {
    // Ahead is up and left is left, as seen from behind the character.
    const angle = (i: number) => -Math.PI / 2 - (i / n_samples) * 2 * Math.PI;
    brush.beginPath();
    brush.moveTo(cx, cy);
    brush.arc(cx, cy, radius * (0.25 + 0.75 * share(value)), angle(index + 0.5), angle(index - 0.5));
    brush.fillStyle = heat(share(value));
    brush.fill();
  });
  const now = values.at?.[0] ?? null;
  if (now !== null) paintNow(brush, cx - Math.sin(now) * radius, cy - Math.cos(now) * radius);
  brush.strokeStyle = cssColour("--ink");
  brush.globalAlpha = 0.35;
  brush.beginPath();
  brush.arc(cx, cy, radius, 0, 7);
  brush.moveTo(cx, cy);
  brush.lineTo(cx, cy - radius);
  brush.stroke();
  brush.globalAlpha = 1;
}

function axisText(values: Values): string {
  const named = (values.axes ?? []).map(({ label, unit }) => (unit ? `${label} (${unit})` : label));
  return named.map((name, index) => `${["→", "↑"][index] ?? ""} ${name}`).join("   ");
}

function drawField({ brush, width, height }: Room, values: Values, share: (value: number) => number): void {
  const columns = values.columns ?? Math.round(Math.sqrt(values.samples.length));
  const rows = Math.ceil(values.samples.length / columns);
  const [w, t] = [width / columns, (height - AXES_HEIGHT) / rows];
  values.samples.forEach((value, index) => {
    brush.fillStyle = heat(share(value));
    brush.fillRect((index % columns) * w, (rows - 1 - Math.floor(index / columns)) * t, w + 0.5, t + 0.5);
  });
  const placeOf = (axis: number) => {
    const [from, to, now] = [values.from?.[axis] ?? 0, values.to?.[axis] ?? 1, values.at?.[axis] ?? null];
    return now === null ? null : (now - from) / (to - from || 1);
  };
  const [x, y] = [placeOf(0), rows > 1 ? placeOf(1) : 0.5];
  if (x !== null && y !== null) paintNow(brush, x * width, (1 - y) * (height - AXES_HEIGHT));
}

function paintNow(brush: CanvasRenderingContext2D, x: number, y: number): void {
  brush.fillStyle = cssColour("--ink");
  brush.beginPath();
  brush.arc(x, y, 4, 0, 7);
  brush.fill();
}

/** Seconds by two measures, darker where there are more; zero stays empty. */
export function drawHeatMap(
  canvas: HTMLCanvasElement,
  rows: number[][],
  titles: { x: string; y: string },
): void {
  const room = brushOf(canvas);
  if (!room) return;
  const { brush, width, height } = room;
  const most = Math.max(...rows.flat(), 1e-6);
  const [left, bottom] = [18, 18];
  const [w, t] = [(width - left) / (rows[0]?.length ?? 1), (height - bottom) / rows.length];
  rows.forEach((row, y) =>
    row.forEach((value, x) => {
      brush.fillStyle = value > 0 ? heat(Math.sqrt(value / most)) : cssColour("--line");
      brush.globalAlpha = value > 0 ? 1 : 0.5;
      brush.fillRect(left + x * w + 0.5, height - bottom - (y + 1) * t + 0.5, w - 1, t - 1);
    }),
  );
  brush.globalAlpha = 1;
  brush.fillStyle = cssColour("--ink");
  brush.font = "11px system-ui, sans-serif";
  brush.textAlign = "center";
  brush.fillText(titles.x, left + (width - left) / 2, height - 4);
  brush.save();
  brush.translate(11, (height - bottom) / 2);
  brush.rotate(-Math.PI / 2);
  brush.fillText(titles.y, 0, 0);
  brush.restore();
  brush.textAlign = "left";
}

/** From pale blue over green to warm orange; told apart in grey too. */
function heat(share: number): string {
  return `hsl(${230 - 205 * share} ${45 + 40 * share}% ${72 - 22 * share}%)`;
}

export function fitted(brush: CanvasRenderingContext2D, text: string, width: number): string {
  if (brush.measureText(text).width <= width) return text;
  let short = text;
  while (short.length > 1 && brush.measureText(`${short}…`).width > width) short = short.slice(0, -1);
  return `${short}…`;
}
