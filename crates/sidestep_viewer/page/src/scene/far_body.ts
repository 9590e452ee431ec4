// A body seen from afar: a dozen prisms, cheap enough for ten thousand.
import type { Joint } from "../wire/protocol";
import type { Cloth, Part, Placement } from "./body";
import { pair, readSkeleton } from "./skeleton";
import { type Detail, type Ring, loft, ring } from "./solid";

/** The few parts of a body that are seen from afar. */
export function farBodyOf(joints: Joint[], detail: Detail): Part[] {
  const skeleton = readSkeleton(joints);
  const { of, scale: s } = skeleton;
  const parts: Part[] = [];
  const add = (
    from: number | null,
    to: number | null,
    side: Placement["side"],
    rings: Ring[],
    cloth: Cloth,
  ) => {
    if (from === null || to === null) return;
    const placement: Placement = { from, to, side, isFoot: cloth === "shoes", pitch: 0 };
    parts.push({ placement, solid: loft(rings, Math.max(skeleton.length(to), 0.1), detail), cloth });
  };
  const arms = pair(skeleton, "upper_arm") ?? { above: 0 };
  const [hips, neck, head] = [of("hips"), of("neck"), of("head")];
  add(hips, neck, arms, [ring(-0.15, 0.13 * s, 0.1 * s), ring(0.98, 0.2 * s, 0.12 * s)], "shirt");
  const crown = { ...ring(1, 0.1 * s), lift: 0.19 * s };
  add(neck, head, arms, [ring(0.2, 0.075 * s), crown], "skin");
  for (const side of ["left", "right"]) {
    const joint = (part: string) => of(`${side}_${part}`);
    const round = { above: hips ?? 0 };
    add(joint("upper_arm"), joint("forearm"), round, [ring(0, 0.06 * s), ring(1, 0.05 * s)], "shirt");
    add(joint("forearm"), joint("hand"), round, [ring(0, 0.048 * s), ring(1.5, 0.034 * s)], "skin");
    add(
      joint("thigh"),
      joint("shank"),
      { above: neck ?? 0 },
      [ring(0, 0.1 * s), ring(1, 0.07 * s)],
      "trousers",
    );
    add(
      joint("shank"),
      joint("foot"),
      { above: neck ?? 0 },
      [ring(0, 0.07 * s), ring(1, 0.05 * s)],
      "trousers",
    );
    const shank = { above: joint("shank") ?? 0 };
    add(joint("foot"), joint("toe"), shank, [ring(-0.35, 0.05 * s), ring(1.4, 0.045 * s)], "shoes");
  }
  return parts;
}
