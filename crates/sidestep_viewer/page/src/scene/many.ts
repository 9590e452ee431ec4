// Several bodies in one geometry.
//
// PERF: one instance holds many characters, because software renderers pay about 20 us for each
// instance whatever is in it.
import { BufferAttribute, type BufferGeometry, type Color, InstancedBufferGeometry } from "three";
import { type Cloth, clothes } from "./body";
import { onScreen } from "./haze";

/** The colours of a crowd, as the screen shows them. */
export function clothesOnScreen(): Record<Cloth, Color> {
  const all = clothes("#c3ccd8");
  Object.values(all).forEach((colour) => onScreen(colour, colour));
  return all;
}

/** Several copies of a body in one geometry, numbered by `slot`. */
export function repeat(one: BufferGeometry, copies: number): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry();
  const n_vertices = one.getAttribute("position").count;
  for (const [name, attribute] of Object.entries(one.attributes)) {
    const source = attribute.array as Float32Array;
    const all = new (source.constructor as Float32ArrayConstructor)(source.length * copies);
    for (let copy = 0; copy < copies; copy++) all.set(source, copy * source.length);
    geometry.setAttribute(name, new BufferAttribute(all, attribute.itemSize, attribute.normalized));
  }
  const slots = Float32Array.from({ length: n_vertices * copies }, (_, v) => Math.floor(v / n_vertices));
  geometry.setAttribute("slot", new BufferAttribute(slots, 1));
  const indices = Array.from(one.getIndex()?.array ?? []);
  geometry.setIndex(
    Array.from({ length: copies }, (_, copy) => indices.map((i) => i + copy * n_vertices)).flat(),
  );
  return geometry;
}
