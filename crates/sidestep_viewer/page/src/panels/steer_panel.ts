// How to steer, at the left edge: every control says what it drives, and why where it cannot.
import { type Session, able } from "../session";
import type { Pointer, Tool } from "../steer/pointer";
import type { Steering } from "../steer/steering";
import type { Ability, Gait, Wish } from "../wire/protocol";
import { ICONS, h, icon, key } from "./dom";

export interface SteerPanel {
  element: HTMLElement;
  showKeys(held: Set<string>): void;
}

/** One control of the panel; `show` adds what somebody on stage cannot do. */
interface Control {
  element: HTMLElement;
  show(reasons: Set<string>): void;
}

const GAITS: { gait: Gait; label: string; key: string | null }[] = [
  { gait: "walk", label: "Walk", key: null },
  { gait: "run", label: "Run", key: "⇧" },
  { gait: "crouch", label: "Crouch", key: "C" },
];

const TOOLS: { tool: Tool; wish: Wish["kind"]; label: string; says: string }[] = [
  { tool: "go", wish: "reach", label: "Go there", says: "Click the floor: it walks there." },
  { tool: "path", wish: "path", label: "Path", says: "Drag on the floor: it follows the path." },
  { tool: "line", wish: "line", label: "Line", says: "Click or drag on the floor: it gets onto the line." },
];

const KEY_CAPS: [string, string[]][] = [
  ["W", ["KeyW", "ArrowUp"]],
  ["A", ["KeyA", "ArrowLeft"]],
  ["S", ["KeyS", "ArrowDown"]],
  ["D", ["KeyD", "ArrowRight"]],
];

/** Makes the panel. */
export function makeSteerPanel(
  session: Session,
  steering: Steering,
  pointer: Pointer,
  hit: () => void,
): SteerPanel {
  const caps = KEY_CAPS.map(([name]) => h("kbd", { class: `cap cap-${name}` }, name));
  const head = h(
    "div",
    { class: "steer-head" },
    h("div", { class: "caps", "aria-hidden": "true" }, ...caps),
    h("p", { class: "says" }, "Walk, as seen by the camera"),
    h("button", { class: "quiet fold", onclick: () => fold(!element.classList.contains("folded")) }),
  );
  const close = h(
    "button",
    {
      class: "quiet phone-only close",
      "aria-label": "Close",
      onclick: () => element.classList.remove("open"),
    },
    icon(ICONS.close),
  );
  const controls = [
    speedControl(session, steering),
    gaitControl(session, steering),
    facingControl(session, steering),
    floorControl(session, pointer),
  ];
  const why = h("p", { class: "why", role: "status" });
  const parts = [close, head, ...controls.map((control) => control.element), pushControl(steering, hit), why];
  const element = h("section", { class: "panel steer", "aria-label": "Steering" }, ...parts);
  const fold = (isFolded: boolean) => {
    element.classList.toggle("folded", isFolded);
    const button = head.querySelector(".fold");
    button?.replaceChildren(icon(isFolded ? ICONS.down : ICONS.up));
    button?.setAttribute("aria-label", isFolded ? "Show all of the steering" : "Show less of the steering");
  };
  fold(false);
  let world = "";
  session.on("stage", (stage) => {
    if (stage.world !== world && (needsRoom(stage.world) || needsRoom(world))) fold(needsRoom(stage.world));
    world = stage.world;
  });
  const show = () => {
    const reasons = new Set<string>();
    element.hidden = (session.stage?.actors.length ?? 0) === 0;
    controls.forEach((control) => control.show(reasons));
    why.textContent = [...reasons].join(" ");
  };
  steering.onChange.push(show);
  session.on("stage", show);
  return {
    element,
    showKeys: (held) =>
      KEY_CAPS.forEach(([, codes], index) => caps[index]?.classList.toggle("down", isDown(codes, held))),
  };
}

/** A crowd and a plan need the room; the panel is one click away. */
function needsRoom(world: string): boolean {
  return world === "crowd" || world === "tactics";
}

function isDown(codes: string[], held: Set<string>): boolean {
  return codes.some((code) => held.has(code));
}

