// The drawer at the right edge (a sheet on phones): one content at a time.
import { ICONS, h, icon } from "./dom";
import type { DrawerName } from "./top_bar";

export interface DrawerContent {
  title: string;
  element: HTMLElement;
  opened?(): void;
  closed?(): void;
}

export interface Drawer {
  element: HTMLElement;
  toggle(name: DrawerName): void;
  open(name: DrawerName): void;
  now(): DrawerName | null;
}

/** Makes the drawer; `changed` is told what is open. */
export function makeDrawer(
  contents: Record<DrawerName, DrawerContent>,
  changed: (now: DrawerName | null) => void,
): Drawer {
  let now: DrawerName | null = null;
  const title = h("h2", {});
  const body = h("div", { class: "drawer-body" });
  const element = h(
    "aside",
    { class: "panel drawer", hidden: true, "aria-label": "Drawer" },
    h(
      "header",
      {},
      title,
      h("button", { class: "quiet", "aria-label": "Close", onclick: () => show(null) }, icon(ICONS.close)),
    ),
    body,
  );
  function show(next: DrawerName | null) {
    if (now) contents[now].closed?.();
    now = next;
    element.hidden = next === null;
    document.body.classList.toggle("has-drawer", next !== null);
    if (next) {
      title.textContent = contents[next].title;
      body.replaceChildren(contents[next].element);
      contents[next].opened?.();
    }
    changed(next);
  }
  addEventListener("keydown", (event) => event.key === "Escape" && now !== null && show(null));
  return { element, toggle: (name) => show(now === name ? null : name), open: show, now: () => now };
}
