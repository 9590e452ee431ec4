// The camera: follows the characters until a person takes it, and comes back when asked.
import { type PerspectiveCamera, Vector3 } from "three";
import { wantsLittleMotion } from "./theme";
import type { View } from "./view";

export interface FollowCamera {
  /** What is to be seen: a box on the floor, with people standing in it. */
  aim(box: Box): void;
  turn(yaw: number, pitch: number): void;
  zoom(factor: number): void;
  /** Moves the view over the floor; from then on it does not follow. */
  slide(right: number, ahead: number): void;
  /** Follows again, from behind. */
  giveBack(): void;
  /** Where it follows from, until a person takes it. */
  setHome(home: Home): void;
  /** Jumps to where it would end up. */
  settle(): void;
  /** The heading that looks into the picture. */
  heading(): number;
  /** Where it looks. */
  target(): Vector3;
  /** The middle of what is to be seen, to which it is on its way. */
  middle(): Vector3;
  isTaken(): boolean;
  /** Moves on; answers whether it still moves. */
  advance(secs: number): boolean;
  onChange: (() => void) | null;
}

/** From which side, from how high, and how much farther away than would do. */
export interface Home {
  yaw: number;
  pitch: number;
  zoom: number;
}

/** A part of the floor, in metres. */
export interface Box {
  left: number;
  right: number;
  near: number;
  far: number;
}

/** From behind a person, at the height of a person. */
export const BEHIND: Home = { yaw: 0.35, pitch: 0.24, zoom: 1 };
const NEAREST = 5.6;
/** How high people are, and how far beyond their middle they reach. */
const TALL = 1.95;
const WIDE = 0.6;
const EYE_HEIGHT = 0.86;
const FOLLOW_PER_SEC = 7;

/** Where it looks and is on its way to look, how it is to see that and sees it now, and what is to be seen. */
function makeRig() {
  return {
    target: new Vector3(0, EYE_HEIGHT, 0),
    middle: new Vector3(0, EYE_HEIGHT, 0),
    wanted: { ...BEHIND },
    now: { ...BEHIND, distance: NEAREST },
    box: { left: 0, right: 0, near: 0, far: 0 },
  };
}

/** Makes a camera that follows. */
export function makeFollowCamera({ camera, clear }: View): FollowCamera {
  const { target, middle, wanted, now, box } = makeRig();
  let home = BEHIND;
  let follows = true;
  let isTaken = false;
  const distance = () => Math.max(nearestTo(camera), distanceFor(box, camera, clear, wanted)) * wanted.zoom;
  const place = () => putCamera(camera, target, now);
  const self: FollowCamera = {
    onChange: null,
    aim: (next) => aimAt(next, box, middle),
    turn(yaw, pitch) {
      wanted.yaw += yaw;
      wanted.pitch = within(wanted.pitch + pitch, 0.03, 1.5);
      take();
    },
    zoom(factor) {
      wanted.zoom = within(wanted.zoom * factor, 0.3, 12);
      take();
    },
    slide(right, ahead) {
      shift(target, now, right, ahead);
      follows = false;
      take();
    },
    giveBack() {
      Object.assign(wanted, home);
      follows = true;
      isTaken = false;
      self.onChange?.();
    },
    setHome(next) {
      home = next;
      if (!isTaken) Object.assign(wanted, home);
    },
    settle() {
      if (follows) target.copy(middle);
      Object.assign(now, wanted, { distance: distance() });
      place();
    },
    heading: () => now.yaw,
    target: () => target,
    middle: () => middle,
    isTaken: () => isTaken,
    advance(secs) {
      const share = wantsLittleMotion() ? 1 : 1 - Math.exp(-FOLLOW_PER_SEC * secs);
      const before = sumOf(target, now);
      if (follows) target.lerp(middle, share);
      approach(now, { ...wanted, distance: distance() }, share);
      place();
      return Math.abs(sumOf(target, now) - before) > 1e-5;
    },
  };
  function take() {
    isTaken = true;
    self.onChange?.();
  }
  place();
  return self;
}

function aimAt(next: Box, box: Box, middle: Vector3): void {
  Object.assign(box, next);
  middle.set((box.left + box.right) / 2, EYE_HEIGHT, (box.near + box.far) / 2);
}

/** No nearer than this; an upright page has little room at the sides. */
function nearestTo({ aspect }: PerspectiveCamera): number {
  return NEAREST * (aspect < 0.8 ? 1.25 : 1);
}

function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

/** Moves over the floor, as seen in the picture. */
function shift(target: Vector3, { yaw, distance }: Sight, right: number, ahead: number): void {
  const [sin, cos] = [Math.sin(yaw), Math.cos(yaw)];
  target.x += (-right * cos + ahead * sin) * distance;
  target.z += (right * sin + ahead * cos) * distance;
}

/** Which way it looks, how steeply, and from how far. */
interface Sight {
  yaw: number;
  pitch: number;
  distance: number;
}

function approach(now: Sight, wanted: Sight, share: number): void {
  now.yaw += shortWay(wanted.yaw - now.yaw) * share;
  now.pitch += (wanted.pitch - now.pitch) * share;
  now.distance += (wanted.distance - now.distance) * share;
}

/** A number that changes whenever the picture does. */
function sumOf(target: Vector3, { yaw, pitch, distance }: Sight): number {
  return target.x + target.z + yaw + pitch + distance;
}

function putCamera(camera: PerspectiveCamera, target: Vector3, { yaw, pitch, distance }: Sight): void {
  const flat = Math.cos(pitch) * distance;
  camera.position.set(
    target.x - Math.sin(yaw) * flat,
    Math.max(target.y + Math.sin(pitch) * distance, 0.15),
    target.z - Math.cos(yaw) * flat,
  );
  camera.lookAt(target);
}

const CORNERS = [-1, 1].flatMap((x) => [-1, 1].flatMap((z) => [0, TALL].map((y) => [x, y, z] as const)));

/** How far from the middle of a box the camera sees all of it, where no panel is. */
function distanceFor(
  box: Box,
  camera: PerspectiveCamera,
  clear: View["clear"],
  { yaw, pitch }: { yaw: number; pitch: number },
): number {
  const high = Math.tan((camera.fov * Math.PI) / 360) * clear.height;
  const wide = Math.tan((camera.fov * Math.PI) / 360) * camera.aspect * clear.width;
  const [halfX, halfZ] = [(box.right - box.left) / 2 + WIDE, (box.far - box.near) / 2 + WIDE];
  const [siny, cosy, sinp, cosp] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
  let away = 0;
  for (const [cx, cy, cz] of CORNERS) {
    const [x, y, z] = [cx * halfX, cy - EYE_HEIGHT, cz * halfZ];
    const right = z * siny - x * cosy;
    const ahead = x * siny + z * cosy;
    const deep = ahead * cosp - y * sinp;
    const up = ahead * sinp + y * cosp;
    away = Math.max(away, Math.abs(right) / wide - deep, Math.abs(up) / high - deep);
  }
  return away;
}

/** An angle brought into -pi to pi. */
export function shortWay(angle: number): number {
  return angle - Math.round(angle / (2 * Math.PI)) * 2 * Math.PI;
}
