// The skinned bodies that the server makes: fetched once, posed from joints, drawn by the shader.
//
// A joint comes as x, y, z and its turn in one float; the page makes of it what the joint does to
// the body as it was made, so that the shader has only to turn and to shift.
import { BufferAttribute, BufferGeometry, type Color, type IUniform, type Material } from "three";
import type { Cloth } from "./body";
import { mixHaze } from "./body_shader";
import { HAZE } from "./haze";

/** How finely a body is made. */
export type Fineness = "fine" | "plain" | "coarse";

export interface Skin {
  /** x, y, z, 0 and the quaternion of each joint in the pose in which the body was made. */
  stance: Float32Array;
  positions: Float32Array;
  /** Normal times 127, and the number of the cloth. */
  ways: Int8Array;
  joints: Uint16Array;
  /** Times 65535. */
  weights: Uint16Array;
  indices: Uint32Array;
}

/** Texels of a joint: its turn, then its shift. */
export const JOINT_TEXELS = 2;
/** Width of a texture of joints, in texels. */
export const SKIN_WIDTH = 1024;

const CLOTHS: Cloth[] = ["skin", "hair", "shirt", "trousers", "shoes", "soles", "dark"];
const fetched = new Map<string, Promise<Skin>>();

/** The body of a library's skeleton, asked for once. */
export function fetchSkin(library: string, fineness: Fineness, build = wantedBuild()): Promise<Skin> {
  const url = `/library/${library}/body/${build}-${fineness}.body`;
  const known = fetched.get(url);
  if (known) return known;
  const skin = load(url);
  fetched.set(url, skin);
  skin.catch(() => fetched.delete(url));
  return skin;
}

/** The build that the address asks for. */
function wantedBuild(): string {
  return new URLSearchParams(location.search).get("build") === "slimmer" ? "slimmer" : "fuller";
}

async function load(url: string): Promise<Skin> {
  const answer = await fetch(url).catch(() => null);
  if (!answer?.ok) {
    const why = answer ? `${url} answered ${answer.status}` : `${url} did not answer`;
    throw new Error(`nobody can be seen, because the body did not come: ${why}. Reload the page`);
  }
  const bytes = await answer.arrayBuffer();
  const [n_vertices = 0, n_triangles = 0, n_joints = 0] = new Uint32Array(bytes, 0, 4);
  let at = 16;
  const take = (length: number) => (at += length) - length;
  return {
    stance: new Float32Array(bytes, take(n_joints * 32), n_joints * 8),
    positions: new Float32Array(bytes, take(n_vertices * 12), n_vertices * 3),
    ways: new Int8Array(bytes, take(n_vertices * 4), n_vertices * 4),
    joints: new Uint16Array(bytes, take(n_vertices * 8), n_vertices * 4),
    weights: new Uint16Array(bytes, take(n_vertices * 8), n_vertices * 4),
    indices: new Uint32Array(bytes, take(n_triangles * 12), n_triangles * 3),
  };
}

/** Fills a geometry with a body in these colours. */
export function fillSkin(geometry: BufferGeometry, skin: Skin, colours: Record<Cloth, Color>): void {
  const n_vertices = skin.positions.length / 3;
  const tints = new Uint8Array(n_vertices * 4);
  const palette = CLOTHS.map((cloth) => colours[cloth].toArray().map((part) => Math.round(part * 255)));
  const normals = new Int8Array(n_vertices * 4);
  for (let v = 0; v < n_vertices; v++) {
    tints.set(palette[skin.ways[v * 4 + 3] ?? 0] ?? [], v * 4);
    tints[v * 4 + 3] = 255;
    for (let part = 0; part < 3; part++) normals[v * 4 + part] = skin.ways[v * 4 + part] ?? 0;
  }
  geometry.setAttribute("position", new BufferAttribute(skin.positions, 3));
  geometry.setAttribute("normal", new BufferAttribute(normals, 4, true));
  geometry.setAttribute("color", new BufferAttribute(tints, 4, true));
  geometry.setAttribute("skinJoints", new BufferAttribute(Float32Array.from(skin.joints), 4));
  geometry.setAttribute("skinWeights", new BufferAttribute(skin.weights, 4, true));
  geometry.setIndex(new BufferAttribute(skin.indices, 1));
}

const STEPS = 645;
const MOST = Math.SQRT1_2;
const LOW = 2 ** 29 - 1;
const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);
const turn = new Float32Array(4);

/** Reads a turn as the server packs it: the three smaller parts of a quaternion, and which is missing. */
function unpack(packed: Float32Array, at: number): void {
  float[0] = packed[at] ?? 0;
  const word = bits[0] ?? 0;
  let rest = (word >>> 31) * 2 ** 29 + (word & LOW);
  const small = [0, 0, 0];
  let sum = 0;
  for (let part = 2; part >= 0; part--) {
    const value = (((rest % STEPS) / (STEPS - 1)) * 2 - 1) * MOST;
    rest = Math.floor(rest / STEPS);
    small[part] = value;
    sum += value * value;
  }
  for (let part = 0, next = 0; part < 4; part++) {
    turn[part] = part === rest ? Math.sqrt(Math.max(1 - sum, 0)) : (small[next++] ?? 0);
  }
}

/** Where a character stands: x, z, sine and cosine of its heading. */
export type Ground = [number, number, number, number];

/**
 * Writes what each joint does to the body into `out`: its turn, then its shift. `joints` has x, y, z
 * and the packed turn of each from `first` on, seen from `ground`.
 */
