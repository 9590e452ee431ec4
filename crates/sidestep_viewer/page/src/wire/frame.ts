// Reads the binary frames of the server; joint positions stay views into the bytes that came.

const MAGIC = 0x46535331;
const HEADER_BYTES = 40;
const ACTOR_BYTES = 72;
const JOINT_FLOATS = 4;
const OBJECT_FLOATS = 3;
const CROWD_WORDS = 4;
export const THING_FLOATS = 6;
const RESPONSES: Response[] = ["idle", "running", "settled", "never"];

/** Where the clock of a start or a turn stands; `idle` was not asked for, `never` is over five seconds. */
export type Response = "idle" | "running" | "settled" | "never";

export interface ActorFrame {
  x: number;
  z: number;
  heading: number;
  speed: number;
  leftDown: boolean;
  rightDown: boolean;
  stepUs: number;
  skateCmPerSec: number;
  jerkRatio: number;
  /** From standing until it goes. */
  start: Timed;
  /** Until it goes in the wanted direction, or on the wanted line, for good. */
  turn: Timed;
  distance: number;
  pushNewtons: number;
  /** How fast planted feet turn while the body turns, and the same in the source. */
  plantedYawDegPerSec: number;
  sourcePlantedYawDegPerSec: number;
  /** How far feet turn in a stance, and the same in the source. */
  swivelDeg: number;
  sourceSwivelDeg: number;
  /** x, y, z and the packed turn of each joint, in the world. */
  joints: Float32Array;
  /** x, y, z of each of its objects, in the world. */
  objects: Float32Array;
}

/** How many joints and objects an actor has. */
export interface Counts {
  joints: number;
  objects: number;
}

export interface Timed {
  state: Response;
  secs: number | null;
}

export interface Frame {
  tick: number;
  /** Which `stage` message it belongs to. */
  stageSerial: number;
  echoClock: number;
  simUs: number;
  paused: boolean;
  replaying: boolean;
  sought: boolean;
  actors: ActorFrame[];
  /** Of each thing of the world its middle and where it is held: x, y, z; no numbers while it is not there. */
  things: Float32Array;
  /** Per character: frame of the library as u32, then x, z, heading as the bits of f32. */
  crowd: Uint32Array;
}

/** The frame in the bytes, or null where they do not fit the stage whose actors have so much. */
export function readFrame(bytes: ArrayBuffer, counts: Counts[], nThings: number): Frame | null {
  if (bytes.byteLength < HEADER_BYTES) return null;
  const view = new DataView(bytes);
  const n_actors = view.getUint32(16, true);
  const n_crowd = view.getUint32(20, true);
  if (view.getUint32(0, true) !== MAGIC || n_actors !== counts.length) return null;
  const own = n_crowd * CROWD_WORDS + nThings * THING_FLOATS;
  const floats = counts.reduce((sum, count) => sum + actorFloats(count), own);
  const expected = HEADER_BYTES + n_actors * ACTOR_BYTES + floats * 4;
  if (bytes.byteLength !== expected) return null;
  const flags = view.getUint32(28, true);
  const actors: ActorFrame[] = [];
  let offset = HEADER_BYTES;
  for (const count of counts) {
    actors.push(readActor(view, offset, count));
    offset += ACTOR_BYTES + actorFloats(count) * 4;
  }
  return {
    tick: view.getUint32(4, true),
    stageSerial: view.getUint32(32, true),
    echoClock: view.getFloat64(8, true),
    simUs: view.getUint32(24, true),
    paused: (flags & 1) !== 0,
    replaying: (flags & 2) !== 0,
    sought: (flags & 4) !== 0,
    actors,
    things: new Float32Array(bytes, offset, nThings * THING_FLOATS),
    crowd: new Uint32Array(bytes, offset + nThings * THING_FLOATS * 4, n_crowd * CROWD_WORDS),
  };
}

function actorFloats({ joints, objects }: Counts): number {
  return joints * JOINT_FLOATS + objects * OBJECT_FLOATS;
}

function readActor(view: DataView, offset: number, counts: Counts): ActorFrame {
  const joints = counts.joints * JOINT_FLOATS;
  const first = offset + ACTOR_BYTES;
  const float = (index: number) => view.getFloat32(offset + index * 4, true);
  const contacts = view.getUint32(offset + 16, true);
  const timed = (secs: number, state: number): Timed => ({
    state: RESPONSES[float(state)] ?? "idle",
    secs: Number.isNaN(float(secs)) ? null : float(secs),
  });
  return {
    x: float(0),
    z: float(1),
    heading: float(2),
    speed: float(3),
    leftDown: (contacts & 1) !== 0,
    rightDown: (contacts & 2) !== 0,
    stepUs: float(5),
    skateCmPerSec: float(6),
    jerkRatio: float(7),
    start: timed(16, 17),
    turn: timed(8, 9),
    distance: float(10),
    pushNewtons: float(11),
    plantedYawDegPerSec: float(12),
    sourcePlantedYawDegPerSec: float(13),
    swivelDeg: float(14),
    sourceSwivelDeg: float(15),
    joints: new Float32Array(view.buffer, first, joints),
    objects: new Float32Array(view.buffer, first + joints * 4, counts.objects * OBJECT_FLOATS),
  };
}
