// Where the crowd is between two frames of the server: places and headings glide from the last to
// the latest, so that they move at the rate of the screen.
import { shortWay } from "./follow_camera";

/** Frame of the library, x, z, heading of each character. */
const WORDS = 4;
/** Farther than anybody walks in a frame, in metres: who is put elsewhere does not glide there. */
const LONGEST_GLIDE = 1;
const SLOWEST_SECS = 0.25;

export interface Between {
  /** Takes the latest states, `secs` after those before; true where somebody moved. */
  take(states: Uint32Array, secs: number): boolean;
  /** Lets time pass; answers whether anybody still moves. */
  advance(secs: number): boolean;
  /** Jumps to the latest states. */
  settle(): void;
  count(): number;
  /** The frame of the library of a character. */
  frame(index: number): number;
  /** Its x, z or heading: `part` 1, 2 or 3. */
  value(index: number, part: number): number;
}

/** Makes room for this many characters. */
export function makeBetween(most: number): Between {
  const words = new Uint32Array(most * WORDS);
  const latest = new Float32Array(words.buffer);
  const before = new Float32Array(most * WORDS);
  const frames = new Uint32Array(before.buffer);
  let [count, share, spanSecs] = [0, 1, SLOWEST_SECS];
  const now = (index: number, part: number): number => {
    const [from, to] = [before[index * WORDS + part] ?? 0, latest[index * WORDS + part] ?? 0];
    if (share >= 1) return to;
    return from + (part === 3 ? shortWay(to - from) : to - from) * share;
  };
  const isElsewhere = (index: number): boolean => {
    const way = (part: number) => (latest[index * WORDS + part] ?? 0) - (before[index * WORDS + part] ?? 0);
    return Math.hypot(way(1), way(2)) > LONGEST_GLIDE;
  };
  return {
    take(states, secs) {
      const next = Math.min(states.length / WORDS, most);
      let moved = next !== count;
      for (let i = 0; i < next * WORDS && !moved; i++) moved = words[i] !== states[i];
      if (!moved) return false;
      for (let index = 0; index < next; index++) {
        const at = index * WORDS;
        // From where they are drawn now, so that nobody jumps when a frame comes early.
        for (let part = 1; part < WORDS; part++) before[at + part] = now(index, part);
        frames[at] = share < 0.5 ? (frames[at] ?? 0) : (words[at] ?? 0);
        for (let part = 0; part < WORDS; part++) words[at + part] = states[at + part] ?? 0;
        if (index < count && !isElsewhere(index)) continue;
        for (let part = 0; part < WORDS; part++) before[at + part] = latest[at + part] ?? 0;
        frames[at] = words[at] ?? 0;
      }
      count = next;
      share = 0;
      spanSecs = Math.min(Math.max(secs, 1e-3), SLOWEST_SECS);
      return true;
    },
    advance(secs) {
      if (share >= 1) return false;
      share = Math.min(share + secs / spanSecs, 1);
      return true;
    },
    settle() {
      share = 1;
    },
    count: () => count,
    frame: (index) => (share < 0.5 ? (frames[index * WORDS] ?? 0) : (words[index * WORDS] ?? 0)),
    value: now,
  };
}
