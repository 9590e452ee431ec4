// Turns what keys, sticks and pointers say into one wish, and sends it when it changes.
import { type Session, able } from "../session";
import { shortWay } from "../scene/follow_camera";
import type { Gait, Manner, Stage, Wish } from "../wire/protocol";

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
  /** The speed that a person chose, if any did. */
  chosenSpeed(): number | null;
  setGait(gait: Gait): void;
  /** The gait asked for, a held key included. */
  gaitNow(): Gait;
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

/** Before a stage says how fast those on it go. */
const AT_REST: SteerState = {
  speed: 1.3,
  usual: 1.3,
  fastest: 3,
  gait: "walk",
  facing: null,
  left: 0,
  ahead: 0,
};

/** What the hands of a person are at. */
interface Helm {
  session: Session;
  cameraHeading(): number;
  state: SteerState;
  leans: Map<Device, Lean>;
  /** Radians a second. */
  turning: number;
  isRushing: boolean;
  wasLeaning: boolean;
}

function helmOf(session: Session, cameraHeading: () => number, state: SteerState): Helm {
  return { session, cameraHeading, state, leans: new Map(), turning: 0, isRushing: false, wasLeaning: false };
}

/** Makes the steering of a session; `cameraHeading` says which way is ahead. */
export function makeSteering(session: Session, cameraHeading: () => number, askedSpeed: number | null): Steering {
  let chosen = askedSpeed;
  const state = { ...AT_REST };
  const helm = helmOf(session, cameraHeading, state);
  /** Changes something, then says the wish again. */
  const change = (next: Partial<SteerState>) => {
    Object.assign(state, next);
    sayAgain(helm);
    changed();
  };
  const changed = () => self.onChange.forEach((hear) => hear());
  const self: Steering = {
    state,
    onChange: [],
    gaitNow: () => (helm.isRushing ? "run" : state.gait),
    lean(device, left, ahead) {
      helm.leans.set(device, { left, ahead });
      steer(helm);
      changed();
    },
    setSpeed(speed) {
      chosen = speed;
      change({ speed });
    },
    chosenSpeed: () => chosen,
    setGait(gait) {
      chosen = null;
      change({ gait, speed: speedOf(gait, state) });
    },
    rush(on) {
      if (helm.isRushing === on) return;
      helm.isRushing = on;
      change({});
    },
    setFacing: (facing) => change({ facing: facing === null ? null : shortWay(facing) }),
    turnFacing: (rate) => {
      helm.turning = rate;
    },
    go: (x, z) => say(session, { kind: "reach", x, z, ...manner(helm, 1) }),
    follow: (points) => say(session, { kind: "path", points, ...manner(helm, 1) }),
    keepTo: (x, z, heading) => say(session, { kind: "line", x, z, heading, ...manner(helm, 1) }),
    stop() {
      helm.leans.clear();
      helm.wasLeaning = false;
      say(session, { kind: "stand", facing: state.facing });
      changed();
    },
    advance(secs) {
      if (helm.turning !== 0) self.setFacing(facingOf(helm) + helm.turning * secs);
      if (helm.wasLeaning) steer(helm);
    },
  };
  session.on("stage", (stage) => {
    takeSpeeds(state, stage, chosen);
    changed();
  });
  return self;
}

function speedOf(gait: Gait, { usual, fastest }: SteerState): number {
  return { walk: usual, run: fastest, crouch: Math.min(usual, CROUCH_SPEED) }[gait];
}

/** The way that is looked: as asked for, or as the first character does, or into the picture. */
function facingOf({ state, session, cameraHeading }: Helm): number {
  return state.facing ?? session.frame?.actors[0]?.heading ?? cameraHeading();
}

/** Takes over how fast those on stage go. */
function takeSpeeds(state: SteerState, stage: Stage, chosen: number | null): void {
  const speeds = stage.actors.map((actor) => actor.speed);
  state.usual = Math.max(...speeds.map((speed) => speed.usual), 0.5);
  state.fastest = Math.max(...speeds.map((speed) => speed.fastest), state.usual);
  if (state.gait === "walk") state.speed = chosen ?? state.usual;
  state.speed = Math.min(state.speed, state.fastest);
}

/** How to go, where `share` of the speed is asked for. */
function manner({ session, state, isRushing }: Helm, share: number): Manner {
  // Walking is what the speed makes of it; only running and crouching are asked for by name.
  const gait = isRushing ? "run" : state.gait === "walk" ? null : state.gait;
  return {
    speed: share * (isRushing ? state.fastest : state.speed),
    gait: able(session, "gait").some ? gait : null,
    facing: able(session, "facing").some ? state.facing : null,
  };
}

/** Sends a wish that the world understands and that is not the last one. */
function say(session: Session, wish: Wish): void {
  // Standing is understood everywhere.
  if (wish.kind !== "stand" && session.world()?.wishes.includes(wish.kind) === false) return;
  if (JSON.stringify(wish) === JSON.stringify(session.wished)) return;
  session.wish(wish);
  if (wish.kind !== "stand") session.emit("did", "move");
}

/** Wishes for what all devices together ask for. */
function steer(helm: Helm): void {
  const { session, state } = helm;
  const { left, ahead, size } = sumOf([...helm.leans.values()]);
  Object.assign(state, { left, ahead });
  const wasLeaning = helm.wasLeaning;
  helm.wasLeaning = size >= LEAST_LEAN;
  if (!helm.wasLeaning) {
    if (wasLeaning) say(session, { kind: "stand", facing: state.facing });
    return;
  }
  const heading = shortWay(helm.cameraHeading() + Math.atan2(left, ahead));
  const before = session.wished.kind === "move" ? session.wished : null;
  const steady = before && Math.abs(shortWay(before.heading - heading)) < HEADING_STEP;
  say(session, { kind: "move", heading: steady ? before.heading : heading, ...manner(helm, size) });
}

/** Says the current wish again with the manner that was just chosen. */
function sayAgain(helm: Helm): void {
  const now = helm.session.wished;
  if (now.kind === "move") steer(helm);
  else if (now.kind === "stand") say(helm.session, { kind: "stand", facing: manner(helm, 0).facing });
  else if (now.kind !== "free") say(helm.session, { ...now, ...manner(helm, 1) });
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
