// The parts that bodies seen from afar are made of, and the colours of every body.
import { Color } from "three";
import type { Solid } from "./solid";

/** How a part lies: its axis from joint to joint, and which way its side looks. */
export interface Placement {
  from: number;
  to: number;
  /** Two joints whose difference is the side, or the joint above a hinge. */
  side: { left: number; right: number } | { above: number };
  /** Feet flatten against the floor rather than sink into it. */
  isFoot: boolean;
  /** Turns the solid about its side axis, so that a sole lies flat, in radians. */
  pitch: number;
}

export type Cloth = "skin" | "hair" | "shirt" | "trousers" | "shoes" | "soles" | "dark";

export interface Part {
  placement: Placement;
  solid: Solid;
  cloth: Cloth;
}

/** The colours of a body's cloths, made from the colour of its controller. */
export function clothes(colour: string): Record<Cloth, Color> {
  const shirt = new Color(colour);
  const ink = new Color("#20242c");
  return {
    shirt,
    trousers: shirt.clone().lerp(ink, 0.55),
    skin: new Color("#e0b598"),
    hair: new Color("#4b3a31"),
    shoes: new Color("#2a2e37"),
    soles: new Color("#d9dadb"),
    dark: ink,
  };
}
