// The nearest of a crowd, in the skinned body: few enough that the page poses them itself.
import { BufferGeometry, Mesh, MeshBasicMaterial } from "three";
import { floatTexture } from "./body_shader";
import type { Haze } from "./haze";
import type { JointTable } from "./joint_table";
import { clothesOnScreen, repeat } from "./many";
import { JOINT_TEXELS, SKIN_WIDTH, type Skin, type SkinSource, drawSkins, fillSkin, poseSkin } from "./skin";

export interface NearCrowd {
  mesh: Mesh;
  begin(): void;
  /** Adds one in a frame of the library; false where there is no more room. */
  add(frame: number, tint: number[], x: number, z: number, heading: number): boolean;
  finish(): void;
  discard(): void;
}

/** Makes room for the nearest. */
export function makeNearCrowd(skin: Skin, table: JointTable, haze: Haze, most: number): NearCrowd {
  const n_joints = skin.stance.length / 8;
  // The first texel of each is its tint.
  const texels = 1 + n_joints * JOINT_TEXELS;
  const rows = Math.ceil((texels * most) / SKIN_WIDTH) || 1;
  const moves = new Float32Array(SKIN_WIDTH * rows * 4);
  const texture = floatTexture(moves, SKIN_WIDTH, rows);
  const one = new BufferGeometry();
  fillSkin(one, skin, clothesOnScreen());
  const geometry = repeat(one, most);
  geometry.instanceCount = 1;
  const perBody = one.getIndex()?.count ?? 0;
  const material = new MeshBasicMaterial({ vertexColors: true });
  drawSkins(material, sourceOf(texels), { ...haze, skinTable: { value: texture } }, "plain");
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  let count = 0;
  return {
    mesh,
    begin: () => {
      count = 0;
    },
    add(frame, tint, x, z, heading) {
      if (count >= most || frame >= table.frames) return false;
      const at = count * texels * 4;
      moves.set(tint, at);
      const ground: [number, number, number, number] = [x, z, Math.sin(heading), Math.cos(heading)];
      poseSkin(skin, table.positions, frame * table.joints * 4, moves, at + 4, ground);
      count += 1;
      return true;
    },
    finish() {
      texture.needsUpdate = true;
      geometry.setDrawRange(0, count * perBody);
      mesh.visible = count > 0;
    },
    discard() {
      geometry.dispose();
      material.dispose();
      texture.dispose();
    },
  };
}

function sourceOf(texels: number): SkinSource {
  return /* glsl */ `
attribute float slot;
vec4 skinTexel(int texel);
int skinFirst;
vec3 skinTint;
void findSkin() {
  int first = int(slot) * ${texels};
  skinTint = color.b < color.r ? vec3(1.0) : skinTexel(first).rgb;
  skinFirst = first + 1;
}
`;
}
