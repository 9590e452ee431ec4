// The keys of the playground. Keys typed into a form are left alone.
import type { BallAction } from "../wire/protocol";
import type { Steering } from "./steering";

export interface KeyActions {
  hit(): void;
  pauseOrResume(): void;
  stepBy(ticks: number): void;
  giveCameraBack(): void;
  turnCamera(yaw: number, pitch: number): void;
  help(): void;
  act(action: BallAction): void;
}

const AHEAD = new Set(["KeyW", "ArrowUp"]);
const BACK = new Set(["KeyS", "ArrowDown"]);
const LEFT = new Set(["KeyA", "ArrowLeft"]);
const RIGHT = new Set(["KeyD", "ArrowRight"]);
const FACING_RATE = 2.4;

/** Listens to keys; `heldChanged` is told which keys are down. */
export function listenToKeys(
  steering: Steering,
  actions: KeyActions,
  heldChanged: (held: Set<string>) => void,
): void {
  const held = new Set<string>();
  const any = (keys: Set<string>) => ([...keys].some((key) => held.has(key)) ? 1 : 0);
  const apply = () => {
    steering.rush(held.has("ShiftLeft") || held.has("ShiftRight"));
    steering.lean("keys", any(LEFT) - any(RIGHT), any(AHEAD) - any(BACK));
    steering.turnFacing(FACING_RATE * ((held.has("KeyQ") ? 1 : 0) - (held.has("KeyE") ? 1 : 0)));
    heldChanged(held);
  };
  const once: Partial<Record<string, () => void>> = {
    Space: () => steering.stop(),
    KeyC: () => steering.setGait(steering.state.gait === "crouch" ? "walk" : "crouch"),
    KeyX: () => steering.setFacing(null),
    KeyP: actions.hit,
    KeyK: actions.pauseOrResume,
    Comma: () => actions.stepBy(-1),
    Period: () => actions.stepBy(1),
    KeyG: () => actions.act("pass"),
    KeyT: () => actions.act("shoot"),
    KeyR: () => actions.act("catch"),
    KeyF: actions.giveCameraBack,
    BracketLeft: () => actions.turnCamera(0.2, 0),
    BracketRight: () => actions.turnCamera(-0.2, 0),
  };
  addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey || event.ctrlKey || isTyping(event)) return;
    if (event.key === "?") {
      event.preventDefault();
      actions.help();
      return;
    }
    const isSteering = [AHEAD, BACK, LEFT, RIGHT].some((keys) => keys.has(event.code));
    const action = once[event.code];
    if (isSteering || action) event.preventDefault();
    if (action && (!event.repeat || event.code === "Comma" || event.code === "Period")) action();
    held.add(event.code);
    if (!event.repeat) apply();
  });
  addEventListener("keyup", (event) => {
    if (!held.delete(event.code)) return;
    apply();
  });
  addEventListener("blur", () => {
    held.clear();
    apply();
  });
}

/** Whether the key belongs to a control that has the focus. */
function isTyping(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("input[type=text], textarea, select, dialog")) return true;
  const movesControl = ["Space", "Enter"].includes(event.code) || event.code.startsWith("Arrow");
  return movesControl && target.closest("button, input, [role=slider], summary, a") !== null;
}
