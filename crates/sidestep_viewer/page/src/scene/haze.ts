// What lies far away fades into the sky. The floor and the crowd cover most of a picture, so they
// mix in the colours of the screen, which spares every pixel a change of colour space.
import { Color } from "three";

export interface Haze {
  /** The sky, in the colours of the screen. */
  hazeTint: { value: Color };
  /** Metres from the camera where it begins, and where nothing else is seen. */
  hazeNear: { value: number };
  hazeFar: { value: number };
}

/** Lines of GLSL that define `hazeAt` for a distance. */
export const HAZE = /* glsl */ `
uniform vec3 hazeTint;
uniform float hazeNear, hazeFar;
float hazeAt(float away) {
  float share = clamp((away - hazeNear) / (hazeFar - hazeNear), 0.0, 1.0);
  return share * share * (3.0 - 2.0 * share);
}
`;

/** Makes clear air. */
export function makeHaze(): Haze {
  return { hazeTint: { value: new Color() }, hazeNear: { value: 14 }, hazeFar: { value: 55 } };
}

/** A colour as the screen shows it. */
export function onScreen(colour: Color, out = new Color()): Color {
  return out.copy(colour).convertLinearToSRGB();
}
