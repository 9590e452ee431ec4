// Everything that is drawn flat on the floor, in one mesh that is painted afresh for each picture.
import {
  BufferAttribute,
  BufferGeometry,
  type Color,
  DoubleSide,
  DynamicDrawUsage,
  Mesh,
  MeshBasicMaterial,
  Vector2,
} from "three";

export interface FloorPaint {
  mesh: Mesh;
  begin(): void;
  /** A filled outline, seen from above; x, z of each corner. */
  fan(outline: number[], colour: Color, alpha: number): void;
  spot(x: number, z: number, radius: number, colour: Color, alpha: number): void;
  /** A band along x, z of each point; alpha goes from the first to the last. */
  ribbon(points: number[], width: number, colour: Color, alphas: [number, number]): void;
  ring(x: number, z: number, radius: number, width: number, colour: Color, alpha: number): void;
  arrow(x: number, z: number, heading: number, length: number, colour: Color, alpha: number): void;
  finish(): void;
}

const MOST_VERTICES = 90_000;
const HEIGHT = 0.004;
const RING_CORNERS = 40;
const SPOT_END = new Vector2(1, 0);
const SPOT = Array.from({ length: 9 }, (_, i) => {
  const angle = (i / 9) * 2 * Math.PI;
  return new Vector2(Math.cos(angle), Math.sin(angle));
});

/** Makes the paint. */
export function makeFloorPaint(): FloorPaint {
  const { mesh, corner, begin, finish } = makePot();
  const quad = (a: number[], b: number[], colour: Color, alphas: [number, number]) => {
    const [ax, az, bx, bz] = a as [number, number, number, number];
    const [cx, cz, dx, dz] = b as [number, number, number, number];
    corner(ax, az, colour, alphas[0]);
    corner(bx, bz, colour, alphas[0]);
    corner(cx, cz, colour, alphas[1]);
    corner(bx, bz, colour, alphas[0]);
    corner(dx, dz, colour, alphas[1]);
    corner(cx, cz, colour, alphas[1]);
  };
  const self: FloorPaint = {
    mesh,
    begin,
    finish,
    fan(outline, colour, alpha) {
      for (let i = 2; i + 3 < outline.length; i += 2) {
        for (const at of [0, i, i + 2]) corner(outline[at] ?? 0, outline[at + 1] ?? 0, colour, alpha);
      }
    },
    spot(x, z, radius, colour, alpha) {
      for (let i = 0; i < SPOT.length; i++) {
        const [from, to] = [SPOT[i] ?? SPOT_END, SPOT[i + 1] ?? SPOT_END];
        corner(x, z, colour, alpha);
        corner(x + from.x * radius, z + from.y * radius, colour, alpha);
        corner(x + to.x * radius, z + to.y * radius, colour, alpha);
      }
    },
    ribbon(points, width, colour, alphas) {
      const rims = rimsOf(points, width / 2);
      const share = (i: number) => alphas[0] + (alphas[1] - alphas[0]) * (i / Math.max(rims.length - 1, 1));
      for (let i = 0; i + 1 < rims.length; i++) {
        quad(rims[i] ?? [], rims[i + 1] ?? [], colour, [share(i), share(i + 1)]);
      }
    },
    ring(x, z, radius, width, colour, alpha) {
      const around = Array.from({ length: RING_CORNERS + 1 }, (_, i) => {
        const angle = (i / RING_CORNERS) * 2 * Math.PI;
        return [x + Math.cos(angle) * radius, z + Math.sin(angle) * radius];
      });
      self.ribbon(around.flat(), width, colour, [alpha, alpha]);
    },
    arrow(x, z, heading, length, colour, alpha) {
      const [sin, cos] = [Math.sin(heading), Math.cos(heading)];
      const at = (ahead: number, left: number) => [
        x + sin * ahead + cos * left,
        z + cos * ahead - sin * left,
      ];
      const neck = Math.max(length - 0.16, 0);
      self.ribbon([...at(0, 0), ...at(neck, 0)], 0.045, colour, [alpha * 0.25, alpha]);
      self.fan([...at(neck, 0.09), ...at(length, 0), ...at(neck, -0.09)], colour, alpha);
    },
  };
  return self;
}

/** The mesh that all paint goes into, corner by corner. */
interface Pot {
  mesh: Mesh;
  begin(): void;
  corner(x: number, z: number, colour: Color, alpha: number): void;
  finish(): void;
}

function makePot(): Pot {
  const positions = new Float32Array(MOST_VERTICES * 3);
  const colours = new Float32Array(MOST_VERTICES * 4);
  const geometry = new BufferGeometry();
  const attributes = [new BufferAttribute(positions, 3), new BufferAttribute(colours, 4)] as const;
  attributes.forEach((attribute) => attribute.setUsage(DynamicDrawUsage));
  geometry.setAttribute("position", attributes[0]);
  geometry.setAttribute("color", attributes[1]);
  const material = new MeshBasicMaterial({
    vertexColors: true,
    transparent: true,
    depthWrite: false,
    polygonOffset: true,
    polygonOffsetFactor: -2,
    side: DoubleSide,
  });
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.renderOrder = 1;
  let count = 0;
  return {
    mesh,
    begin: () => {
      count = 0;
    },
    corner(x, z, colour, alpha) {
      if (count >= MOST_VERTICES) return;
      const [at, tint] = [count * 3, count * 4];
      positions[at] = x;
      positions[at + 1] = HEIGHT;
      positions[at + 2] = z;
      colours[tint] = colour.r;
      colours[tint + 1] = colour.g;
      colours[tint + 2] = colour.b;
      colours[tint + 3] = alpha;
      count += 1;
    },
    finish() {
      geometry.setDrawRange(0, count);
      for (const attribute of attributes) {
        attribute.clearUpdateRanges();
        attribute.addUpdateRange(0, count * attribute.itemSize);
        attribute.needsUpdate = true;
      }
    },
  };
}

/** Left and right rim of a band at each of its points: lx, lz, rx, rz. */
function rimsOf(points: number[], half: number): number[][] {
  const n_points = points.length / 2;
  const at = (i: number) => [points[i * 2] ?? 0, points[i * 2 + 1] ?? 0] as const;
  return Array.from({ length: n_points }, (_, i) => {
    const [x0, z0] = at(Math.max(i - 1, 0));
    const [x1, z1] = at(Math.min(i + 1, n_points - 1));
    const length = Math.hypot(x1 - x0, z1 - z0) || 1;
    const [sx, sz] = [((z1 - z0) / length) * half, (-(x1 - x0) / length) * half];
    const [x, z] = at(i);
    return [x + sx, z + sz, x - sx, z - sz];
  });
}
