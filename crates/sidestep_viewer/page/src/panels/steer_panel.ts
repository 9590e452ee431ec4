// How to steer, at the left edge: every control says what it drives, and why where it cannot.
import { type Session, able } from "../session";
import type { Pointer, Tool } from "../steer/pointer";
import type { Steering } from "../steer/steering";
import type { Ability, Gait, Wish } from "../wire/protocol";
import { h, key } from "./dom";

export interface SteerPanel {
  element: HTMLElement;
  showKeys(held: Set<string>): void;
}

const GAITS: { gait: Gait; label: string; key: string | null }[] = [
  { gait: "walk", label: "Walk", key: null },
  { gait: "run", label: "Run", key: "⇧" },
  { gait: "crouch", label: "Crouch", key: "C" },
];

const TOOLS: { tool: Tool; wish: Wish["kind"] & Ability; label: string; says: string }[] = [
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
  const speedText = h("output", {}, "");
  const speed = h("input", {
    type: "range",
    min: 0.2,
    max: 3,
    step: 0.05,
    "aria-label": "Speed in metres a second",
    oninput: () => steering.setSpeed(Number(speed.value)),
  });
  const gaits = GAITS.map(({ gait, label, key: cap }) =>
    h(
      "button",
      { role: "radio", "data-gait": gait, onclick: () => steering.setGait(gait) },
      label,
      cap ? key(cap) : null,
    ),
  );
  const facingText = h("span", { class: "value" }, "");
  const facing = h("button", { class: "wide", onclick: () => toggleFacing(session, steering) });
  const tools = TOOLS.map(({ tool, label }) =>
    h("button", { role: "radio", "data-tool": tool, onclick: () => choose(tool) }, label),
  );
  const toolSays = h("p", { class: "says" });
  const why = h("p", { class: "why", role: "status" });
  const hitButton = h(
    "button",
    { class: "wide", title: "A push of 320 N on the chest, away from you", onclick: hit },
    "Hit",
    key("P"),
  );
  const stop = h("button", { class: "wide", onclick: () => steering.stop() }, "Stop", key("Space"));
  const element = h(
    "section",
    { class: "panel steer", "aria-label": "Steering" },
    h(
      "div",
      { class: "steer-head" },
      h("div", { class: "caps", "aria-hidden": "true" }, ...caps),
      h("p", { class: "says" }, "Walk, as seen by the camera"),
    ),
    h("label", { class: "field" }, h("span", { class: "field-head" }, "Speed", speedText), speed),
    h("div", { class: "segments", role: "radiogroup", "aria-label": "Gait" }, ...gaits),
    h("div", { class: "field" }, h("span", { class: "field-head" }, "Looks", facingText), facing),
    h(
      "div",
      { class: "field" },
      h("span", { class: "field-head" }, "On the floor"),
      h(
        "div",
        { class: "segments", role: "radiogroup", "aria-label": "What a click on the floor does" },
        ...tools,
      ),
      toolSays,
    ),
    h(
      "div",
      { class: "field" },
      h("span", { class: "field-head" }, "Push", h("span", { class: "value" }, "drag any body part")),
      h("div", { class: "pair" }, hitButton, stop),
    ),
    why,
  );
  function choose(tool: Tool) {
    pointer.tool = tool;
    show();
  }
  function show() {
    const { state } = steering;
    const has = session.stage !== null && session.stage.actors.length > 0;
    element.hidden = !has;
    const reasons = new Set<string>();
    const allow = (button: HTMLButtonElement | HTMLInputElement, ability: Ability, what: string) => {
      const { some, lacking } = able(session, ability);
      button.disabled = !has || !some;
      button.title = button.disabled ? `${lacking.join(" and ")} cannot ${what}` : button.title;
      if (has && lacking.length > 0) reasons.add(`${lacking.join(" and ")} cannot ${what}.`);
    };
    speed.max = String(Math.round(state.fastest * 20) / 20);
    speed.value = String(state.speed);
    speedText.textContent = `${state.speed.toFixed(1)} m/s`;
    allow(speed, "speed", "choose its speed");
    gaits.forEach((button) => {
      const gait = button.dataset["gait"] ?? "";
      button.setAttribute("aria-checked", String(gait === state.gait));
      if (gait === "crouch") allow(button, "gait", "crouch on demand");
    });
    facingText.textContent =
      state.facing === null ? "where it goes" : `${Math.round((state.facing * 180) / Math.PI)}°`;
    facing.replaceChildren(
      ...(state.facing === null ? ["Hold the view ", key("Q"), key("E")] : ["Let it look ahead ", key("X")]),
    );
    allow(facing, "facing", "walk one way and look another");
    const wishes = session.world()?.wishes;
    tools.forEach((button, index) => {
      const { wish, label } = TOOLS[index] ?? TOOLS[0]!;
      button.setAttribute("aria-checked", String(button.dataset["tool"] === pointer.tool));
      button.disabled = !has || (wishes !== undefined && !wishes.includes(wish));
      button.title = button.disabled
        ? `${session.world()?.title ?? "This world"} has no use for “${label}”`
        : "";
    });
    toolSays.textContent = TOOLS.find(({ tool }) => tool === pointer.tool)?.says ?? "";
    why.textContent = [...reasons].join(" ");
    hitButton.disabled = !has;
    stop.disabled = !has;
  }
  steering.onChange.push(show);
  session.on("stage", () => {
    const wishes = session.world()?.wishes ?? [];
    const usable = TOOLS.find(({ wish }) => wishes.includes(wish));
    if (usable && !wishes.includes(TOOLS.find(({ tool }) => tool === pointer.tool)?.wish ?? "reach"))
      pointer.tool = usable.tool;
    show();
  });
  return {
    element,
    showKeys: (held) =>
      KEY_CAPS.forEach(([, codes], index) =>
        caps[index]?.classList.toggle(
          "down",
          codes.some((code) => held.has(code)),
        ),
      ),
  };
}

function toggleFacing(session: Session, steering: Steering): void {
  const heading = session.frame?.actors[0]?.heading ?? 0;
  steering.setFacing(steering.state.facing === null ? heading : null);
}
