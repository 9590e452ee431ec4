// Puts a stage into the picture: characters, crowd, floor, goals and labels, frame by frame.
import { Color, Vector3 } from "three";
import type { History } from "./history";
import type { Label, Labels } from "./panels/labels";
import type { Session } from "./session";
import type { Pointer } from "./steer/pointer";
import type { Pushing } from "./steer/pushing";
import type { ActorFrame, Frame } from "./wire/frame";
import { type Inside, TICK_HZ } from "./wire/protocol";
import type { Actors } from "./scene/actors";
import type { Between } from "./scene/between";
import type { ClipPlayer } from "./scene/clip_player";
import type { Crowd } from "./scene/crowd";
import { type FloorPaint, makeFloorPaint } from "./scene/floor_paint";
import type { FollowCamera } from "./scene/follow_camera";
import type { Framing } from "./scene/framing";
import { isTarget, paintThoughts } from "./scene/ghosts";
import { paintGoal, paintStroke } from "./scene/goal_ghost";
import type { Shapes } from "./scene/shapes";
import { paintTraces } from "./scene/traces";
import type { Things } from "./scene/things";
import type { View } from "./scene/view";

export interface Cast {
  session: Session;
  view: View;
  follow: FollowCamera;
  actors: Actors;
  crowd: Crowd;
  framing: Framing;
  shapes: Shapes;
  things: Things;
  clips: ClipPlayer;
  labels: Labels;
  history: History;
  pointer: Pointer;
  pushing: Pushing;
  inside(): Inside | null;
}

const STROKE = new Color("#c8441d");
const SHADE = new Color("#000000");
/** Spots under characters of a crowd are painted this near to the camera, in metres. */
const SHADE_REACH = 22;
/** Metres that the camera moves before the server hears of it. */
const CAMERA_STEP = 5;
/** Those near this share of the way from the camera to what it looks at get the better bodies. */
const NEAR_SHARE = 0.35;

/** Follows the session with the picture. Answers what to do before each picture. */
export function makeTheatre(cast: Cast): (secs: number) => boolean {
  const { session, view, follow, crowd, shapes, framing } = cast;
  const paint = makeFloorPaint();
  view.scene.add(paint.mesh, shapes.group);
  /** Frames that came since the last picture: the server waits for an answer to each. */
  const undrawn: number[] = [];
  let colours: Color[] = [];
  let wasPlaying = false;
  session.on("stage", (stage) => {
    colours = stage.actors.map((actor) => new Color(actor.colour));
  });
  takeFrames(cast, undrawn);
  const told = new Vector3(Number.POSITIVE_INFINITY, 0, 0);
  const eye = new Vector3();
  return (secs) => {
    const { frame } = session;
    const plays = cast.clips.advance(secs);
    if (plays) followClip(cast);
    if (plays !== wasPlaying) cast.actors.hide(plays);
    wasPlaying = plays;
    const moves = [follow.advance(secs), shapes.advance(secs), crowd.advance(secs)].some(Boolean);
    if (!moves && !plays && !view.isStale()) return false;
    view.lookAfter(follow.middle(), framing.reach(), framing.subject() === "own");
    crowd.show(eye.copy(view.camera.position).lerp(follow.target(), NEAR_SHARE));
    cast.pushing.follow();
    if (frame) {
      shapes.seeThroughTo(frame.actors, view.camera);
      paintFloor(cast, paint, frame, colours);
      cast.labels.show(labelsOf(cast, frame), view.camera);
      undrawn.forEach((tick) => session.send({ do: "ack", tick }));
      undrawn.length = 0;
      if (frame.crowd.length > 0 && told.distanceTo(view.camera.position) > CAMERA_STEP) {
        told.copy(view.camera.position);
        session.send({ do: "camera", x: told.x, z: told.z });
      }
    }
    return moves || plays;
  };
}

/** Hands every stage and frame to those who show a part of it. */
function takeFrames(cast: Cast, undrawn: number[]): void {
  const { session, view, follow, actors, crowd, shapes, history, framing } = cast;
  let isFresh = false;
  let crowdTick = 0;
  const tell = (error: unknown) => session.emit("tell", { level: "error", text: String(error) });
  session.on("stage", (stage) => {
    actors.cast(stage.actors).catch(tell);
    cast.things.cast(stage.things);
    shapes.set(stage.shapes);
    crowd.disperse();
    if (stage.crowd) void crowd.gather(stage.crowd).then(view.invalidate, tell);
    isFresh = true;
  });
  session.on("shapes", (next) => {
    shapes.set(next);
    view.invalidate();
  });
  session.on("frame", (frame) => {
    if (isFresh && session.stage) history.cast(session.stage.actors, frame.tick);
    history.keep(frame);
    undrawn.push(frame.tick);
    actors.show(frame);
    cast.things.show(frame.things);
    if (crowd.take(frame.crowd, Math.abs(frame.tick - crowdTick) / TICK_HZ)) crowdTick = frame.tick;
    const jumps = isFresh || session.isManual;
    if (jumps || frame.paused) crowd.settle();
    framing.aim(crowd.between());
    if (jumps) follow.settle();
    isFresh = false;
    view.invalidate();
  });
}

