// The first visit: four things to try, ticked off as they are done; then it goes away for good.
import type { Events, Session } from "../session";
import { ICONS, h, icon, key } from "./dom";

const STEPS: { did: Events["did"]; says: (touch: boolean) => (Node | string)[] }[] = [
  {
    did: "move",
    says: (touch) => (touch ? ["Walk with the stick"] : ["Walk ", key("W"), key("A"), key("S"), key("D")]),
  },
  { did: "push", says: () => ["Drag the body to push it"] },
  { did: "switch", says: () => ["Switch its method below"] },
  { did: "take", says: (touch) => [touch ? "Take it away, at the top" : "Take it away, top right"] },
];
const STORE = "sidestep-knows";
const FAREWELL_MS = 1800;

/** Shows the hint unless it was seen through or closed before. */
export function makeHint(session: Session): HTMLElement | null {
  if (session.isManual || readStore()) return null;
  const touch = matchMedia("(pointer: coarse)").matches;
  const done = new Set<string>();
  const steps = STEPS.map(({ did, says }, index) =>
    h("li", { "data-did": did, "data-step": index + 1 }, icon(ICONS.check), h("span", {}, ...says(touch))),
  );
  const close = () => {
    element.remove();
    writeStore();
  };
  const element = h(
    "aside",
    { class: "hint", "aria-label": "Four things to try" },
    h("ol", {}, ...steps),
    h(
      "button",
      { class: "quiet", "aria-label": "Close the hint", title: "Close", onclick: close },
      icon(ICONS.close),
    ),
  );
  const show = () => {
    steps.forEach((step) => step.classList.toggle("done", done.has(step.dataset["did"] ?? "")));
    const next = steps.find((step) => !step.classList.contains("done")) ?? steps.at(-1);
    steps.forEach((step) => step.classList.toggle("next", step === next));
  };
  show();
  session.on("did", (did) => {
    done.add(did);
    show();
    if (done.size === STEPS.length) setTimeout(close, FAREWELL_MS);
  });
  return element;
}

/** Storage may be forbidden; then the hint is shown each time. */
function readStore(): boolean {
  try {
    return localStorage.getItem(STORE) !== null;
  } catch {
    return false;
  }
}

function writeStore(): void {
  try {
    localStorage.setItem(STORE, "1");
  } catch {
    // Nothing is lost but the memory of having seen the hint.
  }
}
