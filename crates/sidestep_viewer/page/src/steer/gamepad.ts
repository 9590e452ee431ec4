// Gamepads: left stick walks, right stick looks, buttons as on the labels of the panel.
import type { BallAction } from "../wire/protocol";
import type { Steering } from "./steering";

export interface Pad {
  /** Reads the pad; answers whether one is there. */
  read(cameraHeading: number): boolean;
}

const DEAD_ZONE = 0.15;
const HIT_BUTTON = 0;
const STOP_BUTTON = 1;
const RUN_BUTTONS = [7, 5];
const BALL_BUTTONS: { button: number; action: BallAction }[] = [
  { button: 2, action: "pass" },
  { button: 3, action: "shoot" },
  { button: 4, action: "catch" },
];

/** Makes a reader of the first gamepad. */
export function makePad(steering: Steering, hit: () => void, act: (action: BallAction) => void): Pad {
  let wasDown: boolean[] = [];
  let wasLeaning = false;
  let wasLooking = false;
  let wasRunning = false;
  return {
    read(cameraHeading) {
      const pad = navigator.getGamepads?.().find((one) => one?.connected);
      if (!pad) return false;
      const [x, y] = outside(pad.axes[0] ?? 0, pad.axes[1] ?? 0);
      const isLeaning = x !== 0 || y !== 0;
      if (isLeaning || wasLeaning) steering.lean("gamepad", -x, -y);
      wasLeaning = isLeaning;
      const [lookX, lookY] = outside(pad.axes[2] ?? 0, pad.axes[3] ?? 0);
      const isLooking = lookX !== 0 || lookY !== 0;
      if (isLooking) steering.setFacing(cameraHeading + Math.atan2(-lookX, -lookY));
      else if (wasLooking) steering.setFacing(null);
      wasLooking = isLooking;
      const down = pad.buttons.map((button) => button.pressed);
      const fresh = (button: number) => down[button] && !wasDown[button];
      if (fresh(HIT_BUTTON)) hit();
      if (fresh(STOP_BUTTON)) steering.stop();
      BALL_BUTTONS.forEach(({ button, action }) => fresh(button) && act(action));
      const isRunning = RUN_BUTTONS.some((button) => down[button]);
      if (isRunning !== wasRunning) steering.rush(isRunning);
      wasRunning = isRunning;
      wasDown = down;
      return true;
    },
  };
}

/** A stick without its dead zone, still reaching one at the rim. */
function outside(x: number, y: number): [number, number] {
  const size = Math.hypot(x, y);
  if (size < DEAD_ZONE) return [0, 0];
  const share = Math.min((size - DEAD_ZONE) / (1 - DEAD_ZONE), 1) / size;
  return [x * share, y * share];
}
