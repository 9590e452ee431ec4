// Mouse and fingers on the picture: what lies under the pointer decides what a drag does.
import { type PerspectiveCamera, Plane, Raycaster, Vector2, Vector3 } from "three";
import type { Actors } from "../scene/actors";
import type { FollowCamera } from "../scene/follow_camera";
import type { Shapes } from "../scene/shapes";
import type { Session } from "../session";
import type { Pushing } from "./pushing";
import type { Steering } from "./steering";

export type Tool = "go" | "path" | "line";

export interface Pointer {
  tool: Tool;
  /** The path or line being drawn. */
  stroke: [number, number][];
}

export interface Under {
  canvas: HTMLCanvasElement;
  camera: PerspectiveCamera;
  follow: FollowCamera;
  actors: Actors;
  shapes: Shapes;
  steering: Steering;
  pushing: Pushing;
  session: Session;
  invalidate(): void;
}

/** What a drag does, from the press on. */
interface Gesture {
  move(event: PointerEvent, dx: number, dy: number): void;
  end(event: PointerEvent): void;
}

const FLOOR = new Plane(new Vector3(0, 1, 0), 0);
const CLICK_PIXELS = 5;
const TURN_PER_PIXEL = 0.006;
const DOUBLE_CLICK_MS = 230;
const STROKE_STEP = 0.12;
const MOST_POINTS = 1500;
const FARTHEST_GOAL = 80;
/** A press this close beside a body takes hold of it, in metres; not where a stroke may begin. */
const SLACK = 0.035;

/** Listens to the pointer on the picture. */
export function listenToPointer(under: Under): Pointer {
  const { canvas, follow } = under;
  const pointer: Pointer = { tool: "go", stroke: [] };
  const touches = new Map<number, { x: number; y: number }>();
  const clicks = { timer: 0 };
  let gesture: Gesture | null = null;
  let from = { x: 0, y: 0 };
  let pinch = 0;
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    follow.zoom(Math.exp(event.deltaY * 0.0012));
  };
  canvas.addEventListener("wheel", wheel, { passive: false });
  canvas.addEventListener("dblclick", () => {
    clearTimeout(clicks.timer);
    follow.giveBack();
  });
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    from = { x: event.clientX, y: event.clientY };
    touches.set(event.pointerId, from);
    if (touches.size > 1) {
      gesture?.end(event);
      gesture = null;
      pinch = spread(touches);
    } else {
      gesture = begin(under, pointer, clicks, event);
      gesture.move(event, 0, 0);
    }
  });
  canvas.addEventListener("pointermove", (event) => {
    const at = { x: event.clientX, y: event.clientY };
    if (touches.has(event.pointerId)) touches.set(event.pointerId, at);
    if (touches.size > 1) {
      const now = spread(touches);
      if (pinch > 0 && now > 0) follow.zoom(pinch / now);
      pinch = now;
    } else if (gesture) {
      gesture.move(event, at.x - from.x, at.y - from.y);
      from = at;
      under.invalidate();
    } else {
      hover(under, pointer, event);
    }
  });
  const up = (event: PointerEvent) => {
    touches.delete(event.pointerId);
    gesture?.end(event);
    gesture = null;
    under.invalidate();
  };
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", up);
  return pointer;
}

/** Decides what a press begins: to face, to slide, to push, to move a shape, to draw or to go. */
function begin(under: Under, pointer: Pointer, clicks: { timer: number }, event: PointerEvent): Gesture {
  if (event.button === 2) return { move: (now) => face(under, now), end: () => undefined };
  if (event.button === 1 || event.shiftKey) return slide(under);
  const ray = rayAt(under, event);
  const picked = under.actors.pick(ray.ray, slackOf(pointer));
  if (picked) {
    under.pushing.begin(picked);
    return pull(under, picked.at);
  }
  const shape = under.shapes.pick(ray);
  if (shape) return moveShape(under, shape.id);
  return pointer.tool === "go" ? goOrOrbit(under, clicks) : draw(under, pointer);
}

function slackOf({ tool }: Pointer): number {
  return tool === "go" ? SLACK : 0;
}

function slide({ canvas, follow }: Under): Gesture {
  const { clientHeight } = canvas;
  return {
    move: (_, dx, dy) => (dx !== 0 || dy !== 0) && follow.slide(-dx / clientHeight, dy / clientHeight),
    end: () => undefined,
  };
}