export function poseSkin(
  skin: Skin,
  joints: Float32Array,
  first: number,
  out: Float32Array,
  at: number,
  ground: Ground = [0, 0, 0, 1],
): void {
  const [gx, gz, sine, cosine] = ground;
  // Half the heading, as a quaternion about the vertical.
  const half = Math.sqrt(Math.max((1 + cosine) / 2, 0));
  const [hy, hw] = half > 1e-4 ? [sine / (2 * half), half] : [1, 0];
  const { stance } = skin;
  for (let joint = 0; joint < stance.length / 8; joint++) {
    const from = first + joint * 4;
    unpack(joints, from + 3);
    const [tx = 0, ty = 0, tz = 0, tw = 1] = turn;
    const qx = hw * tx + hy * tz;
    const qy = hw * ty + hy * tw;
    const qz = hw * tz - hy * tx;
    const qw = hw * tw - hy * ty;
    const s = joint * 8;
    const [sx, sy, sz, sw] = [stance[s + 4] ?? 0, stance[s + 5] ?? 0, stance[s + 6] ?? 0, stance[s + 7] ?? 1];
    // The turn since the stance: q times the conjugate of the stance's.
    const x = -qw * sx + qx * sw - qy * sz + qz * sy;
    const y = -qw * sy + qx * sz + qy * sw - qz * sx;
    const z = -qw * sz - qx * sy + qy * sx + qz * sw;
    const w = qw * sw + qx * sx + qy * sy + qz * sz;
    const [px, py, pz] = [stance[s] ?? 0, stance[s + 1] ?? 0, stance[s + 2] ?? 0];
    // What the turn makes of the joint's place in the stance.
    const [cx, cy, cz] = [y * pz - z * py + w * px, z * px - x * pz + w * py, x * py - y * px + w * pz];
    const [jx, jy, jz] = [joints[from] ?? 0, joints[from + 1] ?? 0, joints[from + 2] ?? 0];
    const to = at + joint * 8;
    out[to] = x;
    out[to + 1] = y;
    out[to + 2] = z;
    out[to + 3] = w;
    out[to + 4] = gx + cosine * jx + sine * jz - (px + 2 * (y * cz - z * cy));
    out[to + 5] = jy - (py + 2 * (z * cx - x * cz));
    out[to + 6] = gz + cosine * jz - sine * jx - (pz + 2 * (x * cy - y * cx));
  }
}

/**
 * What a material needs of a body: lit by three.js; lit once for each vertex, in the colours of the
 * screen and with the uniforms of a haze; or depth alone.
 */
type Lighting = "lit" | "plain" | "depth";

/** Lines of GLSL that define `findSkin`, run first, which sets `skinFirst`, and `skinTint`. */
export type SkinSource = string;

/** One body, whose joints begin at a texel. */
export const ONE_SKIN: SkinSource = /* glsl */ `
uniform int firstTexel;
int skinFirst;
const vec3 skinTint = vec3(1.0);
void findSkin() { skinFirst = firstTexel; }
`;

const PLACE = /* glsl */ `
uniform highp sampler2D skinTable;
attribute vec4 skinJoints;
attribute vec4 skinWeights;
vec4 skinTexel(int texel) {
  return texelFetch(skinTable, ivec2(texel % ${SKIN_WIDTH}, texel / ${SKIN_WIDTH}), 0);
}
vec3 skinNormal, skinPoint;
void addJoint(float joint, float weight) {
  if (weight <= 0.0) return;
  int texel = skinFirst + int(joint) * ${JOINT_TEXELS};
  vec4 q = skinTexel(texel);
  vec3 shift = skinTexel(texel + 1).xyz;
  skinPoint += weight * (position + 2.0 * cross(q.xyz, cross(q.xyz, position) + q.w * position) + shift);
  skinNormal += weight * (normal + 2.0 * cross(q.xyz, cross(q.xyz, normal) + q.w * normal));
}
void readSkin() {
  findSkin();
  skinPoint = vec3(0.0);
  skinNormal = vec3(0.0);
  addJoint(skinJoints.x, skinWeights.x);
  addJoint(skinJoints.y, skinWeights.y);
  addJoint(skinJoints.z, skinWeights.z);
  addJoint(skinJoints.w, skinWeights.w);
  // Feet flatten against the floor rather than sink into it.
  skinPoint.y = max(skinPoint.y, 0.004);
}
`;

const BEGIN: Record<Lighting, string> = {
  lit: "vec3 transformed = skinPoint;",
  plain: /* glsl */ `
readSkin();
vec3 transformed = skinPoint;
vec3 outward = normalize(skinNormal);
float light = 0.62 + 0.22 * outward.y + 0.3 * dot(outward, vec3(0.5, 0.2, -0.26));
// The colours are those of the screen, where half of the light is its root.
vColor.rgb *= skinTint * sqrt(max(light, 0.0));
`,
  depth: "readSkin();\nvec3 transformed = skinPoint;",
};

/** Makes a material of three.js draw skinned bodies; `uniforms` hold `skinTable`. */
export function drawSkins(
  material: Material,
  source: SkinSource,
  uniforms: Record<string, IUniform>,
  lighting: Lighting,
): void {
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    const before = lighting === "plain" ? `${HAZE}${source}` : source;
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", `#include <common>\n${before}\n${PLACE}`)
      .replace("#include <begin_vertex>", BEGIN[lighting]);
    if (lighting === "lit") {
      shader.vertexShader = shader.vertexShader.replace(
        "#include <beginnormal_vertex>",
        "readSkin();\nvec3 objectNormal = normalize(skinNormal);",
      );
    }
    if (lighting === "plain") mixHaze(shader);
  };
  material.customProgramCacheKey = () => `skin ${lighting} ${source}`;
}
