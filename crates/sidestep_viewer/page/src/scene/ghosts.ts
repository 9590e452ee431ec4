// What a controller has in mind, in the scene: translucent bodies, and ways and marks on the floor.
import { BufferGeometry, Color, Mesh, MeshLambertMaterial, type Scene } from "three";
import type { Actor, Ghost, Inside } from "../wire/protocol";
import { clothes } from "./body";
import { JOINTS_WIDTH, floatTexture } from "./body_shader";
import type { FloorPaint } from "./floor_paint";
import { JOINT_TEXELS, ONE_SKIN, SKIN_WIDTH, type Skin, drawSkins, fetchSkin, fillSkin, poseSkin } from "./skin";
import { cheapness, warmth } from "./warmth";

export interface Ghosts {
  /** Takes the body that ghosts have. */
  dress(actor: Actor | null): void;
  show(ghosts: Ghost[]): void;
}

const MOST_GHOSTS = 16;
/** Colours of ways, from dear to cheap. */
const WAY_COLOURS = Array.from({ length: 8 }, (_, i) => new Color(warmth(i / 7).replaceAll(" ", ", ")));

/** Makes room for ghosts in the scene. */
export function makeGhosts(scene: Scene): Ghosts {
  const moves = new Float32Array(JOINTS_WIDTH * JOINT_TEXELS * 4);
  const table = floatTexture(moves, SKIN_WIDTH, (JOINTS_WIDTH * JOINT_TEXELS) / SKIN_WIDTH);
  let skin: Skin | null = null;
  let dressing = 0;
  let meshes: Mesh<BufferGeometry, MeshLambertMaterial>[] = [];
  let n_joints = 0;
  return {
    dress(actor) {
      meshes.forEach((mesh) => scene.remove(mesh));
      meshes = [];
      skin = null;
      dressing += 1;
      if (!actor) return;
      const mine = dressing;
      n_joints = actor.joints.length;
      const geometry = new BufferGeometry();
      const wear = (fetched: Skin) => {
        if (mine !== dressing) return;
        fillSkin(geometry, fetched, clothes(actor.colour));
        skin = fetched;
      };
      // Ghosts that have no body are not seen; that there is none is told where the actor is dressed.
      fetchSkin(actor.library, "coarse").then(wear, () => undefined);
      const count = Math.min(MOST_GHOSTS, Math.floor(JOINTS_WIDTH / n_joints));
      meshes = Array.from({ length: count }, (_, index) => {
        const material = new MeshLambertMaterial({
          vertexColors: true,
          transparent: true,
          depthWrite: false,
        });
        const uniforms = {
          skinTable: { value: table },
          firstTexel: { value: index * n_joints * JOINT_TEXELS },
        };
        drawSkins(material, ONE_SKIN, uniforms, "lit");
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
        mesh.visible = skin !== null && ghost !== undefined && ghost.joints.length === n_joints * 4;
        if (!ghost || !skin || !mesh.visible) return;
        mesh.material.opacity = 0.06 + 0.24 * (ghost.weight / strongest) + (ghost.chosen ? 0.15 : 0);
        poseSkin(skin, Float32Array.from(ghost.joints), 0, moves, index * n_joints * JOINT_TEXELS * 4);
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
  const order = choices.map((_, i) => i).toSorted((a, b) => (cheap[a] ?? 0) - (cheap[b] ?? 0));
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
