// The floor: a metre grid that fades into the distance, numbers every five metres, soft shadows.
import {
  CanvasTexture,
  Group,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  ShadowMaterial,
  type Vector3,
} from "three";
import type { Theme } from "./theme";

export interface Ground {
  group: Group;
  /** Keeps floor and shadows around a place. */
  follow(target: Vector3, reach: number): void;
  dress(theme: Theme): void;
}

const SIZE = 240;
const NUMBERED_EVERY = 5;
const NUMBERED_TO = 20;

const GRID = /* glsl */ `
float gridLine(vec2 at, float every, float width) {
  vec2 cell = abs(fract(at / every - 0.5) - 0.5) * every;
  vec2 soft = fwidth(at);
  vec2 line = 1.0 - smoothstep(vec2(width), vec2(width) + soft * 1.3, cell);
  line *= clamp(every * 0.22 / soft, 0.0, 1.0);
  return max(line.x, line.y);
}
`;

const PAINT = /* glsl */ `
#include <color_fragment>
diffuseColor.rgb = mix(diffuseColor.rgb, thinLine, gridLine(floorAt, 1.0, 0.003));
diffuseColor.rgb = mix(diffuseColor.rgb, strongLine, gridLine(floorAt, 5.0, 0.008));
`;

/** Makes the floor. */
export function makeGround(): Ground {
  const group = new Group();
  const material = new MeshBasicMaterial();
  const uniforms = {
    thinLine: { value: material.color.clone() },
    strongLine: { value: material.color.clone() },
  };
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", "#include <common>\nvarying vec2 floorAt;")
      .replace(
        "#include <begin_vertex>",
        "#include <begin_vertex>\nfloorAt = (modelMatrix * vec4(position, 1.0)).xz;",
      );
    shader.fragmentShader = shader.fragmentShader
      .replace(
        "#include <common>",
        `#include <common>\nvarying vec2 floorAt;\nuniform vec3 thinLine;\nuniform vec3 strongLine;\n${GRID}`,
      )
      .replace("#include <color_fragment>", PAINT);
  };
  const floor = new Mesh(new PlaneGeometry(SIZE, SIZE).rotateX(-Math.PI / 2), material);
  // PERF: without a graphics card, shadows on the whole floor cost 85 ms of a picture; so only a
  // patch around the characters catches them.
  const shade = new ShadowMaterial({ depthWrite: false, polygonOffset: true, polygonOffsetFactor: -1 });
  const patch = new Mesh(new PlaneGeometry(1, 1).rotateX(-Math.PI / 2), shade);
  patch.receiveShadow = true;
  // Drawn after the bodies, so that no pixel under them is painted twice.
  floor.renderOrder = 1;
  group.add(floor, patch);
  const numbers = new Group();
  group.add(numbers);
  return {
    group,
    follow(target, reach) {
      floor.position.set(Math.round(target.x), 0, Math.round(target.z));
      patch.position.set(target.x, 0.002, target.z);
      patch.scale.set(2 * reach, 1, 2 * reach);
      patch.visible = reach > 0;
    },
    dress(theme) {
      material.color.copy(theme.ground);
      shade.opacity = theme.shade;
      uniforms.thinLine.value.copy(theme.line);
      uniforms.strongLine.value.copy(theme.strongLine);
      numbers.clear();
      for (let at = -NUMBERED_TO; at <= NUMBERED_TO; at += NUMBERED_EVERY) {
        if (at === 0) continue;
        numbers.add(numberAt(`${at} m`, at, 0, theme.ink), numberAt(`${at} m`, 0, at, theme.ink));
      }
    },
  };
}

function numberAt(text: string, x: number, z: number, ink: string): Mesh {
  const canvas = document.createElement("canvas");
  canvas.width = 128;
  canvas.height = 48;
  const paint = canvas.getContext("2d");
  if (paint) {
    paint.font = "600 30px system-ui, sans-serif";
    paint.fillStyle = ink;
    paint.globalAlpha = 0.55;
    paint.textAlign = "center";
    paint.fillText(text, 64, 34);
  }
  const material = new MeshBasicMaterial({
    map: new CanvasTexture(canvas),
    transparent: true,
    depthWrite: false,
  });
  const mesh = new Mesh(new PlaneGeometry(0.64, 0.24).rotateX(-Math.PI / 2).rotateY(Math.PI), material);
  mesh.position.set(x - 0.42, 0.002, z + 0.18);
  return mesh;
}
