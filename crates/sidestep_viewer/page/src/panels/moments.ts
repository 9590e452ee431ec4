// Points in time that a method speaks of while somebody looks inside, such as constraint frames: they stay on
// the timeline.
import type { Session } from "../session";
import { TICK_HZ } from "../wire/protocol";

export interface Moments {
  /** The ticks at which something of that name happened, or will. */
  of(label: string): number[];
  /** Every name there is. */
  labels(): string[];
}

/** Ticks nearer than this to each other are the same moment, told twice. */
const SAME_TICKS = 5;

/** Listens to what is said of the first character, which is the one that the timeline shows. */
export function makeMoments(session: Session): Moments {
  const known = new Map<string, number[]>();
  session.on("inside", ({ actor, tick, moments }) => {
    if (actor !== 0) return;
    // What was to come may have come otherwise; what has happened stays.
    for (const [label, ticks] of known) known.set(label, ticks.filter((one) => one <= tick));
    for (const { label, secs } of moments) {
      const at = Math.round(tick + secs * TICK_HZ);
      const ticks = known.get(label) ?? [];
      if (!ticks.some((one) => Math.abs(one - at) < SAME_TICKS)) known.set(label, [...ticks, at]);
    }
  });
  session.on("stage", () => known.clear());
  return { of: (label) => known.get(label) ?? [], labels: () => [...known.keys()] };
}
