// What a character looks like: which solids hang between which joints, for any skeleton.
//
// Sizes come from the skeleton itself, its joint radii and the length of its legs, so that a child
// gets a small head. Roles name the parts; joints without a role get a plain limb.
import { Color } from "three";
import type { Joint } from "../wire/protocol";
import { type Skeleton, pair, readSkeleton } from "./skeleton";
import { type Detail, type Ring, type Solid, limb, loft, ring } from "./solid";

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

export type Cloth = "shirt" | "trousers" | "skin" | "shoes" | "visor";

export interface Part {
  placement: Placement;
  solid: Solid;
  cloth: Cloth;
}

/** All parts of a body. */
export function bodyOf(joints: Joint[], detail: Detail): Part[] {
  const skeleton = readSkeleton(joints);
  return [...trunk(skeleton, detail), ...limbs(skeleton, detail), ...strays(skeleton, detail)];
}

/** The colours of a body's cloths, made from the colour of its controller. */
export function clothes(colour: string): Record<Cloth, Color> {
  const shirt = new Color(colour);
  const ink = new Color("#20242c");
  return {
    shirt,
    trousers: shirt.clone().lerp(ink, 0.55),
    skin: new Color("#e9d3c0").lerp(shirt, 0.06),
    shoes: new Color("#2a2e37"),
    visor: ink,
  };
}

function trunk(skeleton: Skeleton, detail: Detail): Part[] {
  const { of, scale: s } = skeleton;
  const hips = of("hips") ?? 0;
  const chest = of("chest") ?? of("spine");
  const neck = of("neck");
  const head = of("head");
  const hipSide = pair(skeleton, "thigh") ?? pair(skeleton, "upper_arm");
  const armSide = pair(skeleton, "upper_arm") ?? hipSide;
  if (!hipSide || !armSide) return [];
  const part = (from: number, to: number, side: Placement["side"], solid: Solid, cloth: Cloth): Part => ({
    placement: { from, to, side, isFoot: false, pitch: 0 },
    solid,
    cloth,
  });
  const parts: Part[] = [];
  const hipHalf = hipHalfWidth(skeleton);
  const waistTop = chest ?? neck ?? head;
  if (waistTop !== null) {
    parts.push(
      part(hips, waistTop, hipSide, loft(pelvisRings(hipHalf, s), 0.29 * s, detail), "trousers"),
      part(hips, waistTop, hipSide, loft(waistRings(hipHalf, s), 0.29 * s, detail), "shirt"),
    );
  }
  if (chest !== null && neck !== null) {
    parts.push(part(chest, neck, armSide, loft(chestRings(s), 0.21 * s, detail), "shirt"));
  }
  if (neck !== null && head !== null) {
    parts.push(part(neck, head, armSide, limb(0.06 * s, 0.054 * s, 0, 0.09 * s, detail), "skin"));
    parts.push(part(neck, head, armSide, headSolid(s, detail), "skin"));
    parts.push(part(neck, head, armSide, visorSolid(s, detail), "visor"));
  }
  return parts;
}

function limbs(skeleton: Skeleton, detail: Detail): Part[] {
  const { of, scale: s } = skeleton;
  const armSide = pair(skeleton, "upper_arm");
  const parts: Part[] = [];
  for (const side of ["left", "right"]) {
    const joint = (part: string) => of(`${side}_${part}`);
    const [arm, forearm, hand] = [joint("upper_arm"), joint("forearm"), joint("hand")];
    const [thigh, shank, foot, toe] = [joint("thigh"), joint("shank"), joint("foot"), joint("toe")];
    const round = (from: number, to: number, above: number, sizes: [number, number, number], cloth: Cloth) =>
      parts.push({
        placement: { from, to, side: { above }, isFoot: false, pitch: 0 },
        solid: limb(...sizes, skeleton.length(to), detail),
        cloth,
      });
    const clavicle = joint("clavicle");
    if (clavicle !== null && arm !== null) {
      const r = skeleton.radius(arm, 0.042, 0.052);
      round(clavicle, arm, of("hips") ?? 0, [r * 1.25, r * 1.12, 0], "shirt");
    }
    if (arm !== null && forearm !== null) {
      const r = skeleton.radius(arm, 0.042, 0.052);
      round(arm, forearm, of("hips") ?? 0, [r * 1.12, r * 0.82, r * 0.06], "shirt");
    }
    if (forearm !== null && hand !== null) {
      const r = skeleton.radius(forearm, 0.034, 0.042);
      round(forearm, hand, arm ?? 0, [r * 1.02, r * 0.72, r * 0.12], "skin");
      const handPlacement = { from: forearm, to: hand, side: armSide ?? { above: arm ?? 0 } };
      parts.push({
        placement: { ...handPlacement, isFoot: false, pitch: 0 },
        solid: handSolid(s, detail),
        cloth: "skin",
      });
    }
    if (thigh !== null && shank !== null) {
      const r = skeleton.radius(thigh, 0.068, 0.08);
      round(thigh, shank, of("spine") ?? 0, [r * 1.14, r * 0.76, r * 0.02], "trousers");
    }
    if (shank !== null && foot !== null) {
      const r = skeleton.radius(shank, 0.045, 0.055);
      round(shank, foot, thigh ?? 0, [r * 1.1, r * 0.74, r * 0.16], "trousers");
    }
    if (foot !== null && toe !== null && shank !== null) {
      parts.push(shoe(skeleton, foot, toe, shank, detail));
    }
  }
  return parts;
}

