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

type Gesture =
  | { kind: "click" | "orbit" | "slide" | "face" | "draw" }
  | { kind: "push"; plane: Plane }
  | { kind: "shape"; id: number };

const FLOOR = new Plane(new Vector3(0, 1, 0), 0);
const CLICK_PIXELS = 5;
const TURN_PER_PIXEL = 0.006;
const DOUBLE_CLICK_MS = 230;
const STROKE_STEP = 0.12;
const MOST_POINTS = 1500;

/** Listens to the pointer on the picture. */
export function listenToPointer(under: Under): Pointer {
  const { canvas, follow, steering, pushing } = under;
  const pointer: Pointer = { tool: "go", stroke: [] };
  const touches = new Map<number, { x: number; y: number }>();
  let gesture: Gesture | null = null;
  let from = { x: 0, y: 0 };
  let goTimer = 0;
  let pinch = 0;

  const begin = (event: PointerEvent): Gesture => {
    if (event.button === 2) return { kind: "face" };
    if (event.button === 1 || event.shiftKey) return { kind: "slide" };
    const ray = rayAt(under, event);
    const picked = under.actors.pick(ray.ray.origin, ray.ray.direction);
    if (picked) {
      pushing.begin(picked);
      const toCamera = under.camera.getWorldDirection(new Vector3());
      return { kind: "push", plane: new Plane().setFromNormalAndCoplanarPoint(toCamera, picked.at) };
    }
    const shape = under.shapes.pick(ray);
    if (shape) return { kind: "shape", id: shape.id };
    return { kind: pointer.tool === "go" ? "click" : "draw" };
  };

  const draw = (event: PointerEvent) => {
    const at = onPlane(under, event, FLOOR);
    if (!at) return;
    const last = pointer.stroke.at(-1);
    if (pointer.tool === "line" && last) {
      pointer.stroke = [pointer.stroke[0] ?? last, [at.x, at.z]];
    } else if (
      !last ||
      (Math.hypot(at.x - last[0], at.z - last[1]) > STROKE_STEP && pointer.stroke.length < MOST_POINTS)
    ) {
      pointer.stroke.push([at.x, at.z]);
    }
    under.invalidate();
  };

  const move = (event: PointerEvent) => {
    if (!gesture) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    if (gesture.kind === "click" && Math.hypot(dx, dy) > CLICK_PIXELS) gesture = { kind: "orbit" };
    switch (gesture.kind) {
      case "click":
        return;
      case "orbit":
        follow.turn(-dx * TURN_PER_PIXEL, dy * TURN_PER_PIXEL);
        break;
      case "slide":
        follow.slide(-dx / canvas.clientHeight, dy / canvas.clientHeight);
        break;
      case "face":
        face(under, event);
        break;
      case "draw":
        draw(event);
        break;
      case "shape": {
        const at = onPlane(under, event, FLOOR);
        if (at) under.session.send({ do: "drag", shape: gesture.id, x: at.x, z: at.z });
        break;
      }
      case "push": {
        const at = onPlane(under, event, gesture.plane);
        if (at) pushing.pullTo(at.setY(Math.max(at.y, 0)));
        break;
      }
    }
    from = { x: event.clientX, y: event.clientY };
    under.invalidate();
  };

  const end = (event: PointerEvent) => {
    if (gesture?.kind === "push") pushing.end();
    if (gesture?.kind === "click") {
      const at = onPlane(under, event, FLOOR);
      clearTimeout(goTimer);
      const go = () => at && at.distanceTo(under.camera.position) < 80 && steering.go(at.x, at.z);
      goTimer = window.setTimeout(go, follow.isTaken() ? DOUBLE_CLICK_MS : 0);
    }
    if (gesture?.kind === "draw") finishStroke(pointer, under);
    gesture = null;
    under.invalidate();
  };

  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      follow.zoom(Math.exp(event.deltaY * 0.0012));
    },
    { passive: false },
  );
  canvas.addEventListener("dblclick", () => {
    clearTimeout(goTimer);
    follow.giveBack();
  });
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    touches.set(event.pointerId, { x: event.clientX, y: event.clientY });
    from = { x: event.clientX, y: event.clientY };
    if (touches.size > 1) {
      if (gesture?.kind === "push") pushing.end();
      gesture = null;
      pinch = spread(touches);
      return;
    }
    gesture = begin(event);
    if (gesture.kind === "draw") pointer.stroke = [];
    if (gesture.kind === "draw" || gesture.kind === "face") move(event);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (touches.has(event.pointerId)) touches.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (touches.size > 1) {
      const now = spread(touches);
      if (pinch > 0 && now > 0) follow.zoom(pinch / now);
      pinch = now;
      return;
    }
    if (gesture) move(event);
    else hover(under, event);
  });
  const up = (event: PointerEvent) => {
    touches.delete(event.pointerId);
    end(event);
  };
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", up);
  return pointer;
}

function finishStroke(pointer: Pointer, under: Under): void {
  const { steering, follow } = under;
  const [first, last] = [pointer.stroke[0], pointer.stroke.at(-1)];
  if (first && last && pointer.tool === "line") {
    const [dx, dz] = [last[0] - first[0], last[1] - first[1]];
    const isClick = Math.hypot(dx, dz) < STROKE_STEP;
    steering.keepTo(first[0], first[1], isClick ? follow.heading() : Math.atan2(dx, dz));
  }
  if (pointer.tool === "path" && pointer.stroke.length > 2) steering.follow(pointer.stroke);
  pointer.stroke = [];
}

function face(under: Under, event: PointerEvent): void {
  const at = onPlane(under, event, FLOOR);
  const actor = under.session.frame?.actors[0];
  if (at && actor) under.steering.setFacing(Math.atan2(at.x - actor.x, at.z - actor.z));
}

function hover(under: Under, event: PointerEvent): void {
  if (event.pointerType !== "mouse") return;
  const ray = rayAt(under, event);
  const isHandle =
    under.actors.pick(ray.ray.origin, ray.ray.direction) !== null || under.shapes.pick(ray) !== null;
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
