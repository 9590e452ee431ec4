// The words spoken with the server, as docs/protocol.md defines them.

/** The version of the protocol that this page speaks; the server says its own in `hello`. */
export const PROTOCOL = 4;

export type Gait = "walk" | "run" | "crouch";

export interface Manner {
  speed: number | null;
  gait: Gait | null;
  facing: number | null;
}

export type Wish =
  | { kind: "free" }
  | { kind: "stand"; facing: number | null }
  | ({ kind: "move"; heading: number } & Manner)
  | ({ kind: "line"; x: number; z: number; heading: number } & Manner)
  | ({ kind: "reach"; x: number; z: number } & Manner)
  | ({ kind: "path"; points: [number, number][] } & Manner);

export type Ability =
  | "move"
  | "speed"
  | "gait"
  | "facing"
  | "line"
  | "reach"
  | "path"
  | "stand"
  | "turn_in_place"
  | "push"
  | "manner"
  | "obstacles";

/** What can be done with the ball of a game. */
export type BallAction = "pass" | "shoot" | "catch";

export type Vec3 = [number, number, number];

export type ToServer =
  | {
      do: "start";
      world: string;
      controllers: string[];
      seed: number;
      manual: boolean;
      count?: number;
      scene?: string;
    }
  | { do: "wish"; wish: Wish; actor: number | null; clock: number }
  | { do: "push"; actor: number; joint: number; force: Vec3; secs: number }
  | { do: "grab"; actor: number; joint: number; at: Vec3 }
  | { do: "release"; actor: number }
  | { do: "ack"; tick: number }
  | { do: "pause" }
  | { do: "resume" }
  | { do: "step"; ticks: number }
  | { do: "seek"; tick: number }
  | { do: "drag"; shape: number; x: number; z: number }
  | { do: "inside"; on: boolean; actor: number }
  | { do: "camera"; x: number; z: number }
  | { do: "act"; action: BallAction }
  | { do: "recording" }
  | { do: "replay"; recording: Recording; controllers: string[] | null }
  | { do: "swap"; actor: number; controller: string };

export interface Recording {
  version: number;
  world: string;
  seed: number;
  controllers: string[];
  count: number | null;
  scene: string | null;
  ticks: number;
  events: [number, unknown][];
}

export interface Library {
  id: string;
  title: string;
  frames: number;
  clips: number;
  joints: number;
  rate_hz: number;
  secs: number;
  licence: string | null;
}

export interface Controller {
  id: string;
  title: string;
  method: string;
  library: string;
  abilities: Ability[];
  says: string;
}

/** A method that can be built, as the form shows it. */
export interface Method {
  name: string;
  title: string;
  says: string;
  presets: { name: string; says: string }[];
}

export interface World {
  id: string;
  title: string;
  says: string;
  wishes: Wish["kind"][];
  /** Methods that must have been built first. */
  needs?: string[];
  /** Abilities for which the world was made. */
  wants?: Ability[];
}

export interface Job {
  job: number;
  title: string;
  stage: string;
  fraction: number;
  done: boolean;
  error: string | null;
}

export interface Catalogue {
  protocol: number;
  version: string;
  libraries: Library[];
  controllers: Controller[];
  methods: Method[];
  worlds: World[];
  jobs: Job[];
}

export interface Joint {
  name: string;
  parent: number | null;
  role: string | null;
  radius: number;
  offset: Vec3;
}

export interface Actor {
  controller: string;
  library: string;
  title: string;
  joints: Joint[];
  /** Balls and the like that it moves. */
  objects: { name: string; radius: number }[];
  speed: { usual: number; fastest: number };
  colour: string;
}

export interface Shape {
  id: number;
  kind: "box" | "cylinder" | "panel" | "ring" | "line" | "disc" | "path" | "label";
  at: Vec3;
  size?: number[];
  heading?: number;
  points?: [number, number][] | null;
  colour?: string;
  draggable?: boolean;
  text?: string | null;
}

export interface Crowd {
  count: number;
  library: string;
  joints: Joint[];
}

export interface Stage {
  serial: number;
  world: string;
  title: string;
  actors: Actor[];
  /** How many of the actors were asked for; the world cast the others. */
  given: number;
  /** What moves beside the actors. */
  things: { name: string; radius: number }[];
  /** What is acted out on the tactics board. */
  plan: PlanSaid | null;
  shapes: Shape[];
  crowd: Crowd | null;
  manual: boolean;
}

/** A plan of the tactics board; players are numbers. */
export interface PlanSaid {
  name: string;
  secs: number;
  ball: number;
  players: { name: string; path: Vec3[] }[];
  passes: { at: number; from: number; to: number }[];
  shots: { at: number; by: number; rebound: number | null }[];
}

export interface Ghost {
  weight: number;
  chosen: boolean;
  joints: number[];
}

export interface Choice {
  label: string;
  value: number;
  chosen: boolean;
  to: Vec3 | null;
  /** x, z of each place on the way there, from where it leaves those before it. */
  way: number[];
  frames: Stretch;
  /** What it would cost, term by term, where that is known of each choice. */
  costs: Term[];
}

/** A part of a cost. */
export interface Term {
  label: string;
  value: number;
}

/** Frames of a library: the first, and how many. */
export type Stretch = [number, number];

/** The pose graph that a controller walks; `shown` are jumps, from and to. */
export interface PoseGraph {
  states: number;
  jumps: number;
  shown: number[];
}

/** A ball or the like in a clip: x, y, z of every frame from `from` on. */
export interface ClipObject {
  name: string;
  radius: number;
  from: number;
  places: number[];
}

/** A clip of a library. */
export interface Clip {
  name: string;
  frames: number;
  secs: number;
  objects: ClipObject[];
}

/** What a library holds. */
export interface Clips {
  clips: Clip[];
  joints: Joint[];
}

export interface Values {
  kind: "polar" | "plane";
  label: string;
  unit: string;
  samples: number[];
  /** Of a plane: its size, what its axes are, where they begin and end. */
  columns?: number;
  rows?: number;
  axes?: { label: string; unit: string }[];
  from?: number[];
  to?: number[];
  /** Where the character is now. */
  at?: (number | null)[];
}

export interface Inside {
  actor: number;
  tick: number;
  /** x, z and heading of the character. */
  ground: Vec3;
  /** What it is doing, in words. */
  doing: string | null;
  ghosts: Ghost[];
  choices: Choice[];
  /** Frames that play next, the present one first; empty where nothing is planned. */
  plan: Stretch[];
  values: Values | null;
  costs: Term[];
  numbers: { label: string; value: number; unit: string }[];
  trails: number[][];
  trail_labels: string[];
  marks: { label: string; x: number; z: number }[];
  /** Points in time, in seconds from this tick. */
  moments: { label: string; secs: number }[];
  stages: { label: string; us: number }[];
}

export interface Timeline {
  from: number;
  to: number;
  paused: boolean;
  at: number;
}

export type FromServer =
  | ({ is: "hello" | "catalogue" } & Catalogue)
  | ({ is: "stage" } & Stage)
  | { is: "shapes"; shapes: Shape[] }
  | { is: "tell"; level: "info" | "warn" | "error"; text: string }
  | { is: "problem"; actors: number[]; text: string }
  | ({ is: "job" } & Job)
  | ({ is: "inside" } & Inside)
  | ({ is: "timeline" } & Timeline)
  | { is: "stepped"; tick: number }
  | { is: "recording"; recording: Recording };

/** Ticks of the simulation in a second. */
export const TICK_HZ = 60;
