// The colours of the scene by day and by night; the colours of the panels are in style.css.
import { Color } from "three";

export interface Theme {
  sky: Color;
  ground: Color;
  line: Color;
  strongLine: Color;
  mark: Color;
  ink: string;
  sun: number;
  fill: number;
  shade: number;
}

const DAY: Theme = {
  sky: new Color("#e9ebee"),
  ground: new Color("#e9ebee"),
  line: new Color("#d3d8de"),
  strongLine: new Color("#b3bbc5"),
  mark: new Color("#5d6876"),
  ink: "#49525e",
  sun: 1.75,
  fill: 1.6,
  shade: 0.3,
};

const NIGHT: Theme = {
  sky: new Color("#12161c"),
  ground: new Color("#1a2028"),
  line: new Color("#28303b"),
  strongLine: new Color("#3b4655"),
  mark: new Color("#9aa7b8"),
  ink: "#aab4c2",
  sun: 2.0,
  fill: 1.5,
  shade: 0.5,
};

/** Calls `use` with the theme the person prefers, now and whenever that changes. */
export function followTheme(use: (theme: Theme) => void): void {
  const night = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => use(night.matches ? NIGHT : DAY);
  night.addEventListener("change", apply);
  apply();
}

/** Whether the person asked for little movement on the screen. */
export function wantsLittleMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