function speedControl(session: Session, steering: Steering): Control {
  const text = h("output", {}, "");
  const speed = h("input", {
    type: "range",
    min: 0.2,
    max: 3,
    step: 0.05,
    "aria-label": "Speed in metres a second",
    oninput: () => steering.setSpeed(Number(speed.value)),
  });
  return {
    element: h("label", { class: "field" }, h("span", { class: "field-head" }, "Speed", text), speed),
    show(reasons) {
      speed.max = String(Math.round(steering.state.fastest * 20) / 20);
      speed.value = String(steering.state.speed);
      text.textContent = `${steering.state.speed.toFixed(1)} m/s`;
      allow(session, speed, "speed", "choose its speed", reasons);
    },
  };
}

function gaitControl(session: Session, steering: Steering): Control {
  const gaits = GAITS.map(({ gait, label, key: cap }) => {
    const props = { role: "radio", "data-gait": gait, onclick: () => steering.setGait(gait) };
    return h("button", props, label, cap ? key(cap) : null);
  });
  return {
    element: h("div", { class: "segments", role: "radiogroup", "aria-label": "Gait" }, ...gaits),
    show(reasons) {
      for (const button of gaits) {
        const gait = button.dataset["gait"] ?? "";
        button.setAttribute("aria-checked", String(gait === steering.gaitNow()));
        if (gait === "crouch") allow(session, button, "gait", "crouch on demand", reasons);
      }
    },
  };
}

function facingControl(session: Session, steering: Steering): Control {
  const text = h("span", { class: "value" }, "");
  const toggle = () => {
    const heading = session.frame?.actors[0]?.heading ?? 0;
    steering.setFacing(steering.state.facing === null ? heading : null);
  };
  const button = h("button", { class: "wide", onclick: toggle });
  return {
    element: h("div", { class: "field" }, h("span", { class: "field-head" }, "Faces", text), button),
    show(reasons) {
      const { facing } = steering.state;
      text.textContent = facing === null ? "where it goes" : `${Math.round((facing * 180) / Math.PI)}°`;
      const words =
        facing === null ? ["Keep facing this way ", key("Q"), key("E")] : ["Face where it goes ", key("X")];
      button.replaceChildren(...words);
      allow(session, button, "facing", "walk one way and look another", reasons);
    },
  };
}

/** What a click on the floor does; a world that has no use for a tool disables it. */
function floorControl(session: Session, pointer: Pointer): Control {
  const says = h("p", { class: "says" });
  const isUsable = (wish: Wish["kind"]) => session.world()?.wishes.includes(wish) ?? true;
  const tools = TOOLS.map(({ tool, label }) => {
    const choose = () => {
      pointer.tool = tool;
      show();
    };
    return h("button", { role: "radio", "data-tool": tool, onclick: choose }, label);
  });
  const show = () => {
    const chosen = TOOLS.find(({ tool }) => tool === pointer.tool);
    if (chosen && !isUsable(chosen.wish)) {
      pointer.tool = TOOLS.find(({ wish }) => isUsable(wish))?.tool ?? pointer.tool;
    }
    TOOLS.forEach(({ tool, wish, label }, index) => {
      const button = tools[index];
      if (!button) return;
      button.setAttribute("aria-checked", String(tool === pointer.tool));
      button.disabled = !isUsable(wish);
      button.title = button.disabled ? `${session.world()?.title} has no use for “${label}”` : "";
    });
    says.textContent = TOOLS.find(({ tool }) => tool === pointer.tool)?.says ?? "";
  };
  const label = "What a click on the floor does";
  const row = h("div", { class: "segments", role: "radiogroup", "aria-label": label }, ...tools);
  const element = h("div", { class: "field" }, h("span", { class: "field-head" }, "On the floor"), row, says);
  return { element, show };
}

function pushControl(steering: Steering, hit: () => void): HTMLElement {
  const title = "A push of 320 N on the chest, away from you";
  return h(
    "div",
    { class: "field" },
    h("span", { class: "field-head" }, "Push", h("span", { class: "value" }, "drag any body part")),
    h(
      "div",
      { class: "pair" },
      h("button", { class: "wide", title, onclick: hit }, "Hit", key("P")),
      h("button", { class: "wide", onclick: () => steering.stop() }, "Stop", key("Space")),
    ),
  );
}

/** Disables a control that nobody on stage obeys, and says who does not. */
function allow(
  session: Session,
  control: HTMLButtonElement | HTMLInputElement,
  ability: Ability,
  what: string,
  reasons: Set<string>,
): void {
  const { some, lacking } = able(session, ability);
  const reason = `${listed(lacking)} cannot ${what}.`;
  control.disabled = !some;
  control.title = some ? "" : reason;
  if (lacking.length > 0) reasons.add(reason);
}

function listed(names: string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
