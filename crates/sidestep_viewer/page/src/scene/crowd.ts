// Thousands of characters: the joint table of their library is a texture, and for each character
// only its frame, place and heading arrive.
//
// PERF: one instance holds many characters, because software renderers pay about 20 us for each
// instance whatever is in it.
import {
  BufferAttribute,
  BufferGeometry,
  DataTexture,
  Group,
  InstancedBufferGeometry,
  Mesh,
  MeshBasicMaterial,
  NearestFilter,
  RGBAIntegerFormat,
  type Scene,
  UnsignedIntType,
  type Vector3,
} from "three";
import type { Crowd as CrowdInfo } from "../wire/protocol";
import { type Part, clothes } from "./body";
import { farBodyOf } from "./far_body";
import { type JointSource, drawBodies, fillBody, floatTexture } from "./body_shader";

export interface Crowd {
  /** Loads the joint table of a library and makes room for this many characters. */
  gather(info: CrowdInfo): Promise<void>;
  disperse(): void;
  /** Takes frame, x, z, heading of each character; those near `eye` get better bodies. */
  show(states: Uint32Array, eye: Vector3): void;
}

/** One table of joints: frames one after the other. */
export interface JointTable {
  frames: number;
  joints: number;
  rateHz: number;
  /** x, y, z, 0 of each joint of each frame. */
  positions: Float32Array;
  /** Bits 1 left, 2 right of each frame, where the server sent them. */
  contacts: Uint8Array;
}

const PER_INSTANCE = 32;
const TABLE_WIDTH = 4096;
const STATE_WIDTH = 256;
/** How many of the nearest get bodies with round limbs. */
const NEAR_COUNT = 48;
const NEAR_DETAIL = { corners: 6, capRings: 1 };
const FAR_DETAIL = { corners: 3, capRings: 0 };

/** A character keeps its colour in the high bits of its frame number. */
const TINT_SHIFT = 28;
const FRAME_MASK = 2 ** TINT_SHIFT - 1;
const TINTS = 7;

const CROWD_JOINTS: JointSource = /* glsl */ `
uniform highp sampler2D jointTable;
uniform highp usampler2D crowdStates;
uniform int jointCount;
attribute float slot;
int crowdFirst;
vec4 crowdPlace;
vec3 characterTint;
void findCharacter() {
  int character = gl_InstanceID * ${PER_INSTANCE} + int(slot);
  uvec4 state = texelFetch(crowdStates, ivec2(character % ${STATE_WIDTH}, character / ${STATE_WIDTH}), 0);
  crowdFirst = int(state.x & ${FRAME_MASK}u) * jointCount;
  crowdPlace = vec4(uintBitsToFloat(state.yz), unpackSnorm2x16(state.w));
  characterTint = color.b < color.r ? vec3(1.0) : 0.7 + 0.3 * cos(vec3(0.0, 2.1, 4.2) + float(state.x >> ${TINT_SHIFT}u));
}
vec3 jointAt(int joint) {
  int texel = crowdFirst + joint;
  vec3 at = texelFetch(jointTable, ivec2(texel % ${TABLE_WIDTH}, texel / ${TABLE_WIDTH}), 0).xyz;
  vec2 turned = vec2(crowdPlace.w * at.x + crowdPlace.z * at.z, crowdPlace.w * at.z - crowdPlace.z * at.x);
  return vec3(crowdPlace.x + turned.x, at.y, crowdPlace.y + turned.y);
}
`;

/** Makes room for a crowd in the scene. */
export function makeCrowd(scene: Scene): Crowd {
  const group = new Group();
  scene.add(group);
  let layers: { near: Layer; far: Layer } | null = null;
  let gathering = 0;
  let latest: { states: Uint32Array; eye: Vector3 } | null = null;
  const disperse = () => {
    gathering += 1;
    group.clear();
    layers = null;
    latest = null;
  };
  const show = (states: Uint32Array, eye: Vector3) => {
    latest = { states, eye };
    if (!layers) return;
    const { near, far } = splitByDistance(states, eye, NEAR_COUNT);
    layers.near.take(near);
    layers.far.take(far);
  };
  return {
    show,
    disperse,
    async gather(info) {
      disperse();
      const mine = gathering;
      const table = await fetchJoints(`/library/${info.library}.joints`);
      if (mine !== gathering) return;
      const texture = tableTexture(table);
      const layer = (parts: Part[], most: number) => makeLayer(parts, info.joints.length, texture, most);
      const nearCount = Math.min(NEAR_COUNT, info.count);
      layers = {
        near: layer(farBodyOf(info.joints, NEAR_DETAIL), nearCount),
        far: layer(farBodyOf(info.joints, FAR_DETAIL), info.count),
      };
      group.add(layers.near.mesh, layers.far.mesh);
      if (latest) show(latest.states, latest.eye);
    },
  };
}

