// The skeleton behind a table of joints that came without one: a joint hangs from the nearest joint
// before it from which its distance never changes.
import type { Joint } from "../wire/protocol";
import type { JointTable } from "./joint_table";

const SAMPLES = 16;
/** Distances that change less than this, in metres, are taken as rigid. */
const RIGID = 0.002;

/** Parents and lengths of the joints of a table. */
export function guessSkeleton(table: JointTable): Joint[] {
  const every = Math.max(1, Math.floor(table.frames / SAMPLES));
  const frames = Array.from({ length: Math.min(SAMPLES, table.frames) }, (_, i) => i * every);
  const distances = (a: number, b: number) => frames.map((frame) => distance(table, frame, a, b));
  return Array.from({ length: table.joints }, (_, joint) => {
    let best: { parent: number; length: number; change: number } | null = null;
    for (let other = 0; other < joint; other++) {
      const away = distances(other, joint);
      const [length, change] = [Math.max(...away), Math.max(...away) - Math.min(...away)];
      const isRigid = change < RIGID;
      const wasRigid = best !== null && best.change < RIGID;
      const isBetter = best === null || (isRigid === wasRigid ? length < best.length : isRigid);
      if (isBetter) best = { parent: other, length, change };
    }
    return {
      name: String(joint),
      parent: best?.parent ?? null,
      role: null,
      radius: 0.04,
      offset: [0, best?.length ?? 0, 0],
    };
  });
}

function distance({ positions, joints }: JointTable, frame: number, a: number, b: number): number {
  const at = (joint: number, axis: number) => positions[(frame * joints + joint) * 4 + axis] ?? 0;
  return Math.hypot(at(a, 0) - at(b, 0), at(a, 1) - at(b, 1), at(a, 2) - at(b, 2));
}
