// The top of the page: which world, and the three drawers.
import type { Opening, Session } from "../session";
import type { Controller, World } from "../wire/protocol";
import { ICONS, h, icon } from "./dom";

export type DrawerName = "inside" | "data" | "take";

export interface TopBar {
  element: HTMLElement;
  markOpen(drawer: DrawerName | null): void;
}

const DRAWERS: { name: DrawerName; label: string; icon: string; title: string }[] = [
  { name: "inside", label: "Inside", icon: ICONS.inside, title: "Look inside the method while it runs" },
  { name: "data", label: "Data", icon: ICONS.data, title: "Bring your own motion capture and build from it" },
  { name: "take", label: "Take away", icon: ICONS.take, title: "Export, share or photograph what happened" },
];

/** Makes the bar. */
export function makeTopBar(
  session: Session,
  toggle: (drawer: DrawerName) => void,
  help: () => void,
): TopBar {
  const worlds = h("div", { class: "segments worlds", role: "radiogroup", "aria-label": "World" });
  const phoneWorlds = h("select", {
    class: "phone-only",
    "aria-label": "World",
    onchange: (event: Event) => {
      const id = event.target instanceof HTMLSelectElement ? event.target.value : "";
      const world = session.catalogue?.worlds.find((one) => one.id === id);
      if (world) session.open(openingOf(session, world));
    },
  });
  const buttons = DRAWERS.map(({ name, label, icon: path, title }) =>
    h(
      "button",
      {
        class: "bar-button",
        title,
        "aria-pressed": "false",
        "data-drawer": name,
        onclick: () => toggle(name),
      },
      icon(path),
      h("span", {}, label),
    ),
  );
  const element = h(
    "header",
    { class: "top-bar" },
    h("h1", { class: "brand" }, h("span", { class: "brand-mark", "aria-hidden": "true" }), "Sidestep"),
    worlds,
    phoneWorlds,
    h("nav", { class: "bar-buttons", "aria-label": "Drawers" }, ...buttons, helpButton(help)),
  );
  const show = () => {
    const all = session.catalogue?.worlds ?? [];
    worlds.replaceChildren(...all.map((world) => worldButton(session, world)));
    phoneWorlds.replaceChildren(...all.map((world) => worldOption(session, world)));
  };
  session.on("catalogue", show);
  session.on("stage", show);
  return {
    element,
    markOpen: (drawer) =>
      buttons.forEach((button) =>
        button.setAttribute("aria-pressed", String(button.dataset["drawer"] === drawer)),
      ),
  };
}

function worldButton(session: Session, world: World): HTMLElement {
  return h(
    "button",
    {
      role: "radio",
      "aria-checked": String(world.id === session.opening.world),
      disabled: missing(session, world).length > 0,
      title: titleOf(session, world),
      "data-world": world.id,
      onclick: () => session.open(openingOf(session, world)),
    },
    world.title,
  );
}

function worldOption(session: Session, world: World): HTMLElement {
  return h(
    "option",
    {
      value: world.id,
      selected: world.id === session.opening.world,
      disabled: missing(session, world).length > 0,
    },
    world.title,
  );
}

function helpButton(help: () => void): HTMLElement {
  const label = "Keys, mouse, touch and gamepad";
  const props = { class: "bar-button help", title: `${label} (?)`, "aria-label": label, onclick: help };
  return h("button", props, "?");
}

/** A world with who is on stage, or with somebody who can do what the world was made for. */
function openingOf(session: Session, world: World): Partial<Opening> {
  const can = (one: Controller | null) => (world.wants ?? []).every((ability) => one?.abilities.includes(ability));
  const cast = (session.stage?.actors ?? []).map((_, actor) => session.controllerOf(actor));
  const able = session.catalogue?.controllers.find(can);
  if (!able || cast.some(can)) return { world: world.id };
  return { world: world.id, controllers: [able.id] };
}

/** The methods that a world needs and that nobody has built yet. */
function missing(session: Session, world: World): string[] {
  const built = session.catalogue?.controllers.map((one) => one.method) ?? [];
  return (world.needs ?? []).filter((need) => !built.some((method) => method.includes(need)));
}

function titleOf(session: Session, world: World): string {
  const needs = missing(session, world);
  return needs.length === 0
    ? world.says
    : `Needs a method that is not built yet: ${needs.join(", ")}. Wait for it, or build it in the data room.`;
}
