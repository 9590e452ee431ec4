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
  /** `below` hangs under the point, the others stand beside it. */
  place: "below" | "left" | "right";
}

/** A label on the page: where it wants to be, and how large it is. */
interface Tag {
  span: HTMLElement;
  x: number;
  y: number;
  width: number;
  height: number;
  isSeen: boolean;
}

const AWAY = 14;
const GAP = 3;

/** Makes the layer of labels; `floor` says where the panels at the bottom begin. */
export function makeLabels(floor: () => number): Labels {
  const element = h("div", { class: "labels", "aria-hidden": "true" });
  const projected = new Vector3();
  const tags: Tag[] = [];
  const place = (label: Label, tag: Tag, camera: PerspectiveCamera) => {
    const { span } = tag;
    if (span.textContent !== label.text) {
      span.textContent = label.text;
      [tag.width, tag.height] = [span.offsetWidth, span.offsetHeight];
    }
    span.style.setProperty("--own", label.colour ?? "var(--ink)");
    span.dataset["place"] = label.place;
    projected.copy(label.at).project(camera);
    tag.isSeen = projected.z < 1 && Math.abs(projected.x) < 1.1 && Math.abs(projected.y) < 1.1;
    span.style.visibility = tag.isSeen ? "" : "hidden";
    const [x, y] = [((projected.x + 1) / 2) * innerWidth, ((1 - projected.y) / 2) * innerHeight];
    const beside = label.place === "left" ? -AWAY - tag.width : AWAY;
    const left = label.place === "below" ? x - tag.width / 2 : x + beside;
    tag.x = Math.min(Math.max(left, GAP), innerWidth - tag.width - GAP);
    tag.y = label.place === "below" ? y + AWAY : y - tag.height / 2;
    // Not under the panels at the bottom, where it could not be read.
    tag.y = Math.min(tag.y, floor() - tag.height - GAP);
  };
  return {
    element,
    show(labels, camera) {
      while (tags.length < labels.length) {
        const span = h("span", { class: "label" });
        element.append(span);
        tags.push({ span, x: 0, y: 0, width: 0, height: 0, isSeen: false });
      }
      while (tags.length > labels.length) tags.pop()?.span.remove();
      labels.forEach((label, index) => tags[index] && place(label, tags[index], camera));
      spread(tags.filter((tag) => tag.isSeen));
      for (const { span, x, y } of tags) span.style.translate = `${x.toFixed(1)}px ${y.toFixed(1)}px`;
    },
  };
}

/** Moves labels down until none covers another; the upper one stays where it is. */
function spread(tags: Tag[]): void {
  tags.sort((a, b) => a.y - b.y);
  tags.forEach((tag, index) => {
    let isFree = false;
    while (!isFree) {
      const other = tags.slice(0, index).find((one) => covers(one, tag));
      isFree = other === undefined;
      if (other) tag.y = other.y + other.height + GAP;
    }
  });
}

function covers(a: Tag, b: Tag): boolean {
  return (
    Math.abs(a.x + a.width / 2 - b.x - b.width / 2) < (a.width + b.width) / 2 + GAP &&
    Math.abs(a.y + a.height / 2 - b.y - b.height / 2) < (a.height + b.height) / 2 + GAP - 0.01
  );
}
