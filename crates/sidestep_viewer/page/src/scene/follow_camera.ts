// The camera: follows the characters until a person takes it, and comes back when asked.
import { type PerspectiveCamera, Vector3 } from "three";
import { wantsLittleMotion } from "./theme";

export interface FollowCamera {
  /** Where the characters are and how far they spread, in metres. */
  aim(middle: Vector3, reach: number): void;
  turn(yaw: number, pitch: number): void;
  zoom(factor: number): void;
  /** Moves the view over the floor; from then on it does not follow. */
  slide(right: number, ahead: number): void;
  /** Follows again, from behind. */
  giveBack(): void;
  /** Follows from high enough to look over walls, or from where a person would. */
  lookOver(isWalled: boolean): void;
  /** Jumps to where it would end up. */
  settle(): void;
  /** The heading that looks into the picture. */
  heading(): number;
  target(): Vector3;
  isTaken(): boolean;
  /** Moves on; answers whether it still moves. */
  advance(secs: number): boolean;
  onChange: (() => void) | null;
}

const HOME = { yaw: 0.35, pitch: 0.24, zoom: 1 };
const OVER_WALLS = { yaw: 0.35, pitch: 0.72, zoom: 1.35 };
const BASE_DISTANCE = 5.6;
const EYE_HEIGHT = 0.86;
const FOLLOW_PER_SEC = 7;

/** Makes a camera that follows. */
export function makeFollowCamera(camera: PerspectiveCamera): FollowCamera {
  const target = new Vector3(0, EYE_HEIGHT, 0);
  const middle = new Vector3(0, EYE_HEIGHT, 0);
  const wanted = { ...HOME };
  const now = { ...HOME, distance: BASE_DISTANCE };
  let reach = 0;
  let home = HOME;
  let follows = true;
  let isTaken = false;
  const distance = () => (BASE_DISTANCE + reach * 2.3) * wanted.zoom * (camera.aspect < 0.8 ? 1.25 : 1);
  const place = () => {
    const flat = Math.cos(now.pitch) * now.distance;
    camera.position.set(
      target.x - Math.sin(now.yaw) * flat,
      Math.max(target.y + Math.sin(now.pitch) * now.distance, 0.15),
      target.z - Math.cos(now.yaw) * flat,
    );
    camera.lookAt(target);
  };
  const self: FollowCamera = {
    onChange: null,
    aim(at, spread) {
      middle.set(at.x, EYE_HEIGHT, at.z);
      reach = spread;
    },
    turn(yaw, pitch) {
      wanted.yaw += yaw;
      wanted.pitch = Math.min(Math.max(wanted.pitch + pitch, 0.03), 1.5);
      take();
    },
    zoom(factor) {
      wanted.zoom = Math.min(Math.max(wanted.zoom * factor, 0.3), 12);
      take();
    },
    slide(right, ahead) {
      const [sin, cos] = [Math.sin(now.yaw), Math.cos(now.yaw)];
      target.x += (-right * cos + ahead * sin) * now.distance;
      target.z += (right * sin + ahead * cos) * now.distance;
      follows = false;
      take();
    },
    giveBack() {
      Object.assign(wanted, home);
      follows = true;
      isTaken = false;
      self.onChange?.();
    },
    lookOver(isWalled) {
      home = isWalled ? OVER_WALLS : HOME;
      if (!isTaken) Object.assign(wanted, home);
    },
    settle() {
      if (follows) target.copy(middle);
      Object.assign(now, wanted, { distance: distance() });
      place();
    },
    heading: () => now.yaw,
    target: () => target,
    isTaken: () => isTaken,
    advance(secs) {
      const share = wantsLittleMotion() ? 1 : 1 - Math.exp(-FOLLOW_PER_SEC * secs);
      const before = target.x + target.z + now.yaw + now.pitch + now.distance;
      if (follows) target.lerp(middle, share);
      now.yaw += shortWay(wanted.yaw - now.yaw) * share;
      now.pitch += (wanted.pitch - now.pitch) * share;
      now.distance += (distance() - now.distance) * share;
      place();
      return Math.abs(target.x + target.z + now.yaw + now.pitch + now.distance - before) > 1e-5;
    },
  };
  function take() {
    isTaken = true;
    self.onChange?.();
  }
  place();
  return self;
}

/** An angle brought into -pi to pi. */
export function shortWay(angle: number): number {
  return angle - Math.round(angle / (2 * Math.PI)) * 2 * Math.PI;
}
