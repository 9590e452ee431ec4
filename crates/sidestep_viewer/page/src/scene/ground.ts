// The floor: a metre grid that fades into the distance, numbers every five metres, soft shadows.
import {
  CanvasTexture,
  Color,
  Group,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  ShaderMaterial,
  ShadowMaterial,
  Vector2,
  type Vector3,
} from "three";
import { HAZE, type Haze, onScreen } from "./haze";
import type { Theme } from "./theme";

export interface Ground {
  group: Group;
  /** Keeps the floor under the eye, and shadows as far as `reach` around a place; 0 for none. */
  follow(target: Vector3, eye: Vector3, reach: number): void;
  dress(theme: Theme): void;
}

/** How far the middle of a body's shadow lies from its feet, by the place of the sun. */
const SHADOW_FALLS = new Vector2(-0.5, 0.26);
const NUMBERED_EVERY = 5;
const NUMBERED_TO = 20;

const VERTEX = /* glsl */ `
varying vec2 floorAt;
varying float away;
void main() {
  floorAt = (modelMatrix * vec4(position, 1.0)).xz;
  vec4 seen = modelViewMatrix * vec4(position, 1.0);
  away = -seen.z;
  gl_Position = projectionMatrix * seen;
}
`;

// PERF: without a graphics card the floor is most of a picture. Measured at 1280 by 720, in CPU time:
// 37 ms as a material of three.js, 16 ms so.
const FRAGMENT = /* glsl */ `
varying vec2 floorAt;
varying float away;
uniform vec3 floorTint, thinLine, strongLine;
${HAZE}
float gridLine(vec2 cell, float width, vec2 soft, vec2 sharp) {
  vec2 line = clamp(1.0 - (cell - width) * sharp, 0.0, 1.0);
  return max(line.x * soft.x, line.y * soft.y);
}
void main() {
  vec2 soft = fwidth(floorAt);
  vec2 sharp = 0.77 / soft;
  vec2 metre = abs(fract(floorAt - 0.5) - 0.5);
  vec2 five = abs(fract(floorAt * 0.2 - 0.5) - 0.5) * 5.0;
  // Lines thinner than a pixel fade, those that would touch each other go.
  vec3 tint = mix(floorTint, thinLine, gridLine(metre, 0.003, clamp(0.1 / soft, 0.0, 1.0), sharp));
  tint = mix(tint, strongLine, gridLine(five, 0.008, clamp(0.7 / soft, 0.0, 1.0), sharp));
  gl_FragColor = vec4(mix(tint, hazeTint, hazeAt(away)), 1.0);
}
`;

/** Makes the floor. */
export function makeGround(haze: Haze): Ground {
  const group = new Group();
  const uniforms = {
    ...haze,
    floorTint: { value: new Color() },
    thinLine: { value: new Color() },
    strongLine: { value: new Color() },
  };
  const material = new ShaderMaterial({ uniforms, vertexShader: VERTEX, fragmentShader: FRAGMENT });
  const floor = new Mesh(new PlaneGeometry(1, 1).rotateX(-Math.PI / 2), material);
  floor.frustumCulled = false;
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
    follow(target, eye, reach) {
      // What lies beyond the haze is the sky, which costs nothing.
      floor.position.set(eye.x, 0, eye.z);
      floor.scale.set(2 * haze.hazeFar.value, 1, 2 * haze.hazeFar.value);
      patch.position.set(target.x + SHADOW_FALLS.x, 0.002, target.z + SHADOW_FALLS.y);
      patch.scale.set(2 * reach, 1, 2 * reach);
      patch.visible = reach > 0;
    },
    dress(theme) {
      shade.opacity = theme.shade;
      onScreen(theme.ground, uniforms.floorTint.value);
      onScreen(theme.line, uniforms.thinLine.value);
      onScreen(theme.strongLine, uniforms.strongLine.value);
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
