// The neighbours that a controller looked at, as translucent bodies around the character.
import { BufferGeometry, Mesh, MeshLambertMaterial, type Scene } from "three";
import type { Actor, Ghost } from "../wire/protocol";
import { bodyOf, clothes } from "./body";
import { ACTOR_JOINTS, JOINTS_WIDTH, drawBodies, fillBody, floatTexture } from "./body_shader";

export interface Ghosts {
  /** Takes the body that ghosts have. */
  dress(actor: Actor | null): void;
  show(ghosts: Ghost[]): void;
}

const MOST_GHOSTS = 16;
const DETAIL = { corners: 7, capRings: 2 };

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