/** A limb for every joint that no role describes and that is long enough to be seen. */
function strays(skeleton: Skeleton, detail: Detail): Part[] {
  const { joints, scale: s } = skeleton;
  if (skeleton.of("left_thigh") !== null) return [];
  return joints.flatMap((joint, index) => {
    if (joint.parent === null || skeleton.length(index) < 0.02) return [];
    const r = skeleton.radius(joint.parent, 0.03, 0.09);
    const placement: Placement = {
      from: joint.parent,
      to: index,
      side: { above: joints[joint.parent]?.parent ?? index },
      isFoot: false,
      pitch: 0,
    };
    return [
      { placement, solid: limb(r, r * 0.9, 0, skeleton.length(index) * s, detail), cloth: "shirt" as const },
    ];
  });
}

function hipHalfWidth(skeleton: Skeleton): number {
  const thigh = skeleton.of("left_thigh");
  const across = thigh === null ? 0 : Math.abs(skeleton.joints[thigh]?.offset[0] ?? 0);
  return Math.min(Math.max(across, 0.075 * skeleton.scale), 0.12 * skeleton.scale);
}

function pelvisRings(hipHalf: number, s: number): Ring[] {
  const at = (lift: number, width: number, depth: number): Ring => ({
    ...ring(0, width * s, depth * s),
    lift: lift * s,
    front: -0.012 * s,
  });
  const hip = hipHalf / s;
  return [
    at(-0.085, hip + 0.03, 0.075),
    at(-0.04, hip + 0.068, 0.107),
    at(0.015, hip + 0.066, 0.108),
    at(0.065, hip + 0.05, 0.1),
  ];
}

function waistRings(hipHalf: number, s: number): Ring[] {
  const hip = hipHalf / s;
  return [
    ring(0.2, (hip + 0.056) * s, 0.102 * s),
    ring(0.42, (hip + 0.04) * s, 0.098 * s),
    ring(0.72, 0.132 * s, 0.102 * s),
    ring(1, 0.146 * s, 0.11 * s),
  ];
}

function chestRings(s: number): Ring[] {
  const at = (along: number, width: number, depth: number, front: number): Ring => ({
    ...ring(along, width * s, depth * s),
    front: front * s,
  });
  return [
    at(-0.35, 0.135, 0.1, 0),
    at(0.0, 0.15, 0.113, 0.006),
    at(0.32, 0.168, 0.121, 0.008),
    at(0.6, 0.172, 0.11, 0.0),
    at(0.82, 0.15, 0.09, -0.008),
    at(0.98, 0.082, 0.066, -0.008),
  ];
}

function headSolid(s: number, detail: Detail): Solid {
  const at = (lift: number, width: number, depth: number, front: number): Ring => ({
    ...ring(1, width * s, depth * s),
    lift: lift * s,
    front: front * s,
  });
  return loft(
    [
      at(-0.01, 0.05, 0.06, 0.024),
      at(0.03, 0.069, 0.084, 0.02),
      at(0.075, 0.079, 0.097, 0.008),
      at(0.115, 0.079, 0.099, 0.001),
      at(0.142, 0.067, 0.085, -0.002),
    ],
    0.09 * s,
    detail,
  );
}

/** A band over the eyes: it tells front from back at any distance. */
function visorSolid(s: number, detail: Detail): Solid {
  const at = (lift: number, width: number, depth: number, front: number): Ring => ({
    ...ring(1, width * s, depth * s),
    lift: lift * s,
    front: front * s,
  });
  return loft([at(0.07, 0.062, 0.036, 0.074), at(0.098, 0.062, 0.036, 0.073)], 0.09 * s, detail);
}

function handSolid(s: number, detail: Detail): Solid {
  const at = (lift: number, width: number, depth: number): Ring => ({
    ...ring(1, width * s, depth * s),
    lift: lift * s,
  });
  return loft(
    [at(0.0, 0.026, 0.03), at(0.045, 0.022, 0.044), at(0.09, 0.021, 0.042), at(0.125, 0.017, 0.032)],
    0.25 * s,
    detail,
  );
}

function shoe(skeleton: Skeleton, foot: number, toe: number, shank: number, detail: Detail): Part {
  const length = skeleton.length(toe);
  const drop = -(skeleton.joints[toe]?.offset[1] ?? 0) / Math.max(length, 1e-3);
  const pitch = Math.asin(drop > 0.1 && drop < 0.8 ? drop : 0.4);
  const s = skeleton.scale;
  const ankleHeight = length * Math.sin(pitch) + 0.028 * s;
  const reach = length * Math.cos(pitch);
  // The part's axis looks ahead and its front looks down, so that `front` is depth below the ankle.
  const at = (ahead: number, width: number, top: number): Ring => ({
    ...ring(0, width * s, (ankleHeight - top * s) / 2),
    lift: ahead,
    front: (ankleHeight + top * s) / 2,
  });
  const rings = [
    at(-0.05 * s, 0.03, 0.0),
    at(-0.015 * s, 0.037, -0.012),
    at(0.035 * s, 0.038, 0.0),
    at(reach * 0.75, 0.045, 0.028),
    at(reach * 1.05, 0.047, 0.045),
    at(reach + 0.052 * s, 0.038, 0.054),
  ];
  const placement: Placement = { from: foot, to: toe, side: { above: shank }, isFoot: true, pitch };
  return { placement, solid: loft(rings, length, detail), cloth: "shoes" };
}