function pull(under: Under, at: Vector3): Gesture {
  const away = under.camera.getWorldDirection(new Vector3());
  const plane = new Plane().setFromNormalAndCoplanarPoint(away, at);
  return {
    move(event, dx, dy) {
      const to = dx === 0 && dy === 0 ? null : onPlane(under, event, plane);
      if (to) under.pushing.pullTo(to.setY(Math.max(to.y, 0)));
    },
    end: () => under.pushing.end(),
  };
}

function moveShape(under: Under, shape: number): Gesture {
  return {
    move(event) {
      const at = onPlane(under, event, FLOOR);
      if (at) under.session.send({ do: "drag", shape, x: at.x, z: at.z });
    },
    end: () => undefined,
  };
}

/** A click goes there, a drag turns the camera. */
function goOrOrbit(under: Under, clicks: { timer: number }): Gesture {
  const { follow, steering } = under;
  let way = 0;
  return {
    move(_, dx, dy) {
      way += Math.hypot(dx, dy);
      if (way > CLICK_PIXELS) follow.turn(-dx * TURN_PER_PIXEL, dy * TURN_PER_PIXEL);
    },
    end(event) {
      const at = way > CLICK_PIXELS ? null : onPlane(under, event, FLOOR);
      if (!at || at.distanceTo(under.camera.position) > FARTHEST_GOAL) return;
      clearTimeout(clicks.timer);
      // Where a double click would give the camera back, a click waits to see whether it is one.
      clicks.timer = window.setTimeout(() => steering.go(at.x, at.z), follow.isTaken() ? DOUBLE_CLICK_MS : 0);
    },
  };
}

function draw(under: Under, pointer: Pointer): Gesture {
  pointer.stroke = [];
  return {
    move(event) {
      const at = onPlane(under, event, FLOOR);
      const last = pointer.stroke.at(-1);
      if (!at) return;
      if (pointer.tool === "line" && last) pointer.stroke = [pointer.stroke[0] ?? last, [at.x, at.z]];
      else if (!last || isFurther(last, at, pointer.stroke.length)) pointer.stroke.push([at.x, at.z]);
    },
    end() {
      finishStroke(under, pointer);
      pointer.stroke = [];
    },
  };
}

function isFurther(last: [number, number], at: Vector3, count: number): boolean {
  return Math.hypot(at.x - last[0], at.z - last[1]) > STROKE_STEP && count < MOST_POINTS;
}

function finishStroke({ steering, follow }: Under, { tool, stroke }: Pointer): void {
  const [first, last] = [stroke[0], stroke.at(-1)];
  if (!first || !last) return;
  const [dx, dz] = [last[0] - first[0], last[1] - first[1]];
  const isClick = Math.hypot(dx, dz) < STROKE_STEP;
  if (tool === "line") steering.keepTo(first[0], first[1], isClick ? follow.heading() : Math.atan2(dx, dz));
  if (tool === "path" && stroke.length > 2) steering.follow(stroke);
}

function face(under: Under, event: PointerEvent): void {
  const at = onPlane(under, event, FLOOR);
  const actor = under.session.frame?.actors[0];
  if (at && actor) under.steering.setFacing(Math.atan2(at.x - actor.x, at.z - actor.z));
}

function hover(under: Under, pointer: Pointer, event: PointerEvent): void {
  if (event.pointerType !== "mouse") return;
  const ray = rayAt(under, event);
  const isHandle =
    under.actors.pick(ray.ray, slackOf(pointer)) !== null || under.shapes.pick(ray) !== null;
  under.canvas.style.cursor = isHandle ? "grab" : "";
}

function spread(touches: Map<number, { x: number; y: number }>): number {
  const [a, b] = [...touches.values()];
  return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
}

function rayAt(under: Under, event: PointerEvent): Raycaster {
  const { clientWidth, clientHeight } = under.canvas;
  const at = new Vector2((event.clientX / clientWidth) * 2 - 1, 1 - (event.clientY / clientHeight) * 2);
  const ray = new Raycaster();
  ray.setFromCamera(at, under.camera);
  return ray;
}

function onPlane(under: Under, event: PointerEvent, plane: Plane): Vector3 | null {
  return rayAt(under, event).ray.intersectPlane(plane, new Vector3());
}
