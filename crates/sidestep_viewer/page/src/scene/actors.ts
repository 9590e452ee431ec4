// The characters of a stage, up to six, with good bodies: joints of the latest frame in, picture out.
import {
  BufferGeometry,
  DataTexture,
  Mesh,
  MeshDepthMaterial,
  MeshLambertMaterial,
  MeshStandardMaterial,
  RGBADepthPacking,
  type Ray,
  type Scene,
  Vector3,
} from "three";
import type { Frame } from "../wire/frame";
import type { Actor } from "../wire/protocol";
import { discardBall, makeBall } from "./ball";
import { clothes } from "./body";
import { JOINTS_WIDTH, floatTexture } from "./body_shader";
import { JOINT_TEXELS, ONE_SKIN, SKIN_WIDTH, type Skin, drawSkins, fetchSkin, fillSkin, poseSkin } from "./skin";
import type { View } from "./view";

export interface Actors {
  /** Takes the characters of a new stage; done when all have their bodies. */
  cast(actors: Actor[]): Promise<void>;
  show(frame: Frame): void;
  /** Whether all bodies have come. */
  isDressed(): boolean;
  /** Takes them out of the picture, or back into it. */
  hide(isHidden: boolean): void;
  /** The joint of a character nearest to a ray that hits the body, or passes it within `slack` metres. */
  pick(ray: Ray, slack: number): Picked | null;
  jointAt(actor: number, joint: number, out: Vector3): Vector3;
}

export interface Picked {
  actor: number;
  joint: number;
  at: Vector3;
}

/** Joints of all characters together. */
const MOST_JOINTS = JOINTS_WIDTH;
const LEAST_RADIUS = 0.04;
const END_RADIUS = 0.09;
const BESIDE = 1e6;

/** Makes room for characters in the scene. */
export function makeActors({ scene, isSoftware, invalidate }: View): Actors {
  const data = new Float32Array(MOST_JOINTS * 4);
  const moves = new Float32Array(MOST_JOINTS * JOINT_TEXELS * 4);
  const table = floatTexture(moves, SKIN_WIDTH, (MOST_JOINTS * JOINT_TEXELS) / SKIN_WIDTH);
  let bodies: Dressed[] = [];
  let cast: Actor[] = [];
  let firsts: number[] = [];
  /** The balls of all characters, in order. */
  let balls: Mesh[] = [];
  let isHidden = false;
  let isShown = false;
  const pose = (index: number) => {
    const body = bodies[index];
    if (!body) return;
    body.mesh.visible = body.skin !== null && isShown && !isHidden;
    if (!body.skin) return;
    const first = firsts[index] ?? 0;
    poseSkin(body.skin, data, first * 4, moves, first * JOINT_TEXELS * 4);
    table.needsUpdate = true;
  };
  const seeBalls = () => balls.forEach((ball) => (ball.visible = isShown && !isHidden));
  const jointAt = (actor: number, joint: number, out: Vector3) =>
    out.fromArray(data, ((firsts[actor] ?? 0) + joint) * 4);
  return {
    jointAt,
    isDressed: () => bodies.every((body) => body.skin !== null),
    async cast(actors) {
      clear(scene, bodies, balls);
      balls = addBalls(scene, actors);
      cast = actors;
      firsts = firstJoints(actors);
      bodies = firsts.map((first): Dressed => ({ mesh: makeBody(first, table, isSoftware), skin: null }));
      for (const { mesh } of bodies) scene.add(mesh);
      const dress = async (body: Dressed, index: number) => {
        const { library, colour } = actors[index] as Actor;
        const skin = await fetchSkin(library, isSoftware ? "plain" : "fine");
        // Another stage may have come meanwhile.
        if (bodies[index] !== body) return;
        fillSkin(body.mesh.geometry, skin, clothes(colour));
        body.skin = skin;
        pose(index);
        invalidate();
      };
      await Promise.all(bodies.map(dress));
    },
    show(frame) {
      frame.actors.forEach((actor, index) => data.set(actor.joints, (firsts[index] ?? 0) * 4));
      isShown = true;
      bodies.forEach((_, index) => pose(index));
      placeBalls(balls, frame);
      seeBalls();
    },
    hide(next) {
      isHidden = next;
      bodies.forEach((_, index) => pose(index));
      seeBalls();
    },
    pick: (ray, slack) => pick(cast, jointAt, ray, slack),
  };
}

