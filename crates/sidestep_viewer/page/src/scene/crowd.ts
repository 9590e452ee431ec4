// Thousands of characters: the joint table of their library is a texture, and for each character
// only its frame, place and heading arrive.
//
// PERF: one instance holds many characters, because software renderers pay about 20 us for each
// instance whatever is in it.
import {
  BufferGeometry,
  DataTexture,
  Group,
  type IUniform,
  Mesh,
  MeshBasicMaterial,
  NearestFilter,
  RGBAIntegerFormat,
  UnsignedIntType,
  type Vector3,
} from "three";
import type { Crowd as CrowdInfo } from "../wire/protocol";
import { type Between, makeBetween } from "./between";
import type { Part } from "./body";
import { type JointSource, drawBodies, fillBody } from "./body_shader";
import { farBodyOf } from "./far_body";
import { TABLE_WIDTH, fetchJoints, tableTexture } from "./joint_table";
import { clothesOnScreen, repeat } from "./many";
import { type NearCrowd, makeNearCrowd } from "./near_crowd";
import { type Sight, makeSight } from "./sight";
import { fetchSkin } from "./skin";
import type { View } from "./view";

export interface Crowd {
  /** Loads the joint table of a library and makes room for this many characters. */
  gather(info: CrowdInfo): Promise<void>;
  disperse(): void;
  /** Takes frame, x, z, heading of each character, `secs` after they moved last; true if they move. */
  take(states: Uint32Array, secs: number): boolean;
  /** Jumps to where they were last said to be. */
  settle(): void;
  /** Moves on; answers whether anybody still moves. */
  advance(secs: number): boolean;
  /** Puts those in the picture where they are; those near `eye` get better bodies. */
  show(eye: Vector3): void;
  /** Where they are drawn, or null where there is no crowd. */
  between(): Between | null;
}

const PER_INSTANCE = 32;
const STATE_WIDTH = 256;
/**
 * How many of the nearest, no farther than this, wear the skinned body.
 *
 * PERF: without a graphics card, skinned bodies cost the most: followed within 1,000, four of them and the steered
 * one took a picture from 145 to 191 ms of processor time. Leaving out who is outside the picture, and corners that
 * are not missed, takes it to three quarters of what bodies of rods took (119 ms against 91, measured by turns).
 */
const NEAR_COUNT = { software: 4, hardware: 64 };
const NEAR_METRES = 18;
const FAR_DETAIL = { corners: 3, capRings: 0 };

/** A character keeps its colour in the high bits of its frame number. */
const TINT_SHIFT = 28;
const FRAME_MASK = 2 ** TINT_SHIFT - 1;
/** Colours of the screen that clothes are multiplied by. */
const TINTS = Array.from({ length: 7 }, (_, i) =>
  [0, 2.1, 4.2].map((phase) => Math.sqrt(0.7 + 0.3 * Math.cos(phase + i))),
);

const CROWD_JOINTS: JointSource = /* glsl */ `
uniform highp sampler2D jointTable;
uniform highp usampler2D crowdStates;
uniform int jointCount;
const vec3 TINTS[${TINTS.length}] = vec3[](${TINTS.map((tint) => `vec3(${tint.map((part) => part.toFixed(4)).join(", ")})`).join(", ")});
attribute float slot;
int crowdFirst;
vec4 crowdPlace;
vec3 characterTint;
void findCharacter() {
  int character = gl_InstanceID * ${PER_INSTANCE} + int(slot);
  uvec4 state = texelFetch(crowdStates, ivec2(character % ${STATE_WIDTH}, character / ${STATE_WIDTH}), 0);
  crowdFirst = int(state.x & ${FRAME_MASK}u) * jointCount;
  crowdPlace = vec4(uintBitsToFloat(state.yz), unpackSnorm2x16(state.w));
  characterTint = color.b < color.r ? vec3(1.0) : TINTS[state.x >> ${TINT_SHIFT}u];
}
vec3 jointAt(int joint) {
  int texel = crowdFirst + joint;
  vec3 at = texelFetch(jointTable, ivec2(texel % ${TABLE_WIDTH}, texel / ${TABLE_WIDTH}), 0).xyz;
  vec2 turned = vec2(crowdPlace.w * at.x + crowdPlace.z * at.z, crowdPlace.w * at.z - crowdPlace.z * at.x);
  return vec3(crowdPlace.x + turned.x, at.y, crowdPlace.y + turned.y);
}
`;

