// Words in the picture: names below the feet of characters, newtons beside a push, words of a world.
import { type PerspectiveCamera, Vector3 } from "three";
import { h } from "./dom";

export interface Labels {
  element: HTMLElement;
  /** Shows these labels, and no others. */
  show(labels: Label[], camera: PerspectiveCamera): void;
}

export interface Label {
  at: Vector3;
  text: string;
  colour: string | null;
  /** `below` hangs under the point, `beside` stands to its right. */
  place: "below" | "beside";
}

/** Makes the layer of labels. */
export function makeLabels(): Labels {
  const element = h("div", { class: "labels", "aria-hidden": "true" });
  const projected = new Vector3();
  return {
    element,
    show(labels, camera) {
      while (element.children.length < labels.length) element.append(h("span", {}));
      while (element.children.length > labels.length) element.lastElementChild?.remove();
      labels.forEach((label, index) => {
        const span = element.children[index];
        if (!(span instanceof HTMLElement)) return;
        projected.copy(label.at).project(camera);
        const [x, y] = [(projected.x + 1) / 2, (1 - projected.y) / 2];
        span.className = `label ${label.place}`;
        span.hidden = projected.z > 1;
        span.style.left = `${(x * 100).toFixed(2)}%`;
        span.style.top = `${(y * 100).toFixed(2)}%`;
        span.style.setProperty("--own", label.colour ?? "var(--ink)");
        if (span.textContent !== label.text) span.textContent = label.text;
      });
    },
  };
}
