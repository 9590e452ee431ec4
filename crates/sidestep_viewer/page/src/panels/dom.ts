// Makes elements of the page in one line each.

type Child = Node | string | null;
type Props = { [name: string]: string | number | boolean | ((event: never) => void) | null };

/** An element with properties (handlers begin with `on`) and children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function")
      element.addEventListener(name.slice(2), value as unknown as EventListener);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** An icon from a path in a box of 24 by 24. */
export function icon(path: string): SVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("icon");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

/** A key of the keyboard. */
export function key(name: string): HTMLElement {
  return h("kbd", {}, name);
}

/** Gives a canvas the pixels of its place on the screen; answers its brush, scaled to CSS pixels. */
export function brushOf(
  canvas: HTMLCanvasElement,
): { brush: CanvasRenderingContext2D; width: number; height: number } | null {
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const ratio = Math.min(devicePixelRatio, 2);
  if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
  if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
  const brush = canvas.getContext("2d");
  if (!brush || width === 0) return null;
  brush.setTransform(ratio, 0, 0, ratio, 0, 0);
  brush.clearRect(0, 0, width, height);
  return { brush, width, height };
}

/** A colour of style.css. */
export function cssColour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

export const ICONS = {
  pause: "M8 5v14M16 5v14",
  play: "M7 5l11 7-11 7z",
  back: "M17 6l-8 6 8 6zM7 6v12",
  ahead: "M7 6l8 6-8 6zM17 6v12",
  inside: "M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12zM12 9a3 3 0 100 6 3 3 0 000-6z",
  data: "M4 6c0-1.7 3.6-3 8-3s8 1.3 8 3-3.6 3-8 3-8-1.3-8-3zM4 6v12c0 1.7 3.6 3 8 3s8-1.3 8-3V6M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3",
  take: "M12 3v12M7 10l5 5 5-5M4 17v3h16v-3",
  close: "M6 6l12 12M18 6L6 18",
  up: "M6 15l6-6 6 6",
  down: "M6 9l6 6 6-6",
  plus: "M12 5v14M5 12h14",
  check: "M5 12l5 5 9-10",
} as const;
