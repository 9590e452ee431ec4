// The tactics board: paths, passes and shots are drawn with mouse or touch, played in place and taken away.
import type { Session } from "../session";
import { TICK_HZ } from "../wire/protocol";
import { brushOf, cssColour, h } from "./dom";
import {
  MOST_PLAYERS,
  type Plan,
  type Throw,
  addPlayer,
  placeAt,
  planOf,
  redraw,
  removePlayer,
  round,
  textOf,
} from "./tactics_plan";

type Tool = "path" | "pass" | "shot";

const TOOLS: { tool: Tool; label: string; says: string }[] = [
  { tool: "path", label: "Path", says: "Drag a player: from the time of the slider on he goes that way." },
  { tool: "pass", label: "Pass", says: "Drag from a player to another: the ball leaves at the time of the slider." },
  { tool: "shot", label: "Shot", says: "Tap a player: he throws at the hoop at the time of the slider." },
];
const PACES = [
  { label: "walk", speed: 1.5 },
  { label: "jog", speed: 2.5 },
  { label: "run", speed: 4 },
];
/** What the board shows, in metres: x from and to, z from and to. */
const EXTENT = { left: -7.8, right: 7.8, near: -2.2, far: 12.7 };
/** A player is hit this near, in pixels. */
const GRIP = 22;

/** What the board is at. */
interface State {
  plan: Plan | null;
  tool: Tool;
  secs: number;
  /** Who is dragged, and where the pointer has been, in metres. */
  dragged: number | null;
  stroke: [number, number][];
}

/** What is shown of a plan beside the court, and what it is changed with. */
interface Controls {
  canvas: HTMLCanvasElement;
  says: HTMLElement;
  status: HTMLElement;
  clock: HTMLElement;
  time: HTMLInputElement;
  pace: HTMLSelectElement;
  tools: HTMLElement[];
  throws: HTMLElement;
  text: HTMLTextAreaElement;
}

/** Makes the board; it shows in its world alone. `changed` is told when it shows or hides. */
export function makeTacticsBoard(session: Session, changed: () => void): HTMLElement {
  const state: State = { plan: null, tool: "path", secs: 0, dragged: null, stroke: [] };
  const show = oneByOne(() => draw(controls, state, session, show));
  const controls = makeControls(state, () => show());
  const { canvas, time, clock, status, pace } = controls;
  const element = layOut(controls, session, state, () => show());
  session.on("stage", (stage) => {
    const was = element.hidden;
    element.hidden = stage.plan === null;
    if (stage.plan) state.plan = planOf(stage.plan);
    if (was !== element.hidden) changed();
    show();
  });
  session.on("frame", (frame) => {
    if (element.hidden || state.dragged !== null) return;
    if (!frame.paused && state.plan) {
      state.secs = Math.min(round(frame.tick / TICK_HZ), state.plan.secs);
      time.value = String(state.secs);
      clock.textContent = `${state.secs.toFixed(1)} of ${state.plan.secs} s`;
    }
    paint(canvas, state, session);
  });
  session.on("tell", ({ text: told }) => !element.hidden && told.startsWith("the plan") && (status.textContent = told));
  listen(canvas, state, () => Number(pace.value), show);
  new ResizeObserver(() => paint(canvas, state, session)).observe(canvas);
  return element;
}

function makeControls(state: State, show: () => void): Controls {
  const time = h("input", {
    type: "range",
    min: 0,
    step: 0.1,
    value: 0,
    "aria-label": "Time of the plan in seconds",
    oninput: () => {
      state.secs = Number(time.value);
      show();
    },
  });
  const choose = (tool: Tool) => () => {
    state.tool = tool;
    show();
  };
  const pace = h("select", { "aria-label": "Pace of drawn paths" });
  pace.append(...PACES.map(({ label, speed }) => h("option", { value: speed, selected: label === "jog" }, label)));
  return {
    canvas: h("canvas", { class: "board-canvas", role: "img", "aria-label": "Half court with the drawn plan" }),
    says: h("p", { class: "says" }),
    status: h("p", { class: "says", role: "status" }),
    clock: h("output", {}, "0.0 s"),
    time,
    pace,
    tools: TOOLS.map(({ tool, label }) =>
      h("button", { role: "radio", "data-board-tool": tool, onclick: choose(tool) }, label),
    ),
    throws: h("ol", { class: "throws", "aria-label": "Passes and shots" }),
    text: h("textarea", { rows: 6, spellcheck: "false", "aria-label": "The plan as text" }),
  };
}

