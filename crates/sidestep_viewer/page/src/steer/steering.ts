// Turns what keys, sticks and pointers say into one wish, and sends it when it changes.
import { type Session, able } from "../session";
import { shortWay } from "../scene/follow_camera";
import type { Gait, Manner, Wish } from "../wire/protocol";

export type Device = "keys" | "stick" | "gamepad";

export interface SteerState {
  /** Metres a second. */
  speed: number;
  usual: number;
  fastest: number;
  gait: Gait;
  /** The heading to look along, or null to look where it goes. */
  facing: number | null;
  left: number;
  ahead: number;
}

export interface Steering {
  state: SteerState;
  /** What a device asks for, -1 to 1 to the left and ahead, seen from the camera. */
  lean(device: Device, left: number, ahead: number): void;
  setSpeed(speed: number): void;
  setGait(gait: Gait): void;
  /** Runs while a key is held. */
  rush(on: boolean): void;
  setFacing(facing: number | null): void;
  /** Turns the way to look, in radians a second, while a key is held. */
  turnFacing(rate: number): void;
  go(x: number, z: number): void;
  follow(points: [number, number][]): void;
  keepTo(x: number, z: number, heading: number): void;
  stop(): void;
  advance(secs: number): void;
  onChange: (() => void)[];
}

const LEAST_LEAN = 0.05;
const HEADING_STEP = 0.004;
const CROUCH_SPEED = 0.8;

/** Makes the steering of a session; `cameraHeading` says which way is ahead. */
export function makeSteering(session: Session, cameraHeading: () => number): Steering {
  const leans = new Map<Device, Lean>();
  const state: SteerState = {
    speed: 1.3,
    usual: 1.3,
    fastest: 3,
    gait: "walk",
    facing: null,
    left: 0,
    ahead: 0,
  };
  let turning = 0;
  let isRushing = false;
  let wasLeaning = false;
  const changed = () => self.onChange.forEach((hear) => hear());
  /** Walking is what the speed makes of it; only running and crouching are asked for by name. */
  const gaitNow = (): Gait | null => (isRushing ? "run" : state.gait === "walk" ? null : state.gait);
  const manner = (share: number): Manner => ({
    speed: share * (isRushing ? state.fastest : state.speed),
    gait: able(session, "gait").some ? gaitNow() : null,
    facing: able(session, "facing").some ? state.facing : null,
  });
  const say = (wish: Wish) => {
    // Standing is understood everywhere.
    if (wish.kind !== "stand" && session.world()?.wishes.includes(wish.kind) === false) return;
    if (JSON.stringify(wish) === JSON.stringify(session.wished)) return;
    session.wish(wish);
    if (wish.kind !== "stand") session.emit("did", "move");
  };
  const steer = () => {
    const { left, ahead, size } = sumOf([...leans.values()]);
    Object.assign(state, { left, ahead });
    if (size < LEAST_LEAN) {
      if (wasLeaning) say({ kind: "stand", facing: state.facing });
      wasLeaning = false;
      return;
    }
    wasLeaning = true;
    const heading = shortWay(cameraHeading() + Math.atan2(left, ahead));
    const before = session.wished.kind === "move" ? session.wished : null;
    const steady = before && Math.abs(shortWay(before.heading - heading)) < HEADING_STEP;
    say({ kind: "move", heading: steady ? before.heading : heading, ...manner(size) });
  };
  /** Says the current wish again with the manner that was just chosen. */
  const again = () => {
    const now = session.wished;
    if (now.kind === "move") steer();
    else if (now.kind === "stand") say({ kind: "stand", facing: manner(0).facing });
    else if (now.kind !== "free") say({ ...now, ...manner(1) });
  };
  const self: Steering = {
    state,
    onChange: [],
    lean(device, left, ahead) {
      leans.set(device, { left, ahead });
      steer();
      changed();
    },
    setSpeed(speed) {
      state.speed = speed;
      again();
      changed();
    },
    setGait(gait) {
      state.gait = gait;
      const speeds = { walk: state.usual, run: state.fastest, crouch: Math.min(state.usual, CROUCH_SPEED) };
      state.speed = speeds[gait];
      again();
      changed();
    },
    rush(on) {
      if (isRushing === on) return;
      isRushing = on;
      again();
    },
    setFacing(facing) {
      state.facing = facing === null ? null : shortWay(facing);
      again();
      changed();
    },
    turnFacing: (rate) => {
      turning = rate;
    },
    go: (x, z) => say({ kind: "reach", x, z, ...manner(1) }),
    follow: (points) => say({ kind: "path", points, ...manner(1) }),
    keepTo: (x, z, heading) => say({ kind: "line", x, z, heading, ...manner(1) }),
    stop() {
      leans.clear();
      wasLeaning = false;
      say({ kind: "stand", facing: state.facing });
      changed();
    },
    advance(secs) {
      if (turning !== 0) {
        const heading = state.facing ?? session.frame?.actors[0]?.heading ?? cameraHeading();
        self.setFacing(heading + turning * secs);
      }
      if (wasLeaning) steer();
    },
  };
  session.on("stage", (stage) => {
    const speeds = stage.actors.map((actor) => actor.speed);
    state.usual = Math.max(...speeds.map((speed) => speed.usual), 0.5);
    state.fastest = Math.max(...speeds.map((speed) => speed.fastest), state.usual);
    if (state.gait === "walk") state.speed = state.usual;
    state.speed = Math.min(state.speed, state.fastest);
    changed();
  });
  return self;
}

interface Lean {
  left: number;
  ahead: number;
}

/** What all devices ask for together, no more than one in all. */
function sumOf(leans: Lean[]): Lean & { size: number } {
  const left = leans.reduce((sum, one) => sum + one.left, 0);
  const ahead = leans.reduce((sum, one) => sum + one.ahead, 0);
  const size = Math.hypot(left, ahead);
  const fit = size > 1 ? 1 / size : 1;
  return { left: left * fit, ahead: ahead * fit, size: Math.min(size, 1) };
}
