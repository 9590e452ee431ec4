// The things of a world: walls, posts and what lies on the floor.
import {
  BoxGeometry,
  type BufferGeometry,
  type Camera,
  Color,
  CylinderGeometry,
  Group,
  Mesh,
  MeshLambertMaterial,
  Plane,
  TorusGeometry,
  type Raycaster,
  Vector3,
} from "three";
import type { ActorFrame } from "../wire/frame";
import type { Shape } from "../wire/protocol";
import type { FloorPaint } from "./floor_paint";
import { type Windows, makeWindows } from "./see_through";

export interface Shapes {
  group: Group;
  /** Shows these shapes and no others. */
  set(shapes: Shape[]): void;
  /** Moves solids on to where they were last said to be; answers whether one still moves. */
  advance(secs: number): boolean;
  paint(paint: FloorPaint): void;
  /** Opens what stands between the camera and characters, so that they are seen. */
  seeThroughTo(actors: ActorFrame[], camera: Camera): void;
  /** The shape under a ray that a person may move. */
  pick(ray: Raycaster): Shape | null;
  all(): Shape[];
}

const UNIT_BOX = new BoxGeometry(1, 1, 1);
const UNIT_CYLINDER = new CylinderGeometry(1, 1, 1, 32);
const PLAIN = "#8a94a3";
/** The server sends shapes twenty times a second. */
const CATCH_UP_PER_SEC = 25;
const FLOOR = new Plane(new Vector3(0, 1, 0), 0);
/** How far beside a line it can still be taken hold of. */
const GRIP = 0.18;

/** Makes an empty world. */
export function makeShapes(): Shapes {
  const group = new Group();
  const shapes = new Map<number, Shape>();
  const solids = new Map<number, SolidMesh>();
  const goals = new Map<number, Vector3>();
  const windows = makeWindows();
  const place = (shape: Shape) => {
    shapes.set(shape.id, shape);
    if (shape.kind === "ring" && !solids.has(shape.id)) solids.set(shape.id, makeRing(shape, group, windows));
    if (shape.kind !== "box" && shape.kind !== "cylinder" && shape.kind !== "panel") return;
    const isNew = !solids.has(shape.id);
    const mesh = solids.get(shape.id) ?? makeSolid(group, windows);
    mesh.geometry = shape.kind === "cylinder" ? UNIT_CYLINDER : UNIT_BOX;
    mesh.material.color.set(shape.colour || PLAIN);
    // A thin board with the light behind it would be black.
    if (shape.kind === "panel") mesh.material.emissive.set(shape.colour || PLAIN).multiplyScalar(0.4);
    solids.set(shape.id, mesh);
    const [a = 1, b = 1, c = 1] = shape.size ?? [];
    if (shape.kind === "cylinder") mesh.scale.set(a, b, a);
    else mesh.scale.set(a, b, c);
    goals.set(shape.id, new Vector3(shape.at[0], shape.at[1] + b / 2, shape.at[2]));
    if (isNew) mesh.position.copy(goals.get(shape.id) ?? mesh.position);
    mesh.rotation.y = shape.heading ?? 0;
  };
  return {
    group,
    set(next) {
      const kept = new Set(next.map((shape) => shape.id));
      solids.forEach((mesh, id) => !kept.has(id) && group.remove(mesh) && solids.delete(id));
      shapes.clear();
      next.forEach(place);
    },
    advance(secs) {
      const share = 1 - Math.exp(-CATCH_UP_PER_SEC * secs);
      let moves = false;
      solids.forEach((mesh, id) => {
        const goal = goals.get(id);
        if (!goal || goal.distanceToSquared(mesh.position) < 1e-8) return;
        mesh.position.lerp(goal, share);
        moves = true;
      });
      return moves;
    },
    seeThroughTo: windows.openTo,
    paint: (paint) => shapes.forEach((shape) => paintFlat(paint, shape)),
    pick(ray) {
      const hit = ray.intersectObjects([...solids.values()])[0];
      const solid = [...solids].find(([, mesh]) => mesh === hit?.object);
      if (solid) return shapes.get(solid[0])?.draggable ? (shapes.get(solid[0]) ?? null) : null;
      const at = ray.ray.intersectPlane(FLOOR, new Vector3());
      const flat = at ? [...shapes.values()].filter((shape) => shape.draggable && lies(shape, at)) : [];
      // What is drawn later lies on top.
      return flat.at(-1) ?? null;
    },
    all: () => [...shapes.values()],
  };
}

type SolidMesh = Mesh<BufferGeometry, MeshLambertMaterial>;

/** A ring hangs where it is for good. */
function makeRing({ at, size, colour }: Shape, group: Group, windows: Windows): SolidMesh {
  const [radius = 0.2, iron = 0.02] = size ?? [];
  const mesh = makeSolid(group, windows);
  mesh.geometry = new TorusGeometry(radius, iron, 10, 40);
  mesh.rotation.x = Math.PI / 2;
  mesh.material.color.set(colour || PLAIN);
  mesh.position.set(...at);
  return mesh;
}

function makeSolid(group: Group, windows: Windows): SolidMesh {
  const material = new MeshLambertMaterial();
  windows.cutInto(material);
  const mesh: SolidMesh = new Mesh<BufferGeometry, MeshLambertMaterial>(UNIT_BOX, material);
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  group.add(mesh);
  return mesh;
}

function paintFlat(paint: FloorPaint, shape: Shape): void {
  const colour = new Color(shape.colour || PLAIN);
  const [x, , z] = shape.at;
  if (shape.kind === "disc") {
    const radius = shape.size?.[0] ?? 0.3;
    paint.ring(x, z, radius, 0.03, colour, 0.9);
    paint.ring(x, z, radius * 0.5, radius, colour, 0.14);
  }
  if (shape.kind === "line" || shape.kind === "path") {
    const points = (shape.points ?? []).flat();
    paint.ribbon(points, shape.size?.[0] ?? 0.05, colour, [0.6, 0.6]);
  }
}

/** Whether a flat shape is at a place on the floor. */
function lies(shape: Shape, at: Vector3): boolean {
  if (shape.kind === "disc") {
    return Math.hypot(at.x - shape.at[0], at.z - shape.at[2]) < (shape.size?.[0] ?? 0) + GRIP;
  }
  const [from, to] = [shape.points?.[0], shape.points?.at(-1)];
  if (shape.kind !== "line" || !from || !to) return false;
  const [wx, wz] = [to[0] - from[0], to[1] - from[1]];
  const share = ((at.x - from[0]) * wx + (at.z - from[1]) * wz) / (wx * wx + wz * wz || 1);
  const near = Math.min(Math.max(share, 0), 1);
  return Math.hypot(at.x - from[0] - near * wx, at.z - from[1] - near * wz) < GRIP;
}