function layOut(controls: Controls, session: Session, state: State, show: () => void): HTMLElement {
  const { canvas, says, status, clock, time, pace, tools, throws, text } = controls;
  const play = () => {
    if (state.plan) session.open({ plan: textOf(state.plan) });
  };
  const cast = (change: (plan: Plan) => void) => () => {
    if (state.plan) change(state.plan);
    show();
  };
  const download = () => void takeGlb(session, state, status);
  return h(
    "aside",
    { class: "panel board", hidden: true, "aria-label": "Tactics board" },
    h("div", { class: "segments", role: "radiogroup", "aria-label": "Draw" }, ...tools, pace),
    h(
      "div",
      { class: "row" },
      h("button", { class: "accent", "data-board": "play", onclick: play }, "Play"),
      h("button", { "data-board": "glb", onclick: download }, "GLB"),
      h("button", { onclick: cast((plan) => plan.players.length < MOST_PLAYERS && addPlayer(plan)) }, "+ player"),
      h("button", { onclick: cast((plan) => plan.players.length > 1 && removePlayer(plan)) }, "− player"),
    ),
    h("label", { class: "field" }, h("span", { class: "field-head" }, "Time", clock), time),
    canvas,
    status,
    says,
    throws,
    h(
      "details",
      {},
      h("summary", {}, "As text"),
      text,
      h("button", { onclick: () => session.open({ plan: text.value }) }, "Play this text"),
    ),
  );
}

function draw(controls: Controls, state: State, session: Session, show: () => void): void {
  const { canvas, says, clock, time, tools, throws, text } = controls;
  const { plan, tool } = state;
  if (!plan) return;
  time.max = String(plan.secs);
  clock.textContent = `${state.secs.toFixed(1)} of ${plan.secs} s`;
  says.textContent = TOOLS.find((one) => one.tool === tool)?.says ?? "";
  tools.forEach((button) => button.setAttribute("aria-checked", String(button.dataset["boardTool"] === tool)));
  throws.replaceChildren(...plan.throws.map((one) => throwRow(plan, one, show)));
  if (document.activeElement !== text) text.value = textOf(plan);
  paint(canvas, state, session);
}

/**
 * Runs one call after the other: a number that was being typed takes effect when its row is taken out, in the middle
 * of drawing; then it is drawn once more.
 */
function oneByOne(run: () => void): () => void {
  let runs = false;
  let again = false;
  return () => {
    again = true;
    if (runs) return;
    runs = true;
    while (again) {
      again = false;
      run();
    }
    runs = false;
  };
}

/** A pass or shot in the list: its time can be changed, and it can be removed. */
function throwRow(plan: Plan, one: Throw, show: () => void): HTMLElement {
  const name = (player: number | null) => plan.players[player ?? -1]?.name ?? "the hoop";
  const at = h("input", {
    type: "number",
    min: 0,
    max: plan.secs,
    step: 0.1,
    value: one.at,
    "aria-label": `Time of ${name(one.by)} to ${name(one.to)}`,
    onchange: () => {
      one.at = round(Number(at.value));
      plan.throws.sort((a, b) => a.at - b.at);
      show();
    },
  });
  const remove = () => {
    plan.throws = plan.throws.filter((other) => other !== one);
    show();
  };
  const label = `${name(one.by)} → ${name(one.to)}`;
  return h("li", {}, at, h("span", {}, label), h("button", { "aria-label": `Remove ${label}`, onclick: remove }, "×"));
}

