// What each character did, tick by tick: the trail, the foot marks and the strips of the timeline
// are drawn from it. The server drops frames that were not drawn, so ticks in between repeat.
import type { Frame } from "./wire/frame";
import type { Actor } from "./wire/protocol";

export interface FootMark {
  x: number;
  z: number;
  heading: number;
  age: number;
}

export interface Moment {
  x: number;
  z: number;
  leftDown: boolean;
  rightDown: boolean;
  /** Whether a response was being waited for. */
  isResponding: boolean;
  pushNewtons: number;
  /** x, z, heading of the left foot, then of the right. */
  feet: number[];
}

export interface History {
  /** Takes the characters of a stage that begins, or goes on with others, at a tick. */
  cast(actors: Actor[], tick: number): void;
  keep(frame: Frame): void;
  /** What a character did at a tick, if that is known. */
  at(actor: number, tick: number): Moment | null;
  /** The last known tick. */
  end(): number;
  /** Feet that came down in the ticks before `tick`, `secs` back. */
  footMarks(actor: number, tick: number, ticks: number): FootMark[];
}

const MOST_TICKS = 36_000;

/** Makes an empty history. */
export function makeHistory(): History {
  let moments: Moment[][] = [];
  let feet: ([number, number] | null)[][] = [];
  return {
    cast(actors, tick) {
      moments = actors.map((_, index) => moments[index]?.slice(0, tick) ?? []);
      feet = actors.map(feetOf);
    },
    keep(frame) {
      if (frame.tick >= MOST_TICKS) return;
      frame.actors.forEach((actor, index) => {
        const row = moments[index];
        if (!row) return;
        const moment: Moment = {
          x: actor.x,
          z: actor.z,
          leftDown: actor.leftDown,
          rightDown: actor.rightDown,
          isResponding: actor.start.state === "running" || actor.turn.state === "running",
          pushNewtons: actor.pushNewtons,
          feet: (feet[index] ?? []).flatMap((foot) => footOf(actor.joints, foot)),
        };
        const from = Math.min(row.length, frame.tick);
        for (let tick = from; tick <= frame.tick; tick++) row[tick] = moment;
        if (!frame.paused && !frame.replaying) row.length = frame.tick + 1;
      });
    },
    at: (actor, tick) => moments[actor]?.[tick] ?? null,
    end: () => (moments[0]?.length ?? 1) - 1,
    footMarks(actor, tick, ticks) {
      const row = moments[actor] ?? [];
      const marks: FootMark[] = [];
      for (let t = Math.max(1, tick - ticks); t <= tick; t++) {
        const [before, now] = [row[t - 1], row[t]];
        if (!before || !now) continue;
        const age = (tick - t) / ticks;
        const mark = (foot: number) => {
          const [x, z, heading] = now.feet.slice(foot * 3, foot * 3 + 3);
          if (x !== undefined && z !== undefined && heading !== undefined) marks.push({ x, z, heading, age });
        };
        if (now.leftDown && !before.leftDown) mark(0);
        if (now.rightDown && !before.rightDown) mark(1);
      }
      return marks;
    },
  };
}

function feetOf(actor: Actor): ([number, number] | null)[] {
  return ["left", "right"].map((side) => {
    const find = (role: string) => actor.joints.findIndex((joint) => joint.role === `${side}_${role}`);
    const [ankle, toe] = [find("foot"), find("toe")];
    return ankle < 0 || toe < 0 ? null : [ankle, toe];
  });
}

function footOf(joints: Float32Array, foot: [number, number] | null): number[] {
  if (!foot) return [Number.NaN, Number.NaN, 0];
  const [ankle, toe] = foot;
  const [ax, az] = [joints[ankle * 4] ?? 0, joints[ankle * 4 + 2] ?? 0];
  const [tx, tz] = [joints[toe * 4] ?? 0, joints[toe * 4 + 2] ?? 0];
  return [(ax + tx) / 2, (az + tz) / 2, Math.atan2(tx - ax, tz - az)];
}
