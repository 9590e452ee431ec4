// What a controller has in mind, in the scene: translucent bodies, and ways and marks on the floor.
import { BufferGeometry, Color, Mesh, MeshLambertMaterial, type Scene } from "three";
import { cheapness } from "../panels/map_view";
import { warmth } from "../panels/plots";
import type { Actor, Ghost, Inside } from "../wire/protocol";
import { bodyOf, clothes } from "./body";
import { ACTOR_JOINTS, JOINTS_WIDTH, drawBodies, fillBody, floatTexture } from "./body_shader";
import type { FloorPaint } from "./floor_paint";

export interface Ghosts {
  /** Takes the body that ghosts have. */
  dress(actor: Actor | null): void;
  show(ghosts: Ghost[]): void;
}

const MOST_GHOSTS = 16;
const DETAIL = { corners: 7, capRings: 2 };
/** Colours of ways, from dear to cheap. */
const WAY_COLOURS = Array.from({ length: 8 }, (_, i) => new Color(warmth(i / 7).replaceAll(" ", ", ")));

/** Makes room for ghosts in the scene. */
export function makeGhosts(scene: Scene): Ghosts {
  const data = new Float32Array(JOINTS_WIDTH * 4);
  const table = floatTexture(data, JOINTS_WIDTH, 1);
  let meshes: Mesh<BufferGeometry, MeshLambertMaterial>[] = [];
  let n_joints = 0;
  return {
    dress(actor) {
      meshes.forEach((mesh) => scene.remove(mesh));
      meshes = [];
      if (!actor) return;
      n_joints = actor.joints.length;
      const parts = bodyOf(actor.joints, DETAIL);
      const geometry = new BufferGeometry();
      fillBody(geometry, parts, clothes(actor.colour));
      const count = Math.min(MOST_GHOSTS, Math.floor(JOINTS_WIDTH / n_joints));
      meshes = Array.from({ length: count }, (_, index) => {
        const material = new MeshLambertMaterial({
          vertexColors: true,
          transparent: true,
          depthWrite: false,
        });
        const uniforms = {
          jointTable: { value: table },
          firstJoint: { value: index * n_joints },
        };
        drawBodies(material, ACTOR_JOINTS, uniforms, "lit");
        const mesh = new Mesh(geometry, material);
        mesh.frustumCulled = false;
        mesh.visible = false;
        mesh.renderOrder = 2;
        scene.add(mesh);
        return mesh;
      });
    },
    show(ghosts) {
      const strongest = Math.max(...ghosts.map((ghost) => ghost.weight), 1e-6);
      meshes.forEach((mesh, index) => {
        const ghost = ghosts[index];
        mesh.visible = ghost !== undefined && ghost.joints.length === n_joints * 3;
        if (!ghost || !mesh.visible) return;
        mesh.material.opacity = 0.06 + 0.24 * (ghost.weight / strongest) + (ghost.chosen ? 0.15 : 0);
        for (let joint = 0; joint < n_joints; joint++) {
          data.set(ghost.joints.slice(joint * 3, joint * 3 + 3), (index * n_joints + joint) * 4);
        }
      });
      table.needsUpdate = true;
    },
  };
}

/** Paints what is in mind on the floor. */
export function paintThoughts(paint: FloorPaint, inside: Inside, colour: Color): void {
  const { choices, marks, plan, trails } = inside;
  if (plan.length > 0) paintWays(paint, inside, colour);
  else {
    for (const trail of trails) paint.ribbon(trail, 0.02, colour, [0.6, 0.1]);
    for (const { to, chosen } of choices) {
      if (to) paint.arrow(...to, 0.22, colour, chosen ? 0.9 : 0.25);
    }
  }
  for (const mark of marks.filter((one) => !isTarget(one)))
    paint.ring(mark.x, mark.z, 0.07, 0.03, colour, 0.8);
}

/** The scene shows the target already, as what was wished. */
export function isTarget(mark: Inside["marks"][number]): boolean {
  return mark.label === "target";
}

/** The ways of a map, the cheap ones on top, and the one taken. */
function paintWays(paint: FloorPaint, { choices, trails, trail_labels }: Inside, colour: Color): void {
  const cheap = cheapness(choices);
  const order = choices.map((_, i) => i).sort((a, b) => (cheap[a] ?? 0) - (cheap[b] ?? 0));
  for (const i of order) {
    const share = cheap[i] ?? 0;
    const tint = WAY_COLOURS[Math.round(share * (WAY_COLOURS.length - 1))] ?? colour;
    const alpha = 0.12 + 0.5 * share;
    paint.ribbon(choices[i]?.way ?? [], 0.018, tint, [alpha, alpha]);
  }
  const taken = trails[trail_labels.indexOf("plan")];
  if (taken) paint.ribbon(taken, 0.05, colour, [0.5, 0.95]);
  const to = choices.find((choice) => choice.chosen)?.to;
  if (to) paint.arrow(...to, 0.24, colour, 0.95);
}
