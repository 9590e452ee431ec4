// Pushes: hold a body part and pull it, flick it, or hit the chest. Side by side, every character
// feels the same.
import { Vector3 } from "three";
import type { Actors, Picked } from "../scene/actors";
import type { ForceArrow } from "../scene/force_arrow";
import type { Session } from "../session";
import type { Actor } from "../wire/protocol";

export interface Pushing {
  begin(picked: Picked): void;
  /** Pulls to this place; the arrow follows. */
  pullTo(at: Vector3): void;
  /** Lets go; a quick pull becomes a hit in the same direction. */
  end(): void;
  /** Hits every chest along a heading. */
  hit(heading: number): void;
  held(): Picked | null;
  /** Where the pull leads, while there is one. */
  tip(): Vector3 | null;
  /** Moves the arrow with the body. */
  follow(): void;
}

const FLICK_MS = 220;
const FLICK_LEAST_METRES = 0.08;
const FLICK_NEWTONS_PER_METRE = 1100;
const STRONGEST_NEWTONS = 400;
const HIT_NEWTONS = 320;
const HIT_SECS = 0.2;

/** Makes the pushes of a session. */
export function makePushing(session: Session, actors: Actors, arrow: ForceArrow): Pushing {
  let held: (Picked & { since: number; anchors: Vector3[]; joints: number[]; pull: Vector3 }) | null = null;
  let arrowTimer = 0;
  const joint = new Vector3();
  const flashArrow = (actor: number, part: number, force: Vector3) => {
    actors.jointAt(actor, part, joint);
    const tail = joint.clone().addScaledVector(force, -0.9 / Math.max(force.length(), 1));
    arrow.show(tail, joint);
    clearTimeout(arrowTimer);
    arrowTimer = window.setTimeout(arrow.hide, 450);
  };
  const tip = () => held?.anchors[held.actor]?.clone().add(held.pull) ?? null;
  return {
    held: () => held,
    begin(picked) {
      const joints = sameParts(session, picked);
      const anchors = joints.map((part, actor) => actors.jointAt(actor, part, new Vector3()).clone());
      held = { ...picked, since: performance.now(), anchors, joints, pull: new Vector3() };
    },
    pullTo(at) {
      if (!held) return;
      const start = held.anchors[held.actor];
      if (!start) return;
      const pull = at.clone().sub(start);
      held.pull = pull;
      held.joints.forEach((part, actor) => {
        const to = held?.anchors[actor]?.clone().add(pull);
        if (to) session.send({ do: "grab", actor, joint: part, at: to.toArray() });
      });
      clearTimeout(arrowTimer);
      arrow.show(actors.jointAt(held.actor, held.joint, joint), at);
      if (pull.length() > FLICK_LEAST_METRES) session.emit("did", "push");
    },
    end() {
      if (!held) return;
      const { pull, joints, since, actor, joint: part } = held;
      joints.forEach((_, index) => session.send({ do: "release", actor: index }));
      held = null;
      arrow.hide();
      if (performance.now() - since > FLICK_MS || pull.length() < FLICK_LEAST_METRES) return;
      const force = pull.multiplyScalar(FLICK_NEWTONS_PER_METRE).clampLength(0, STRONGEST_NEWTONS);
      hitAll(session, joints, force);
      flashArrow(actor, part, force);
    },
    hit(heading) {
      const chests = (session.stage?.actors ?? []).map((actor) => partOf(actor, "chest"));
      const force = new Vector3(Math.sin(heading), 0, Math.cos(heading)).multiplyScalar(HIT_NEWTONS);
      hitAll(session, chests, force);
      if (chests[0] !== undefined) flashArrow(0, chests[0], force);
    },
    tip,
    follow() {
      const to = tip();
      if (held && to && arrow.group.visible) arrow.show(actors.jointAt(held.actor, held.joint, joint), to);
    },
  };
}

/** The same part on every character: by role, or by number where the skeletons are one. */
function sameParts(session: Session, picked: Picked): number[] {
  const cast = session.stage?.actors ?? [];
  const role = cast[picked.actor]?.joints[picked.joint]?.role ?? null;
  return cast.map((actor, index) =>
    index === picked.actor || role === null ? picked.joint : partOf(actor, role),
  );
}

/** The joint of a role, or the root of who has none. */
function partOf({ joints }: Actor, role: string): number {
  return Math.max(
    joints.findIndex((one) => one.role === role),
    0,
  );
}

function hitAll(session: Session, joints: number[], force: Vector3): void {
  joints.forEach((joint, actor) =>
    session.send({ do: "push", actor, joint, force: force.toArray(), secs: HIT_SECS }),
  );
  session.emit("did", "push");
}
