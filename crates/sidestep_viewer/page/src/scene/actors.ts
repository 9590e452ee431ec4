// The characters of a stage, up to six, with good bodies: joints of the latest frame in, picture out.
import {
  BufferGeometry,
  DataTexture,
  Mesh,
  MeshDepthMaterial,
  MeshLambertMaterial,
  MeshStandardMaterial,
  RGBADepthPacking,
  type Scene,
  Vector3,
} from "three";
import type { Frame } from "../wire/frame";
import type { Actor } from "../wire/protocol";
import { bodyOf, clothes } from "./body";
import { ACTOR_JOINTS, JOINTS_WIDTH, drawBodies, fillBody, floatTexture } from "./body_shader";
import type { View } from "./view";

export interface Actors {
  /** Takes the characters of a new stage. */
  cast(actors: Actor[]): void;
  show(frame: Frame): void;
  /** Takes them out of the picture, or back into it. */
  hide(isHidden: boolean): void;
  /** The joint of a character nearest to a ray, where the ray hits the body. */
  pick(origin: Vector3, direction: Vector3): Picked | null;
  jointAt(actor: number, joint: number, out: Vector3): Vector3;
}

export interface Picked {
  actor: number;
  joint: number;
  at: Vector3;
}

const DETAIL = { corners: 18, capRings: 4 };
const SOFTWARE_DETAIL = { corners: 12, capRings: 2 };
const TABLE_ROWS = 1;
const PICK_SLACK = 0.035;
const END_RADIUS = 0.11;

/** Makes room for characters in the scene. */
export function makeActors({ scene, isSoftware }: View): Actors {
  const data = new Float32Array(JOINTS_WIDTH * TABLE_ROWS * 4);
  const table = floatTexture(data, JOINTS_WIDTH, TABLE_ROWS);
  let meshes: Mesh[] = [];
  let cast: Actor[] = [];
  let firsts: number[] = [];
  let isHidden = false;
  const jointAt = (actor: number, joint: number, out: Vector3) =>
    out.fromArray(data, ((firsts[actor] ?? 0) + joint) * 4);
  return {
    jointAt,
    cast(actors) {
      meshes.forEach((mesh) => discard(mesh, scene));
      cast = actors;
      let next = 0;
      firsts = actors.map((actor) => (next += actor.joints.length) - actor.joints.length);
      meshes = actors.map((actor, index) => makeBody(actor, firsts[index] ?? 0, table, isSoftware));
      meshes.forEach((mesh) => scene.add(mesh));
    },
    show(frame) {
      frame.actors.forEach((actor, index) => data.set(actor.joints, (firsts[index] ?? 0) * 4));
      table.needsUpdate = true;
      meshes.forEach((mesh) => (mesh.visible = !isHidden));
    },
    hide(next) {
      isHidden = next;
      meshes.forEach((mesh) => (mesh.visible = !isHidden));
    },
    pick: (origin, direction) => pick(cast, jointAt, origin, direction),
  };
}

function makeBody(actor: Actor, firstJoint: number, table: DataTexture, isSoftware: boolean): Mesh {
  const parts = bodyOf(actor.joints, isSoftware ? SOFTWARE_DETAIL : DETAIL);
  const geometry = new BufferGeometry();
  fillBody(geometry, parts, clothes(actor.colour));
  const uniforms = {
    jointTable: { value: table },
    firstJoint: { value: firstJoint },
  };
  // PERF: without a graphics card, a body costs 20 ms of a picture, and 8 ms plainer and with fewer corners.
  const material = isSoftware
    ? new MeshLambertMaterial({ vertexColors: true })
    : new MeshStandardMaterial({ vertexColors: true, roughness: 0.72 });
  drawBodies(material, ACTOR_JOINTS, uniforms, "lit");
  const depth = new MeshDepthMaterial({ depthPacking: RGBADepthPacking });
  drawBodies(depth, ACTOR_JOINTS, uniforms, "depth");
  const mesh = new Mesh(geometry, material);
  mesh.customDepthMaterial = depth;
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  mesh.frustumCulled = false;
  mesh.visible = false;
  return mesh;
}

function discard(mesh: Mesh, scene: Scene): void {
  scene.remove(mesh);
  mesh.geometry.dispose();
  if (!Array.isArray(mesh.material)) mesh.material.dispose();
  mesh.customDepthMaterial?.dispose();
}

type JointAt = Actors["jointAt"];

/** Takes every joint with its parent as a capsule and the ray as a line. */
function pick(cast: Actor[], jointAt: JointAt, origin: Vector3, direction: Vector3): Picked | null {
  let best: (Picked & { depth: number }) | null = null;
  const [from, to] = [new Vector3(), new Vector3()];
  cast.forEach(({ joints }, actor) => {
    const parents = new Set(joints.map((joint) => joint.parent));
    joints.forEach((joint, index) => {
      const parent = joint.parent ?? index;
      jointAt(actor, parent, from);
      jointAt(actor, index, to);
      const near = nearestOnSegment(origin, direction, from, to);
      // The body goes on beyond its last joints: hands, feet and the head are part of it.
      const least = parents.has(index) ? 0.05 : END_RADIUS;
      const radius = Math.max(joints[parent]?.radius ?? 0, least) + PICK_SLACK;
      if (near.distance > radius || (best && near.depth >= best.depth)) return;
      const held = near.share > 0.5 ? index : parent;
      best = { actor, joint: held, at: near.at, depth: near.depth };
    });
  });
  return best;
}

function nearestOnSegment(origin: Vector3, direction: Vector3, from: Vector3, to: Vector3) {
  const along = to.clone().sub(from);
  const toRay = from.clone().sub(origin);
  const [b, c, d, e] = [along.dot(direction), along.dot(along), along.dot(toRay), direction.dot(toRay)];
  const bottom = c - b * b;
  const share = bottom < 1e-8 ? 0 : Math.min(Math.max((b * e - d) / bottom, 0), 1);
  const at = from.clone().addScaledVector(along, share);
  const depth = at.clone().sub(origin).dot(direction);
  const distance = at.distanceTo(origin.clone().addScaledVector(direction, depth));
  return { at, depth, distance, share };
}