function followClip({ clips, follow }: Cast): void {
  const place = new Vector3();
  if (clips.place(place)) follow.aim({ left: place.x, right: place.x, near: place.z, far: place.z });
}

function paintFloor(cast: Cast, paint: FloorPaint, frame: Frame, colours: Color[]): void {
  paint.begin();
  cast.shapes.paint(paint);
  paintCrowdShade(paint, cast.crowd.between(), cast.view.camera.position);
  const shown = cast.clips.name() === null ? frame.actors : [];
  shown.forEach((actor, index) => {
    const colour = colours[index] ?? STROKE;
    paintTraces(paint, cast.history, index, frame.tick, colour);
    paintGoal(paint, cast.session.wished, actor, colour);
    if (cast.framing.subject() === "whole") paintBeacon(paint, cast.view.camera.position, actor, colour);
  });
  const inside = cast.inside();
  if (inside) paintThoughts(paint, inside, STROKE);
  if (cast.pointer.stroke.length > 1) paintStroke(paint, cast.pointer.stroke, STROKE);
  cast.clips.paint(paint);
  paint.finish();
}

/** A spot under each of the crowd that is near: enough to put them on the floor. */
function paintCrowdShade(paint: FloorPaint, between: Between | null, eye: Vector3): void {
  const limit = SHADE_REACH * SHADE_REACH - eye.y * eye.y;
  for (let i = 0; i < (between?.count() ?? 0); i++) {
    const [x, z] = [between?.value(i, 1) ?? 0, between?.value(i, 2) ?? 0];
    if ((x - eye.x) ** 2 + (z - eye.z) ** 2 < limit) paint.spot(x, z, 0.24, SHADE, 0.16);
  }
}

/** A ring that is found from afar, around a character that is steered within a crowd. */
function paintBeacon(paint: FloorPaint, eye: Vector3, actor: ActorFrame, colour: Color): void {
  const radius = 0.022 * Math.hypot(actor.x - eye.x, eye.y, actor.z - eye.z);
  paint.ring(actor.x, actor.z, radius, radius * 0.22, colour, 0.85);
  paint.spot(actor.x, actor.z, radius, colour, 0.18);
}

function labelsOf(cast: Cast, frame: Frame): Label[] {
  const labels = namesOf(cast, frame);
  for (const shape of cast.shapes.all()) {
    const at = new Vector3(...shape.at);
    if (shape.text) labels.push({ at, text: shape.text, colour: shape.colour || null, place: "below" });
  }
  const push = pushLabel(cast, frame);
  if (push) labels.push(push);
  for (const mark of cast.inside()?.marks ?? []) {
    if (isTarget(mark)) continue;
    const at = new Vector3(mark.x, 0, mark.z);
    labels.push({ at, text: mark.label, colour: "#c8441d", place: "right" });
  }
  const clip = new Vector3();
  if (cast.clips.place(clip))
    labels.push({ at: clip.setY(0), text: cast.clips.name() ?? "", colour: null, place: "below" });
  return labels;
}

/** The names of characters, where there is more than one or one could be lost in a crowd. */
function namesOf({ session, framing, clips }: Cast, { actors }: Frame): Label[] {
  const cast = session.stage?.actors ?? [];
  if (clips.name() !== null || (actors.length === 1 && framing.subject() === "own")) return [];
  const nameOf = (index: number) => {
    if (actors.length === 1) return "You steer this one";
    return actors.length > 3 ? String(index + 1) : (cast[index]?.title ?? "");
  };
  return actors.map((actor, index) => ({
    at: new Vector3(actor.x, 0, actor.z),
    text: nameOf(index),
    colour: cast[index]?.colour ?? null,
    place: "below",
  }));
}

/** The newtons of a pull, at the tip of its arrow, on the side away from the body. */
function pushLabel({ pushing, actors, view }: Cast, frame: Frame): Label | null {
  const held = pushing.held();
  const newtons = held ? frame.actors[held.actor]?.pushNewtons : undefined;
  if (!held || newtons === undefined) return null;
  const joint = actors.jointAt(held.actor, held.joint, new Vector3());
  const tip = pushing.tip() ?? joint.clone();
  const isLeft = tip.clone().project(view.camera).x < joint.project(view.camera).x;
  return { at: tip, text: `${Math.round(newtons)} N`, colour: "#b07a00", place: isLeft ? "left" : "right" };
}
