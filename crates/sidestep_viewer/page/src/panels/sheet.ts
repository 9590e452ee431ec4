// The sheet of all ways to steer: keys, mouse, touch and gamepad, side by side.
import { ICONS, h, icon, key } from "./dom";

export interface Sheet {
  element: HTMLElement;
  open(): void;
}

type Way = [(Node | string)[], string];

const WAYS: { title: string; ways: () => Way[] }[] = [
  {
    title: "Keys",
    ways: () => [
      [[key("W"), key("A"), key("S"), key("D")], "walk, as seen by the camera; arrows too"],
      [[key("⇧")], "run while held"],
      [[key("C")], "crouch, or walk upright again"],
      [[key("Q"), key("E")], "look another way than it goes"],
      [[key("X")], "look where it goes"],
      [[key("Space")], "stop"],
      [[key("P")], "hit the chest"],
      [[key("G"), key("T"), key("R")], "on the court: pass, shoot, get the ball"],
      [[key("K")], "stop time, or let it go on"],
      [[key(","), key(".")], "one frame back, one frame ahead"],
      [[key("["), key("]")], "turn the camera"],
      [[key("F")], "camera follows again"],
      [[key("Esc")], "close the drawer"],
      [[key("?")], "this sheet"],
    ],
  },
  {
    title: "Mouse",
    ways: () => [
      [["click the floor"], "go there"],
      [["drag the floor"], "turn the camera"],
      [["drag a body part"], "pull it; quickly: hit it"],
      [["drag a column or line"], "move it"],
      [["right button"], "look there"],
      [["⇧ or middle, drag"], "slide the camera"],
      [["wheel"], "nearer or farther"],
      [["double click"], "camera follows again"],
    ],
  },
  {
    title: "Touch",
    ways: () => [
      [["stick"], "walk; farther is faster"],
      [["Run, Hit, More"], "gait, a push, everything else"],
      [["Pass, Shoot, Get ball"], "on the court"],
      [["tap the floor"], "go there"],
      [["drag the floor"], "turn the camera"],
      [["drag a body part"], "pull it"],
      [["two fingers"], "nearer or farther"],
    ],
  },
  {
    title: "Gamepad",
    ways: () => [
      [["left stick"], "walk"],
      [["right stick"], "look"],
      [["right trigger or bumper"], "run while held"],
      [["A, or cross"], "hit the chest"],
      [["B, or circle"], "stop"],
      [["X, Y, left bumper"], "on the court: pass, shoot, get the ball"],
    ],
  },
];

/** What is nearest at hand comes first: on a phone that is touch. */
function inOrder(): typeof WAYS {
  const isTouch = matchMedia("(pointer: coarse)").matches;
  const rank = ({ title }: { title: string }) => (isTouch && title === "Touch" ? 0 : 1);
  return WAYS.toSorted((a, b) => rank(a) - rank(b));
}

/** Makes the sheet, closed. */
export function makeSheet(): Sheet {
  const close = h(
    "button",
    { class: "quiet", "aria-label": "Close", onclick: () => element.close() },
    icon(ICONS.close),
  );
  const element = h(
    "dialog",
    { class: "sheet panel", "aria-labelledby": "sheet-title" },
    h("header", {}, h("h2", { id: "sheet-title" }, "How to steer"), close),
    h(
      "div",
      { class: "ways" },
      ...inOrder().map(({ title, ways }) =>
        h("section", {}, h("h3", {}, title), h("dl", {}, ...ways().map(([by, says]) => wayRow(by, says)))),
      ),
    ),
  );
  // A click beside the sheet is one on the dialog itself.
  element.addEventListener("click", (event) => event.target === element && element.close());
  return { element, open: () => (element.open ? element.close() : element.showModal()) };
}

function wayRow(by: (Node | string)[], says: string): HTMLElement {
  return h("div", {}, h("dt", {}, ...by), h("dd", {}, says));
}
