// Solids that body parts are made of: rings of ellipses along an axis, closed at both ends.
//
// A solid lives in the space of its part: x to the side, y along from joint `from` (0) to joint
// `to` (1), z to the front. `lift` adds metres along the axis, so that ends stay round however long
// the part is.
import { BufferAttribute, BufferGeometry } from "three";

export interface Ring {
  along: number;
  lift: number;
  halfWidth: number;
  halfDepth: number;
  side: number;
  front: number;
}

export interface Solid {
  /** side, along, front of each vertex. */
  positions: Float32Array;
  lifts: Float32Array;
  /** side, along, front, of length one. */
  normals: Float32Array;
  indices: Uint32Array;
}

/** How finely solids are made. */
export interface Detail {
  /** Corners of a ring. */
  corners: number;
  /** Rings of a rounded end; none leaves it open. */
  capRings: number;
}

/** A ring with its centre on the axis. */
export function ring(along: number, halfWidth: number, halfDepth = halfWidth): Ring {
  return { along, lift: 0, halfWidth, halfDepth, side: 0, front: 0 };
}

/** Joins the rings by a skin and closes it with round ends; `length` in metres is for the normals. */
export function loft(rings: Ring[], length: number, detail: Detail): Solid {
  const first = rings[0];
  const last = rings[rings.length - 1];
  if (!first || !last) throw new Error("a solid needs a ring");
  const { corners: segments, capRings } = detail;
  const closed = [...cap(first, -1, capRings).toReversed(), ...rings, ...cap(last, 1, capRings)];
  const n_vertices = closed.length * segments;
  const metric = new Float32Array(n_vertices * 3);
  const lifts = new Float32Array(n_vertices);
  const alongs = new Float32Array(n_vertices);
  closed.forEach((r, row) => {
    for (let s = 0; s < segments; s++) {
      const angle = (s / segments) * Math.PI * 2;
      const v = row * segments + s;
      metric[v * 3] = r.side + Math.cos(angle) * r.halfWidth;
      metric[v * 3 + 1] = r.along * length + r.lift;
      metric[v * 3 + 2] = r.front + Math.sin(angle) * r.halfDepth;
      lifts[v] = r.lift;
      alongs[v] = r.along;
    }
  });
  const indices = skin(closed.length, segments);
  const normals = smoothNormals(metric, indices);
  const positions = metric.map((value, i) => (i % 3 === 1 ? (alongs[(i - 1) / 3] ?? 0) : value));
  return { positions, lifts, normals, indices };
}

/** The rings that round off an end; `way` is the direction along the axis. */
function cap(end: Ring, way: number, capRings: number): Ring[] {
  const height = Math.min(end.halfWidth, end.halfDepth);
  return Array.from({ length: capRings }, (_, i) => {
    const angle = ((i + 1) / capRings) * (Math.PI / 2);
    const shrink = Math.max(Math.cos(angle), 1e-3);
    return {
      ...end,
      lift: end.lift + way * Math.sin(angle) * height,
      halfWidth: end.halfWidth * shrink,
      halfDepth: end.halfDepth * shrink,
    };
  });
}

function skin(rows: number, segments: number): Uint32Array {
  const indices: number[] = [];
  for (let row = 0; row + 1 < rows; row++) {
    for (let s = 0; s < segments; s++) {
      const a = row * segments + s;
      const b = row * segments + ((s + 1) % segments);
      indices.push(a, a + segments, b, b, a + segments, b + segments);
    }
  }
  return new Uint32Array(indices);
}

function smoothNormals(positions: Float32Array, indices: Uint32Array): Float32Array {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(positions, 3));
  geometry.setIndex(new BufferAttribute(indices, 1));
  geometry.computeVertexNormals();
  return geometry.getAttribute("normal").array as Float32Array;
}