/** Draws with the pointer. */
function listen(canvas: HTMLCanvasElement, state: State, speed: () => number, show: () => void): void {
  const metres = (event: PointerEvent): [number, number] => {
    const box = canvas.getBoundingClientRect();
    const scale = scaleOf(box.width, box.height);
    return [EXTENT.left + (event.clientX - box.left) / scale, EXTENT.near + (event.clientY - box.top) / scale];
  };
  const nearest = (place: [number, number]): number | null => {
    const scale = scaleOf(canvas.clientWidth, canvas.clientHeight);
    const ways = (state.plan?.players ?? []).map((_, player) => {
      const [x, z] = placeAt(state.plan as Plan, player, state.secs);
      return Math.hypot(x - place[0], z - place[1]) * scale;
    });
    const least = Math.min(...ways);
    return least < GRIP ? ways.indexOf(least) : null;
  };
  canvas.addEventListener("pointerdown", (event) => {
    const place = metres(event);
    state.dragged = nearest(place);
    state.stroke = [place];
    if (state.dragged !== null) canvas.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  canvas.addEventListener("pointermove", (event) => {
    if (state.dragged === null) return;
    state.stroke.push(metres(event));
    show();
  });
  const finish = (event: PointerEvent) => {
    const { plan, dragged } = state;
    if (plan && dragged !== null) drawn(plan, state, nearest(metres(event)), speed());
    state.dragged = null;
    state.stroke = [];
    show();
  };
  canvas.addEventListener("pointerup", finish);
  canvas.addEventListener("pointercancel", () => {
    state.dragged = null;
    show();
  });
}

/** Takes a finished stroke into the plan. */
function drawn(plan: Plan, state: State, at: number | null, speed: number): void {
  const { dragged: by, tool, secs } = state;
  if (by === null) return;
  if (tool === "path" && state.stroke.length > 2) redraw(plan, by, secs, state.stroke, speed);
  const isPass = tool === "pass" && at !== null && at !== by;
  if (isPass) plan.throws.push({ at: round(secs), by, to: at, rebound: null });
  if (tool === "shot") plan.throws.push({ at: round(secs), by, to: null, rebound: by });
  plan.throws.sort((a, b) => a.at - b.at);
}

function scaleOf(width: number, height: number): number {
  return Math.min(width / (EXTENT.right - EXTENT.left), height / (EXTENT.far - EXTENT.near));
}

/** Draws the court, what is planned, and where everybody is now. */
function paint(canvas: HTMLCanvasElement, state: State, session: Session): void {
  const area = brushOf(canvas);
  const { plan } = state;
  if (!area || !plan) return;
  const { brush, width, height } = area;
  const scale = scaleOf(width, height);
  const at = (x: number, z: number): [number, number] => [(x - EXTENT.left) * scale, (z - EXTENT.near) * scale];
  const line = (points: [number, number][], colour: string, thick = 1.5, dash: number[] = []) => {
    brush.beginPath();
    points.forEach(([x, z], index) => (index === 0 ? brush.moveTo(...at(x, z)) : brush.lineTo(...at(x, z))));
    brush.strokeStyle = colour;
    brush.lineWidth = thick;
    brush.setLineDash(dash);
    brush.stroke();
    brush.setLineDash([]);
  };
  paintCourt(brush, line, at, scale);
  const colours = session.stage?.actors.map((actor) => actor.colour) ?? [];
  plan.players.forEach(({ path }, player) =>
    line(path.map(([, x, z]) => [x, z]), colours[player] ?? cssColour("--ink"), 2),
  );
  for (const one of plan.throws) {
    const from = placeAt(plan, one.by, one.at);
    const to: [number, number] = one.to === null ? [0, 0] : placeAt(plan, one.to, one.at + 0.5);
    line([from, to], cssColour(one.to === null ? "--accent" : "--soft"), 1.5, [5, 4]);
  }
  if (state.dragged !== null && state.stroke.length > 1) line(state.stroke, cssColour("--accent"), 3);
  plan.players.forEach(({ name }, player) => {
    const [x, y] = at(...placeAt(plan, player, state.secs));
    brush.beginPath();
    brush.arc(x, y, 11, 0, 2 * Math.PI);
    brush.fillStyle = colours[player] ?? cssColour("--ink");
    brush.fill();
    brush.fillStyle = "#ffffff";
    brush.font = "600 11px system-ui, sans-serif";
    brush.textAlign = "center";
    brush.textBaseline = "middle";
    brush.fillText(name.slice(0, 1), x, y);
  });
}

function paintCourt(
  brush: CanvasRenderingContext2D,
  line: (points: [number, number][], colour: string) => void,
  at: (x: number, z: number) => [number, number],
  scale: number,
): void {
  const colour = cssColour("--mid");
  line([[-7.5, -1.575], [7.5, -1.575], [7.5, 12.425], [-7.5, 12.425], [-7.5, -1.575]], colour);
  line([[-2.45, -1.575], [-2.45, 4.225], [2.45, 4.225], [2.45, -1.575]], colour);
  const around = (radius: number, from: number, to: number): [number, number][] =>
    Array.from({ length: 33 }, (_, i) => {
      const heading = from + ((to - from) * i) / 32;
      return [radius * Math.sin(heading), radius * Math.cos(heading)];
    });
  line([[-6.6, -1.575], ...around(6.75, -1.359, 1.359), [6.6, -1.575]], colour);
  brush.beginPath();
  brush.arc(...at(0, 0), 0.234 * scale + 2, 0, 2 * Math.PI);
  brush.strokeStyle = cssColour("--accent");
  brush.lineWidth = 2.5;
  brush.stroke();
}

/** Asks the server for the plan as a GLB file. */
async function takeGlb(session: Session, { plan }: State, status: HTMLElement): Promise<void> {
  const controller = session.opening.controllers[0];
  if (!plan || !controller) return;
  status.textContent = "One moment …";
  const answer = await fetch(`/tactics?controller=${encodeURIComponent(controller)}`, {
    method: "POST",
    body: textOf(plan),
  });
  if (!answer.ok) {
    const { error } = (await answer.json()) as { error: string };
    status.textContent = error;
    return;
  }
  const address = URL.createObjectURL(await answer.blob());
  h("a", { href: address, download: "tactics.glb" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  status.textContent = "tactics.glb saved.";
}
