// What bodies ask of a skeleton: its joints by role, how long and how thick they are.
import type { Joint } from "../wire/protocol";

/** Leg length of the body for which sizes are written, in metres. */
const MODEL_LEG = 0.83;

export interface Skeleton {
  joints: Joint[];
  /** Size over that of the model body. */
  scale: number;
  of(role: string): number | null;
  length(joint: number): number;
  radius(joint: number, least: number, most: number): number;
}

/** Reads the joints of a stage. */
export function readSkeleton(joints: Joint[]): Skeleton {
  const byRole = new Map<string, number>();
  joints.forEach((joint, index) => joint.role && byRole.set(joint.role, index));
  const of = (role: string) => byRole.get(role) ?? null;
  const length = (joint: number) => Math.hypot(...(joints[joint]?.offset ?? [0, 0, 0]));
  const legs = ["left_shank", "left_foot"].map(of);
  const leg = legs.reduce((sum: number, joint) => sum + (joint === null ? 0 : length(joint)), 0);
  const scale = leg > 0.1 ? leg / MODEL_LEG : 1;
  const radius = (joint: number, least: number, most: number) =>
    Math.min(Math.max(joints[joint]?.radius ?? 0, least * scale), most * scale);
  return { joints, scale, of, length, radius };
}

/** The joints of a part that both sides have. */
export function pair(skeleton: Skeleton, part: string): { left: number; right: number } | null {
  const left = skeleton.of(`left_${part}`);
  const right = skeleton.of(`right_${part}`);
  return left === null || right === null ? null : { left, right };
}