/** Makes room for a crowd in the scene. */
export function makeCrowd({ scene, camera, haze, isSoftware }: View): Crowd {
  const group = new Group();
  const sight = makeSight(camera);
  scene.add(group);
  const mostNear = isSoftware ? NEAR_COUNT.software : NEAR_COUNT.hardware;
  let layers: Layers | null = null;
  let table: DataTexture | null = null;
  let between: Between | null = null;
  let gathering = 0;
  let nearMetres = NEAR_METRES;
  const disperse = () => {
    gathering += 1;
    group.clear();
    layers?.near.discard();
    layers?.far.discard();
    table?.dispose();
    layers = null;
    between = null;
  };
  return {
    disperse,
    between: () => between,
    take: (states, secs) => between?.take(states, secs) ?? false,
    settle: () => between?.settle(),
    advance: (secs) => between?.advance(secs) ?? false,
    show(eye) {
      if (!layers || !between) return;
      sight.look();
      const n_near = share(between, layers, sight, eye, nearMetres);
      // The circle breathes until about as many are in it as get the better bodies.
      nearMetres = n_near > mostNear ? nearMetres * 0.9 : Math.min(nearMetres * 1.03, NEAR_METRES);
    },
    async gather(info) {
      disperse();
      const mine = gathering;
      between = makeBetween(info.count);
      const [joints, skin] = await Promise.all([
        fetchJoints(`/library/${info.library}.joints`),
        fetchSkin(info.library, isSoftware ? "coarse" : "plain"),
      ]);
      if (mine !== gathering) return;
      table = tableTexture(joints);
      const uniforms = {
        ...haze,
        jointTable: { value: table },
        jointCount: { value: info.joints.length },
      };
      layers = {
        near: makeNearCrowd(skin, joints, haze, Math.min(mostNear, info.count)),
        far: makeLayer(farBodyOf(info.joints, FAR_DETAIL), uniforms, info.count),
      };
      group.add(layers.near.mesh, layers.far.mesh);
    },
  };
}

/** Gives each character that is in the picture to a layer; answers how many are within the metres. */
function share(
  between: Between,
  { near, far }: Layers,
  sight: Sight,
  eye: Vector3,
  metres: number,
): number {
  const limit = metres * metres - eye.y * eye.y;
  let n_near = 0;
  near.begin();
  far.begin();
  for (let i = 0; i < between.count(); i++) {
    const [x, z] = [between.value(i, 1), between.value(i, 2)];
    if (!sight.sees(x, z)) continue;
    const isNear = (x - eye.x) ** 2 + (z - eye.z) ** 2 < limit;
    if (isNear) n_near += 1;
    const [frame, tint, heading] = [between.frame(i) & FRAME_MASK, i % TINTS.length, between.value(i, 3)];
    if (isNear && near.add(frame, TINTS[tint] ?? [], x, z, heading)) continue;
    far.add(frame + tint * 2 ** TINT_SHIFT, x, z, packedTurn(heading));
  }
  near.finish();
  far.finish();
  return n_near;
}

interface Layers {
  near: NearCrowd;
  far: Layer;
}

interface Layer {
  mesh: Mesh;
  begin(): void;
  /** Adds one; false where there is no more room. */
  add(state: number, x: number, z: number, turn: number): boolean;
  finish(): void;
  discard(): void;
}

function makeLayer(parts: Part[], shared: Record<string, IUniform>, most: number): Layer {
  const one = new BufferGeometry();
  fillBody(one, parts, clothesOnScreen());
  const geometry = repeat(one, Math.min(PER_INSTANCE, most));
  const texture = stateTexture(most);
  const words = texture.image.data as Uint32Array;
  const floats = new Float32Array(words.buffer);
  const material = new MeshBasicMaterial({ vertexColors: true });
  drawBodies(material, CROWD_JOINTS, { ...shared, crowdStates: { value: texture } });
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  let count = 0;
  return {
    mesh,
    begin: () => {
      count = 0;
    },
    add(state, x, z, turn) {
      if (count >= most) return false;
      words[count * 4] = state;
      floats[count * 4 + 1] = x;
      floats[count * 4 + 2] = z;
      words[count * 4 + 3] = turn;
      count += 1;
      return true;
    },
    finish() {
      // Characters of the last instance that are not there are put far away.
      const end = Math.min(Math.ceil(count / PER_INSTANCE) * PER_INSTANCE, words.length / 4);
      for (let i = count; i < end; i++) floats[i * 4 + 1] = floats[i * 4 + 2] = 1e6;
      texture.needsUpdate = true;
      geometry.instanceCount = Math.ceil(count / PER_INSTANCE);
      mesh.visible = count > 0;
    },
    discard() {
      geometry.dispose();
      material.dispose();
      texture.dispose();
    },
  };
}

function stateTexture(most: number): DataTexture {
  const rows = Math.ceil(most / STATE_WIDTH) || 1;
  const texture = new DataTexture(
    new Uint32Array(STATE_WIDTH * rows * 4),
    STATE_WIDTH,
    rows,
    RGBAIntegerFormat,
    UnsignedIntType,
    undefined,
    undefined,
    undefined,
    NearestFilter,
    NearestFilter,
  );
  texture.internalFormat = "RGBA32UI";
  return texture;
}

/** Sine and cosine of a heading, 16 bits each: the shader then needs no trigonometry. */
function packedTurn(heading: number): number {
  const sine = Math.round(Math.sin(heading) * 32767) & 0xffff;
  return (((Math.round(Math.cos(heading) * 32767) & 0xffff) << 16) | sine) >>> 0;
}