/** Takes everybody out of the scene. */
function clear(scene: View["scene"], bodies: Dressed[], balls: Mesh[]): void {
  for (const { mesh } of bodies) discard(mesh, scene);
  for (const ball of balls) discardBall(ball, scene);
}

/** The number of each character's first joint among those of all. */
function firstJoints(actors: Actor[]): number[] {
  let next = 0;
  return actors.map(({ joints }) => (next += joints.length) - joints.length);
}

function addBalls(scene: View["scene"], actors: Actor[]): Mesh[] {
  const balls = actors.flatMap(({ objects }) => objects.map(({ radius }) => makeBall(radius)));
  if (balls.length > 0) scene.add(...balls);
  return balls;
}

function placeBalls(balls: Mesh[], { actors }: Frame): void {
  let next = 0;
  for (const { objects } of actors) {
    for (let at = 0; at + 2 < objects.length; at += 3) balls[next++]?.position.fromArray(objects, at);
  }
}

/** A character, and the body it wears once that has come. */
interface Dressed {
  mesh: Mesh;
  skin: Skin | null;
}

function makeBody(firstJoint: number, table: DataTexture, isSoftware: boolean): Mesh {
  const uniforms = {
    skinTable: { value: table },
    firstTexel: { value: firstJoint * JOINT_TEXELS },
  };
  // PERF: without a graphics card, a body costs 20 ms of a picture, and 8 ms plainer and with fewer corners.
  const material = isSoftware
    ? new MeshLambertMaterial({ vertexColors: true })
    : new MeshStandardMaterial({ vertexColors: true, roughness: 0.72 });
  drawSkins(material, ONE_SKIN, uniforms, "lit");
  const depth = new MeshDepthMaterial({ depthPacking: RGBADepthPacking });
  drawSkins(depth, ONE_SKIN, uniforms, "depth");
  const mesh = new Mesh(new BufferGeometry(), material);
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

/**
 * Takes every joint with its parent as a capsule and the ray as a line. What is picked is what is seen: of the
 * capsules that the ray goes through, the one whose surface it meets first; beside the body, within the slack,
 * the one that it passes most closely.
 */
function pick(cast: Actor[], jointAt: JointAt, { origin, direction }: Ray, slack: number): Picked | null {
  let best: (Picked & { rank: number }) | null = null;
  const [from, to] = [new Vector3(), new Vector3()];
  cast.forEach(({ joints }, actor) => {
    const parents = new Set(joints.map((joint) => joint.parent));
    joints.forEach((joint, index) => {
      const parent = joint.parent ?? index;
      jointAt(actor, parent, from);
      jointAt(actor, index, to);
      const near = nearestOnSegment(origin, direction, from, to);
      // The body goes on beyond its last joints: hands, feet and the head are part of it.
      const drawn = joints[parent]?.radius ?? LEAST_RADIUS;
      const radius = parents.has(index) ? Math.max(drawn, LEAST_RADIUS) : Math.max(drawn, END_RADIUS);
      const past = near.distance - radius;
      if (near.depth < 0 || past > slack) return;
      const surface = near.depth - Math.sqrt(Math.max(radius ** 2 - near.distance ** 2, 0));
      // Whatever the ray goes through is before whatever it only passes.
      const rank = past <= 0 ? surface - BESIDE : past;
      if (best && rank >= best.rank) return;
      best = { actor, joint: near.share > 0.5 ? index : parent, at: near.at, rank };
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
