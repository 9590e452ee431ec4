// Puts body parts where the joints are, in the vertex shader.
//
// Joint positions travel from the server to a float texture without being touched; the parts of a
// body are a second, tiny texture. Materials of three.js keep their lights and shadows: only the
// lines that make position and normal are replaced.
import {
  type BufferGeometry,
  BufferAttribute,
  DataTexture,
  FloatType,
  type IUniform,
  type Material,
  NearestFilter,
  RGBAFormat,
} from "three";
import type { Color } from "three";
import type { Cloth, Part } from "./body";

/** Width of a texture of joints, in texels. */
export const JOINTS_WIDTH = 1024;

const PART_TEXELS = 2;

/**
 * Lines of GLSL that define `findCharacter`, run first; `jointAt`, the place of a joint of it; and
 * `characterTint`, which colours it.
 */
export type JointSource = string;

const PLACE = /* glsl */ `
uniform highp sampler2D partTable;
attribute float lift;
attribute float part;
ivec4 partJoints;
vec4 partManner;
vec3 partFrom, partTo;
mat3 partAxes;
void readPart() {
  findCharacter();
  partJoints = ivec4(texelFetch(partTable, ivec2(int(part) * 2, 0), 0));
  partManner = texelFetch(partTable, ivec2(int(part) * 2 + 1, 0), 0);
  partFrom = jointAt(partJoints.x);
  partTo = jointAt(partJoints.y);
  vec3 along = partTo - partFrom;
  along = length(along) > 1e-4 ? normalize(along) : vec3(0.0, 1.0, 0.0);
  vec3 side;
  if (partManner.x < 0.5) side = jointAt(partJoints.z) - jointAt(partJoints.w);
  else side = cross(jointAt(partJoints.z) - partFrom, along);
  side -= along * dot(side, along);
  if (dot(side, side) < 1e-6) {
    vec3 spare = abs(along.x) < 0.9 ? vec3(1.0, 0.0, 0.0) : vec3(0.0, 0.0, 1.0);
    side = spare - along * dot(spare, along);
  }
  side = normalize(side);
  vec3 front = cross(side, along);
  float c = cos(partManner.z), s = sin(partManner.z);
  partAxes = mat3(side, c * along - s * front, c * front + s * along);
}
vec3 bodyPoint(vec3 shape, float lifted) {
  vec3 point = partFrom + shape.y * (partTo - partFrom)
    + partAxes * vec3(shape.x, lifted, shape.z);
  if (partManner.y > 0.5) point.y = max(point.y, 0.004);
  return point;
}
`;

const BEGIN_NORMAL = /* glsl */ `
readPart();
vec3 objectNormal = partAxes * normal;
vColor.rgb *= characterTint;
`;

const BEGIN_VERTEX = /* glsl */ `
vec3 transformed = bodyPoint(position, lift);
`;

const BEGIN_VERTEX_ALONE = /* glsl */ `
readPart();
vec3 transformed = bodyPoint(position, lift);
`;

/** Joints that stand one after the other in a texture, from `firstJoint` on. */
export const ACTOR_JOINTS: JointSource = /* glsl */ `
uniform highp sampler2D jointTable;
uniform int firstJoint;
const vec3 characterTint = vec3(1.0);
void findCharacter() {}
vec3 jointAt(int joint) {
  int texel = firstJoint + joint;
  return texelFetch(jointTable, ivec2(texel % ${JOINTS_WIDTH}, texel / ${JOINTS_WIDTH}), 0).xyz;
}
`;

/** Makes a material of three.js draw bodies. Depth materials have no normal to make. */
export function drawBodies(material: Material, source: JointSource, uniforms: Record<string, IUniform>, hasNormal: boolean): void {
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    const head = `#include <common>\n${source}\n${PLACE}`;
    shader.vertexShader = shader.vertexShader.replace("#include <common>", head);
    if (hasNormal) {
      shader.vertexShader = shader.vertexShader.replace("#include <beginnormal_vertex>", BEGIN_NORMAL);
    }
    const begin = hasNormal ? BEGIN_VERTEX : BEGIN_VERTEX_ALONE;
    shader.vertexShader = shader.vertexShader.replace("#include <begin_vertex>", begin);
  };
  material.customProgramCacheKey = () => `body ${hasNormal} ${source}`;
}

/** The texture that tells the shader how each part lies. */
export function partTable(parts: Part[]): DataTexture {
  const data = new Float32Array(parts.length * PART_TEXELS * 4);
  parts.forEach(({ placement }, index) => {
    const isHinge = "above" in placement.side;
    const joints = isHinge && "above" in placement.side ? [placement.side.above, 0] : sides(placement.side);
    data.set([placement.from, placement.to, ...joints], index * 8);
    data.set([isHinge ? 1 : 0, placement.isFoot ? 1 : 0, placement.pitch, 0], index * 8 + 4);
  });
  return floatTexture(data, parts.length * PART_TEXELS, 1);
}

/** A float texture that is read texel by texel. */
export function floatTexture(data: Float32Array, width: number, height: number): DataTexture {
  const texture = new DataTexture(data, width, height, RGBAFormat, FloatType, undefined, undefined, undefined, NearestFilter, NearestFilter);
  texture.needsUpdate = true;
  return texture;
}

/** Fills a geometry with the solids of a body and their colours. */
export function fillBody(geometry: BufferGeometry, parts: Part[], colours: Record<Cloth, Color>): void {
  const n_vertices = parts.reduce((sum, part) => sum + part.solid.lifts.length, 0);
  const positions = new Float32Array(n_vertices * 3);
  const normals = new Float32Array(n_vertices * 3);
  const tints = new Float32Array(n_vertices * 3);
  const lifts = new Float32Array(n_vertices);
  const numbers = new Float32Array(n_vertices);
  const indices: number[] = [];
  let base = 0;
  parts.forEach(({ solid, cloth }, number) => {
    const count = solid.lifts.length;
    positions.set(solid.positions, base * 3);
    normals.set(solid.normals, base * 3);
    lifts.set(solid.lifts, base);
    numbers.fill(number, base, base + count);
    const colour = colours[cloth].toArray();
    for (let v = 0; v < count; v++) tints.set(colour, (base + v) * 3);
    solid.indices.forEach((index) => indices.push(index + base));
    base += count;
  });
  geometry.setAttribute("position", new BufferAttribute(positions, 3));
  geometry.setAttribute("normal", new BufferAttribute(normals, 3));
  geometry.setAttribute("color", new BufferAttribute(tints, 3));
  geometry.setAttribute("lift", new BufferAttribute(lifts, 1));
  geometry.setAttribute("part", new BufferAttribute(numbers, 1));
  geometry.setIndex(indices);
}

function sides(side: { left: number; right: number } | { above: number }): number[] {
  return "left" in side ? [side.left, side.right] : [side.above, 0];
}
