// What the camera looks at: the characters, or the whole of a crowd, a maze or a field of obstacles until
// somebody in it is steered.
import type { Session } from "../session";
import type { Shape } from "../wire/protocol";
import type { Between } from "./between";
import { BEHIND, type Box, type FollowCamera, type Home } from "./follow_camera";

export type Subject = "whole" | "own";

export interface Framing {
  /** Aims the camera at what is to be seen in the latest frame. */
  aim(between: Between | null): void;
  /** Half of the longer side of what is to be seen, in metres. */
  reach(): number;
  subject(): Subject;
  look(subject: Subject): void;
  onChange: (() => void)[];
}

/** Beside a body among walls, and over all of them. */
const AMONG_WALLS: Home = { yaw: 0, pitch: 0.9, zoom: 1.7 };
const OVER_WALLS: Home = { yaw: 0, pitch: 1.05, zoom: 1.02 };
const OVER_COLUMNS: Home = { yaw: 0, pitch: 0.5, zoom: 1.02 };
/** Towards the hoop, and along the net. */
const COURTS: Partial<Record<string, Home>> = {
  court: { yaw: Math.PI, pitch: 0.38, zoom: 1.05 },
  tactics: { yaw: Math.PI, pitch: 0.5, zoom: 1.05 },
  tennis: { yaw: 0, pitch: 0.42, zoom: 1.15 },
};
/** Goals and detours of characters are shapes too, with numbers from this one on. */
const FIRST_GOAL = 1000;
const OVER_CROWD = { pitch: 0.8, zoom: 1.02 };
/** The crowd's box is kept until it is this much too large, so that the camera rests. */
const ROOM = 1.5;

/** Makes the framing of a session. */
export function makeFraming(session: Session, follow: FollowCamera): Framing {
  const box: Box = { left: 0, right: 0, near: 0, far: 0 };
  const crowdBox: Box = { left: 0, right: 0, near: 0, far: 0 };
  const solidBox: Box = { left: 0, right: 0, near: 0, far: 0 };
  let subject: Subject = "own";
  let isFresh = true;
  const hasCrowd = () => (session.stage?.crowd ?? null) !== null;
  const hasWalls = () => solidsOf(session).some((shape) => shape.kind === "box");
  const hasHoop = () => session.stage?.shapes.some((shape) => shape.kind === "ring") ?? false;
  const hasSolids = () => solidsOf(session).length > 0;
  const home = (): Home => {
    if (subject === "whole") return hasCrowd() ? over(crowdBox) : hasWalls() ? OVER_WALLS : OVER_COLUMNS;
    const court = COURTS[session.stage?.world ?? ""];
    if (court) return court;
    if (hasCrowd()) return towards(session, crowdBox);
    return hasWalls() ? AMONG_WALLS : BEHIND;
  };
  const self: Framing = {
    onChange: [],
    subject: () => subject,
    reach: () => Math.max(box.right - box.left, box.far - box.near) / 2,
    look(next) {
      subject = next;
      follow.setHome(home());
      self.onChange.forEach((hear) => hear());
    },
    aim(between) {
      empty(box);
      for (const actor of session.frame?.actors ?? []) include(box, actor.x, actor.z);
      // The hoop is to be seen as well, high as it is.
      if (hasHoop()) include(box, 0, -3);
      if (between && (subject === "whole" || isFresh)) {
        for (let i = 0; i < between.count(); i++) include(box, between.value(i, 1), between.value(i, 2));
        keepRoom(crowdBox, box, isFresh);
        if (isFresh && subject === "whole") follow.setHome(over(crowdBox));
        isFresh = between.count() === 0;
      }
      if (subject === "whole") Object.assign(box, hasCrowd() ? crowdBox : solidBox);
      follow.aim(box);
    },
  };
  let world = "";
  session.on("stage", (stage) => {
    const next = `${stage.world} ${stage.crowd?.count} ${session.opening.scene}`;
    const isOther = world !== next;
    world = next;
    isFresh = true;
    if (isOther && hasSolids()) surround(solidBox, solidsOf(session));
    if (isOther || !(hasCrowd() || hasSolids())) self.look(hasCrowd() || hasSolids() ? "whole" : "own");
  });
  session.on("wish", (wish) => {
    // Who is steered by hand is followed; a place to go to is best watched from above.
    const isByHand = wish.kind === "move" || (hasCrowd() && wish.kind !== "stand");
    if (subject === "whole" && isByHand) self.look("own");
    if (subject === "own" && hasSolids() && (wish.kind === "reach" || wish.kind === "path")) self.look("whole");
  });
  return self;
}

/** From above, with the longer side across the picture. */
function over(crowd: Box): Home {
  const isDeep = crowd.far - crowd.near > 1.2 * (crowd.right - crowd.left);
  return { ...OVER_CROWD, yaw: isDeep ? Math.PI / 2 : 0 };
}

/** From behind the character, looking over it at the crowd. */
function towards(session: Session, crowd: Box): Home {
  const actor = session.frame?.actors[0];
  const [x, z] = [(crowd.left + crowd.right) / 2, (crowd.near + crowd.far) / 2];
  const yaw = actor ? Math.atan2(x - actor.x, z - actor.z) : BEHIND.yaw;
  return { yaw, pitch: 0.42, zoom: 1.7 };
}

/** What stands in the world. */
function solidsOf(session: Session): Shape[] {
  const all = session.stage?.shapes ?? [];
  return all.filter((one) => one.id < FIRST_GOAL && (one.kind === "box" || one.kind === "cylinder"));
}

function surround(box: Box, shapes: Shape[]): void {
  empty(box);
  include(box, 0, 0);
  for (const { kind, at, size } of shapes) {
    const [a = 1, , c = 1] = size ?? [];
    const [x, z] = kind === "box" ? [a / 2, c / 2] : [a, a];
    include(box, at[0] - x, at[2] - z);
    include(box, at[0] + x, at[2] + z);
  }
}

function empty(box: Box): void {
  box.left = box.near = Number.POSITIVE_INFINITY;
  box.right = box.far = Number.NEGATIVE_INFINITY;
}

function include(box: Box, x: number, z: number): void {
  box.left = Math.min(box.left, x);
  box.right = Math.max(box.right, x);
  box.near = Math.min(box.near, z);
  box.far = Math.max(box.far, z);
}

/** Takes the box over where it does not fit into the kept one, or is much smaller. */
function keepRoom(kept: Box, box: Box, isFresh: boolean): void {
  const isInside =
    box.left >= kept.left && box.right <= kept.right && box.near >= kept.near && box.far <= kept.far;
  const size = (one: Box) => Math.max(one.right - one.left, one.far - one.near);
  if (!isFresh && isInside && size(kept) < size(box) * ROOM) return;
  Object.assign(kept, box);
  if (isFresh) return;
  // Some more than is needed now, or it would have to move again at once.
  const rim = size(box) * 0.04;
  kept.left -= rim;
  kept.near -= rim;
  kept.right += rim;
  kept.far += rim;
}
