// Puts the parts of bodies seen from afar where the joints are, in the vertex shader.
//
// Joint positions travel from the server to a float texture without being touched; how a part lies
// between its joints is written into its vertices.
import {
  BufferAttribute,
  type BufferGeometry,
  type Color,
  DataTexture,
  FloatType,
  type IUniform,
  type Material,
  NearestFilter,
  RGBAFormat,
} from "three";
import type { Cloth, Part, Placement } from "./body";
import { HAZE } from "./haze";

/** Width of a texture of joints, in texels. */
export const JOINTS_WIDTH = 1024;

/**
 * Lines of GLSL that define `findCharacter`, run first; `jointAt`, the place of a joint of it; and
 * `characterTint`, which colours it.
 */
export type JointSource = string;

const PLACE = /* glsl */ `
attribute float lift;
attribute vec4 partJoints;
attribute vec4 partManner;
vec3 partFrom, partTo;
mat3 partAxes;
void readPart() {
  findCharacter();
  partFrom = jointAt(int(partJoints.x));
  partTo = jointAt(int(partJoints.y));
  vec3 along = partTo - partFrom;
  along = dot(along, along) > 1e-8 ? normalize(along) : vec3(0.0, 1.0, 0.0);
  vec3 side = jointAt(int(partJoints.z));
  side = partManner.x < 0.5 ? side - jointAt(int(partJoints.w)) : cross(side - partFrom, along);
  side -= along * dot(side, along);
  if (dot(side, side) < 1e-6) {
    vec3 spare = abs(along.x) < 0.9 ? vec3(1.0, 0.0, 0.0) : vec3(0.0, 0.0, 1.0);
    side = spare - along * dot(spare, along);
  }
  side = normalize(side);
  vec3 front = cross(side, along);
  float c = partManner.z, s = partManner.w;
  partAxes = mat3(side, c * along - s * front, c * front + s * along);
}
vec3 bodyPoint(vec3 shape, float lifted) {
  vec3 point = partFrom + shape.y * (partTo - partFrom)
    + partAxes * vec3(shape.x, lifted, shape.z);
  if (partManner.y > 0.5) point.y = max(point.y, 0.004);
  return point;
}
`;

const BEGIN = /* glsl */ `
readPart();
vec3 transformed = bodyPoint(position, lift);
vec3 outward = partAxes * normal;
float light = 0.62 + 0.22 * outward.y + 0.3 * dot(outward, vec3(0.5, 0.2, -0.26));
// The colours are those of the screen, where half of the light is its root.
vColor.rgb *= characterTint * sqrt(max(light, 0.0));
`;

/** Makes a material of three.js draw bodies, lit once for each vertex, with the uniforms of a haze. */
export function drawBodies(material: Material, source: JointSource, uniforms: Record<string, IUniform>): void {
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", `#include <common>\n${HAZE}${source}\n${PLACE}`)
      .replace("#include <begin_vertex>", BEGIN);
    mixHaze(shader);
  };
  material.customProgramCacheKey = () => `body ${source}`;
}

/** Lets a shader whose colours are those of the screen fade into the haze. */
export function mixHaze(shader: { vertexShader: string; fragmentShader: string }): void {
  shader.vertexShader = shader.vertexShader.replace(
    "#include <fog_vertex>",
    "vColor.rgb = mix(vColor.rgb, hazeTint, hazeAt(-mvPosition.z));",
  );
  shader.fragmentShader = shader.fragmentShader
    .replace("#include <fog_fragment>", "")
    .replace("#include <colorspace_fragment>", "");
}

/** A float texture that is read texel by texel. */
export function floatTexture(data: Float32Array, width: number, height: number): DataTexture {
  const texture = new DataTexture(
    data,
    width,
    height,
    RGBAFormat,
    FloatType,
    undefined,
    undefined,
    undefined,
    NearestFilter,
    NearestFilter,
  );
  texture.needsUpdate = true;
  return texture;
}

/** Fills a geometry with the solids of a body, their colours and how they lie. */
export function fillBody(geometry: BufferGeometry, parts: Part[], colours: Record<Cloth, Color>): void {
  const n_vertices = parts.reduce((sum, part) => sum + part.solid.lifts.length, 0);
  const room = (size: number) => new Float32Array(n_vertices * size);
  const [positions, normals, tints, lifts] = [room(3), room(3), room(3), room(1)];
  const [joints, manners] = [room(4), room(4)];
  const indices: number[] = [];
  let base = 0;
  for (const { solid, cloth, placement } of parts) {
    const count = solid.lifts.length;
    positions.set(solid.positions, base * 3);
    normals.set(solid.normals, base * 3);
    lifts.set(solid.lifts, base);
    const [colour, joint, manner] = [colours[cloth].toArray(), jointsOf(placement), mannerOf(placement)];
    for (let v = base; v < base + count; v++) {
      tints.set(colour, v * 3);
      joints.set(joint, v * 4);
      manners.set(manner, v * 4);
    }
    for (const index of solid.indices) indices.push(index + base);
    base += count;
  }
  const attributes = {
    position: positions,
    normal: normals,
    color: tints,
    lift: lifts,
    partJoints: joints,
    partManner: manners,
  };
  for (const [name, data] of Object.entries(attributes)) {
    geometry.setAttribute(name, new BufferAttribute(data, data.length / n_vertices));
  }
  geometry.setIndex(indices);
}

function jointsOf({ from, to, side }: Placement): number[] {
  return "left" in side ? [from, to, side.left, side.right] : [from, to, side.above, 0];
}

function mannerOf({ side, isFoot, pitch }: Placement): number[] {
  return ["above" in side ? 1 : 0, isFoot ? 1 : 0, Math.cos(pitch), Math.sin(pitch)];
}
