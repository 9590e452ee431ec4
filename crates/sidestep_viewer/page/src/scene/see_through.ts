// Windows in solids: what stands between the camera and a character is drawn in dots, so that the
// character is seen through it. Dots need no sorting and cost nothing where there is no window.
import { type Camera, type MeshLambertMaterial, Vector3 } from "three";
import type { ActorFrame } from "../wire/frame";

export interface Windows {
  /** Lets a material have windows. */
  cutInto(material: MeshLambertMaterial): void;
  /** Moves the windows to these characters. */
  openTo(actors: ActorFrame[], camera: Camera): void;
}

const MOST = 6;
/** The middle of a body, and how far around it is seen, in metres. */
const MIDDLE = 0.8;
const RADIUS = 0.95;

const HEAD = `
uniform vec3 windowAt[${MOST}];
uniform int windowCount;
`;

/* The line of sight from the camera, which is at the origin here, to each character. */
const CUT = `
for (int i = 0; i < ${MOST}; i++) {
  if (i >= windowCount) break;
  vec3 sight = windowAt[i];
  float along = dot(-vViewPosition, sight) / dot(sight, sight);
  if (along > 0.97) continue;
  float beside = length(-vViewPosition - sight * along);
  vec2 dot4 = mod(floor(gl_FragCoord.xy), 3.0);
  if (beside < ${RADIUS.toFixed(2)} && dot4.x + dot4.y > 0.5) discard;
}
#include <clipping_planes_fragment>
`;

/** Makes windows that are open to nobody. */
export function makeWindows(): Windows {
  const uniforms = {
    windowAt: { value: Array.from({ length: MOST }, () => new Vector3()) },
    windowCount: { value: 0 },
  };
  return {
    cutInto(material) {
      material.onBeforeCompile = (shader) => {
        Object.assign(shader.uniforms, uniforms);
        shader.fragmentShader =
          HEAD + shader.fragmentShader.replace("#include <clipping_planes_fragment>", CUT);
      };
    },
    openTo(actors, camera) {
      camera.updateMatrixWorld();
      uniforms.windowCount.value = Math.min(actors.length, MOST);
      actors.slice(0, MOST).forEach(({ x, z }, index) =>
        uniforms.windowAt.value[index]?.set(x, MIDDLE, z).applyMatrix4(camera.matrixWorldInverse),
      );
    },
  };
}