/** Fetches a table of joints as docs/protocol.md lays it out. */
export async function fetchJoints(url: string): Promise<JointTable> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  const bytes = await answer.arrayBuffer();
  const head = new DataView(bytes);
  const [frames, joints] = [head.getUint32(0, true), head.getUint32(4, true)];
  const floats = frames * joints * 4;
  return {
    frames,
    joints,
    rateHz: head.getFloat32(8, true),
    positions: new Float32Array(bytes, 16, floats),
    contacts: new Uint8Array(bytes, 16 + floats * 4),
  };
}

interface Layer {
  mesh: Mesh;
  take(states: Uint32Array): void;
}

function makeLayer(parts: Part[], n_joints: number, table: DataTexture, most: number): Layer {
  const one = new BufferGeometry();
  fillBody(one, parts, clothes("#c3ccd8"));
  const geometry = repeat(one, Math.min(PER_INSTANCE, most));
  const rows = Math.ceil(most / STATE_WIDTH) || 1;
  const data = new Uint32Array(STATE_WIDTH * rows * 4);
  const states = new DataTexture(
    data,
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
  states.internalFormat = "RGBA32UI";
  states.needsUpdate = true;
  const material = new MeshBasicMaterial({ vertexColors: true });
  const uniforms = {
    jointTable: { value: table },
    crowdStates: { value: states },
    jointCount: { value: n_joints },
  };
  drawBodies(material, CROWD_JOINTS, uniforms, "plain");
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  return {
    mesh,
    take(next) {
      data.set(next.subarray(0, data.length));
      states.needsUpdate = true;
      const count = Math.min(next.length / 4, most);
      hideRest(data, count);
      geometry.instanceCount = Math.ceil(count / PER_INSTANCE);
      mesh.visible = count > 0;
    },
  };
}

/** Characters of the last instance that are not there are put far below the floor. */
function hideRest(data: Uint32Array, count: number): void {
  const floats = new Float32Array(data.buffer);
  const end = Math.min(Math.ceil(count / PER_INSTANCE) * PER_INSTANCE, data.length / 4);
  for (let i = count; i < end; i++) floats.set([1e6, 1e6], i * 4 + 1);
}

/** Several copies of a body in one geometry, numbered by `slot`. */
function repeat(one: BufferGeometry, copies: number): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry();
  const n_vertices = one.getAttribute("position").count;
  for (const [name, attribute] of Object.entries(one.attributes)) {
    const source = attribute.array as Float32Array;
    const all = new Float32Array(source.length * copies);
    for (let copy = 0; copy < copies; copy++) all.set(source, copy * source.length);
    geometry.setAttribute(name, new BufferAttribute(all, attribute.itemSize));
  }
  const slots = Float32Array.from({ length: n_vertices * copies }, (_, v) => Math.floor(v / n_vertices));
  geometry.setAttribute("slot", new BufferAttribute(slots, 1));
  const indices = Array.from(one.getIndex()?.array ?? []);
  geometry.setIndex(
    Array.from({ length: copies }, (_, copy) => indices.map((i) => i + copy * n_vertices)).flat(),
  );
  return geometry;
}

function tableTexture(table: JointTable): DataTexture {
  const texels = table.frames * table.joints;
  const rows = Math.ceil(texels / TABLE_WIDTH) || 1;
  const data = new Float32Array(TABLE_WIDTH * rows * 4);
  data.set(table.positions);
  return floatTexture(data, TABLE_WIDTH, rows);
}

function splitByDistance(
  states: Uint32Array,
  eye: Vector3,
  count: number,
): { near: Uint32Array; far: Uint32Array } {
  const floats = new Float32Array(states.buffer, states.byteOffset, states.length);
  const n_all = states.length / 4;
  const away = Float32Array.from({ length: n_all }, (_, i) =>
    Math.hypot((floats[i * 4 + 1] ?? 0) - eye.x, (floats[i * 4 + 2] ?? 0) - eye.z),
  );
  const limit = away.slice().sort()[count - 1] ?? Number.POSITIVE_INFINITY;
  const near = new Uint32Array(Math.min(count, n_all) * 4);
  const far = new Uint32Array(Math.max(n_all - count, 0) * 4);
  let [n_near, n_far] = [0, 0];
  for (let i = 0; i < n_all; i++) {
    const isNear = (away[i] ?? 0) <= limit && n_near < count;
    const [into, at] = isNear ? [near, n_near++ * 4] : [far, n_far++ * 4];
    into.set(states.subarray(i * 4, i * 4 + 4), at);
    into[at] = ((into[at] ?? 0) & FRAME_MASK) + (i % TINTS) * 2 ** TINT_SHIFT;
    into[at + 3] = packedTurn(floats[i * 4 + 3] ?? 0);
  }
  return { near, far };
}

/** Sine and cosine of a heading, 16 bits each: the shader then needs no trigonometry. */
function packedTurn(heading: number): number {
  const bits = (value: number) => Math.round(value * 32767) & 0xffff;
  return (bits(Math.cos(heading)) * 0x10000 + bits(Math.sin(heading))) >>> 0;
}
