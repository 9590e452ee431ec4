// The pose graph from above: every clip a bar, every jump an arc, and where the character is in it.
import { cheapness, warmth } from "../scene/warmth";
import type { Session } from "../session";
import type { Clip, Clips, Controller, Inside, PoseGraph, Stretch } from "../wire/protocol";
import { brushOf, cssColour } from "./dom";
import { type Room, fitted } from "./plots";

export interface GraphView {
  draw(inside: Inside): void;
}

interface Graph {
  controller: string;
  clips: Clip[];
  graph: PoseGraph;
}

/** Where the bars of clips are: x, y of the first frame of each, and pixels for a frame. */
interface Layout {
  starts: number[];
  at: [x: number, y: number][];
  perFrame: number;
}

interface Place {
  x: number;
  y: number;
}

const BAR = 6;
const PITCH = 15;
const GAP = 5;
const TOP = 22;
const HEIGHT = 230;

/** Makes the view on a canvas; it asks the server for the graph once for each controller. */
export function makeGraphView(session: Session, canvas: HTMLCanvasElement): GraphView {
  let known: Graph | null = null;
  let asked = "";
  let latest: Inside | null = null;
  let still: { key: string; picture: HTMLCanvasElement } | null = null;
  const draw = () => {
    const room = brushOf(canvas);
    if (!room || !known || !latest) return;
    const layout = layOut(known.clips, room);
    const key = `${known.controller} ${canvas.width} ${canvas.height} ${cssColour("--line")}`;
    if (still?.key !== key) still = { key, picture: drawStill(room, canvas, layout, known) };
    room.brush.drawImage(still.picture, 0, 0, room.width, room.height);
    drawNow(room, layout, known, latest);
  };
  return {
    draw(inside) {
      latest = inside;
      const controller = session.controllerOf(inside.actor);
      if (!controller) return;
      if (asked !== controller.id) {
        asked = controller.id;
        known = null;
        void fetchGraph(controller).then((graph) => {
          if (graph?.controller === asked) known = graph;
          draw();
        });
      }
      draw();
    },
  };
}

async function fetchGraph(controller: Controller): Promise<Graph | null> {
  const answers = await Promise.all([
    fetch(`/library/${controller.library}/clips`),
    fetch(`/graph/${controller.id}`),
  ]);
  if (answers.some((answer) => !answer.ok)) return null;
  const [library, graph] = (await Promise.all(answers.map((answer) => answer.json()))) as [Clips, PoseGraph];
  return { controller: controller.id, clips: library.clips, graph };
}

/** Bars one after the other, line by line, as large as the room allows. */
function layOut(clips: Clip[], { width, height }: Room): Layout {
  const lines = Math.max(1, Math.floor((height - TOP - 8) / PITCH));
  const longest = Math.max(...clips.map((clip) => clip.frames), 1);
  let perFrame = width / longest;
  let placed = flow(clips, perFrame, width);
  while (placed.lines > lines) {
    perFrame *= 0.95;
    placed = flow(clips, perFrame, width);
  }
  // What is left of the height goes between the lines.
  const pitch = Math.min((height - TOP - 8) / placed.lines, 2 * PITCH);
  let sum = 0;
  const starts = clips.map((clip) => {
    sum += clip.frames;
    return sum - clip.frames;
  });
  return { starts, perFrame, at: placed.at.map(([x, line]) => [x, TOP + (line + 0.5) * pitch]) };
}

function flow(clips: Clip[], perFrame: number, width: number): { at: [number, number][]; lines: number } {
  let [x, line] = [0, 0];
  const at = clips.map(({ frames }): [number, number] => {
    if (x > 0 && x + frames * perFrame > width + 0.5) [x, line] = [0, line + 1];
    const here = x;
    x += frames * perFrame + GAP;
    return [here, line];
  });
  return { at, lines: line + 1 };
}

function clipOf(layout: Layout, frame: number): number {
  let [low, high] = [0, layout.starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((layout.starts[middle] ?? 0) <= frame) low = middle;
    else high = middle - 1;
  }
  return low;
}

function placeOf(layout: Layout, frame: number): Place {
  const clip = clipOf(layout, frame);
  const [x, y] = layout.at[clip] ?? [0, 0];
  return { x: x + (frame - (layout.starts[clip] ?? 0)) * layout.perFrame, y };
}

/** All that does not change, in a picture of its own. */
function drawStill(
  { width, height }: Room,
  { width: pixels, height: lines }: HTMLCanvasElement,
  layout: Layout,
  { clips, graph }: Graph,
): HTMLCanvasElement {
  const picture = document.createElement("canvas");
  [picture.width, picture.height] = [pixels, lines];
  const brush = picture.getContext("2d");
  if (!brush) return picture;
  brush.scale(pixels / width, lines / height);
  brush.strokeStyle = cssColour("--mid");
  brush.lineWidth = 0.6;
  brush.globalAlpha = Math.max(0.05, Math.min(0.5, 250 / (graph.shown.length / 2)));
  for (let i = 0; i + 1 < graph.shown.length; i += 2) {
    arc(brush, placeOf(layout, graph.shown[i] ?? 0), placeOf(layout, graph.shown[i + 1] ?? 0));
    brush.stroke();
  }
  brush.globalAlpha = 1;
  brush.fillStyle = cssColour("--mid");
  clips.forEach((clip, index) => {
    const [x, y] = layout.at[index] ?? [0, 0];
    bar(brush, x, y, clip.frames * layout.perFrame);
  });
  return picture;
}

function bar(brush: CanvasRenderingContext2D, x: number, y: number, width: number, height = BAR): void {
  brush.beginPath();
  brush.roundRect(x, y - height / 2, Math.max(width, 1.5), height, height / 2);
  brush.fill();
}

/** From bar to bar; over the bars where both are on one line. */
function arc(brush: CanvasRenderingContext2D, from: Place, to: Place): void {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const bow = Math.min(26, 6 + 0.12 * Math.hypot(dx, dy));
  brush.beginPath();
  brush.moveTo(from.x, from.y);
  const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
  if (Math.abs(dy) < 1) brush.quadraticCurveTo(x, y - bow, to.x, to.y);
  else brush.quadraticCurveTo(x + bow, y, to.x, to.y);
}

function drawNow(room: Room, layout: Layout, known: Graph, inside: Inside): void {
  const { brush } = room;
  const cheap = cheapness(inside.choices);
  const order = inside.choices.map((_, i) => i).toSorted((a, b) => (cheap[a] ?? 0) - (cheap[b] ?? 0));
  const fill = ([first, count]: Stretch, height: number) => {
    const { x, y } = placeOf(layout, first);
    bar(brush, x, y, count * layout.perFrame, height);
  };
  for (const i of order) {
    const stretch = inside.choices[i]?.frames;
    if (!stretch || stretch[1] === 0) continue;
    brush.fillStyle = warmth(cheap[i] ?? 0);
    fill(stretch, BAR + 2);
  }
  brush.fillStyle = brush.strokeStyle = cssColour("--accent");
  inside.plan.forEach((stretch, i) => {
    fill(stretch, BAR + 4);
    const before = inside.plan[i - 1];
    if (!before) return;
    brush.lineWidth = 1.8;
    arc(brush, placeOf(layout, before[0] + before[1] - 1), placeOf(layout, stretch[0]));
    brush.stroke();
  });
  brush.lineWidth = 1;
  const now = inside.plan[0]?.[0];
  if (now === undefined) return;
  const place = placeOf(layout, now);
  brush.fillStyle = cssColour("--ink");
  brush.strokeStyle = cssColour("--solid");
  brush.lineWidth = 2;
  brush.beginPath();
  brush.arc(place.x, place.y, 5.5, 0, 7);
  brush.fill();
  brush.stroke();
  brush.lineWidth = 1;
  const nameOf = (frame: number) => known.clips[clipOf(layout, frame)]?.name ?? "";
  const next = inside.plan[1]?.[0];
  if (next !== undefined && clipOf(layout, next) !== clipOf(layout, now))
    drawName(room, nameOf(next), placeOf(layout, next), "--accent");
  drawName(room, nameOf(now), place, "--ink");
}

/** The name of a clip, above a place on its bar. */
function drawName({ brush, width }: Room, name: string, { x, y }: Place, colour: string): void {
  brush.font = "600 11px system-ui, sans-serif";
  const text = fitted(brush, name, width - 16);
  const wide = brush.measureText(text).width;
  const left = Math.max(0, Math.min(width - wide - 8, x - wide / 2 - 4));
  brush.fillStyle = cssColour("--solid");
  brush.globalAlpha = 0.9;
  brush.beginPath();
  brush.roundRect(left, y - 25, wide + 8, 16, 4);
  brush.fill();
  brush.globalAlpha = 1;
  brush.fillStyle = cssColour(colour);
  brush.fillText(text, left + 4, y - 13);
}

/** How high the canvas should be. */
export const GRAPH_HEIGHT = `${HEIGHT}px`;
