// Puts a stage into the picture: characters, crowd, floor, goals and labels, frame by frame.
import { Color, Vector3 } from "three";
import type { History } from "../history";
import type { Label, Labels } from "../panels/labels";
import type { Session } from "../session";
import type { Pointer } from "../steer/pointer";
import type { Pushing } from "../steer/pushing";
import type { Frame } from "../wire/frame";
import type { Inside } from "../wire/protocol";
import type { Actors } from "./actors";
import type { ClipPlayer } from "./clip_player";
import type { Crowd } from "./crowd";
import { type FloorPaint, makeFloorPaint } from "./floor_paint";
import type { FollowCamera } from "./follow_camera";
import { isTarget, paintThoughts } from "./ghosts";
import { paintGoal, paintStroke } from "./goal_ghost";
import type { Shapes } from "./shapes";
import { paintTraces } from "./traces";
import type { View } from "./view";

export interface Cast {
  session: Session;
  view: View;
  follow: FollowCamera;
  actors: Actors;
  crowd: Crowd;
  shapes: Shapes;
  clips: ClipPlayer;
  labels: Labels;
  history: History;
  pointer: Pointer;
  pushing: Pushing;
  inside(): Inside | null;
}

const STROKE = new Color("#c8441d");
const SHADE = new Color("#000000");
const SHADE_REACH = 16;
const SPOT = Array.from({ length: 7 }, (_, i) => [
  Math.cos((i / 7) * 2 * Math.PI) * 0.24,
  Math.sin((i / 7) * 2 * Math.PI) * 0.24,
]).flat();
const CROWD_REACH = 12;
/** Metres that the camera moves before the server hears of it. */
const CAMERA_STEP = 5;
/** Those near this share of the way from the camera to what it looks at get the better bodies. */
const NEAR_SHARE = 0.35;

/** Follows the session with the picture. Answers what to do before each picture. */
export function makeTheatre(cast: Cast): (secs: number) => boolean {
  const { session, view, follow, actors, crowd, shapes, history } = cast;
  const paint = makeFloorPaint();
  view.scene.add(paint.mesh, shapes.group);
  let isFresh = false;
  /** Frames that came since the last picture: the server waits for an answer to each. */
  const undrawn: number[] = [];
  let colours: Color[] = [];
  session.on("stage", (stage) => {
    actors.cast(stage.actors);
    shapes.set(stage.shapes);
    follow.lookOver(stage.shapes.some((shape) => shape.kind === "box"));
    colours = stage.actors.map((actor) => new Color(actor.colour));
    if (stage.crowd)
      void crowd
        .gather(stage.crowd)
        .then(view.invalidate, (error: unknown) =>
          session.emit("tell", { level: "error", text: String(error) }),
        );
    else crowd.disperse();
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
    aim(session, follow);
    if (isFresh || session.isManual) follow.settle();
    crowd.show(frame.crowd, view.camera.position.clone().lerp(follow.target(), NEAR_SHARE));
    isFresh = false;
    view.invalidate();
  });
  const told = new Vector3(Number.POSITIVE_INFINITY, 0, 0);
  return (secs) => {
    const { frame } = session;
    const plays = cast.clips.advance(secs);
    if (plays) followClip(cast);
    const moves = [follow.advance(secs), shapes.advance(secs)].some(Boolean);
    if (!moves && !plays && !view.isStale()) return false;
    view.lookAfter(follow.target(), spreadOf(session), !looksAtCrowd(session));
    cast.pushing.follow();
    if (frame) {
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

function aim(session: Session, follow: FollowCamera): void {
  const actors = session.frame?.actors ?? [];
  if (looksAtCrowd(session)) {
    follow.aim(new Vector3(), CROWD_REACH);
    return;
  }
  const middle = new Vector3();
  actors.forEach((actor) => middle.add(new Vector3(actor.x, 0, actor.z)));
  follow.aim(middle.divideScalar(Math.max(actors.length, 1)), spreadOf(session));
}

/** A crowd is looked at as a whole until somebody in it is steered. */
function looksAtCrowd(session: Session): boolean {
  return (session.stage?.crowd ?? null) !== null && session.wished.kind === "stand";
}

/** How far the characters are from their middle. */
function spreadOf(session: Session): number {
  const actors = session.frame?.actors ?? [];
  if (looksAtCrowd(session) || actors.length === 0) return CROWD_REACH;
  const [x, z] = [mean(actors.map((actor) => actor.x)), mean(actors.map((actor) => actor.z))];
  return Math.max(...actors.map((actor) => Math.hypot(actor.x - x, actor.z - z)));
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function followClip({ clips, follow }: Cast): void {
  const place = new Vector3();
  if (clips.place(place)) follow.aim(place, 0);
}

function paintFloor(cast: Cast, paint: FloorPaint, frame: Frame, colours: Color[]): void {
  paint.begin();
  cast.shapes.paint(paint);
  paintCrowdShade(paint, frame, cast.view.camera.position);
  frame.actors.forEach((actor, index) => {
    const colour = colours[index] ?? STROKE;
    paintTraces(paint, cast.history, index, frame.tick, colour);
    paintGoal(paint, cast.session.wished, actor, colour);
  });
  const inside = cast.inside();
  if (inside) paintThoughts(paint, inside, STROKE);
  if (cast.pointer.stroke.length > 1) paintStroke(paint, cast.pointer.stroke, STROKE);
  cast.clips.paint(paint);
  paint.finish();
}

/** A spot under each of the crowd that is near: enough to put them on the floor. */
function paintCrowdShade(paint: FloorPaint, frame: Frame, eye: Vector3): void {
  const floats = new Float32Array(frame.crowd.buffer, frame.crowd.byteOffset, frame.crowd.length);
  for (let i = 0; i < floats.length; i += 4) {
    const [x, z] = [floats[i + 1] ?? 0, floats[i + 2] ?? 0];
    if (Math.hypot(x - eye.x, z - eye.z) < SHADE_REACH)
      paint.fan(
        SPOT.map((v, k) => v + (k % 2 === 0 ? x : z)),
        SHADE,
        0.16,
      );
  }
}

function labelsOf(cast: Cast, frame: Frame): Label[] {
  const { session, shapes, pushing, actors } = cast;
  const stage = session.stage;
  const names: Label[] =
    frame.actors.length < 2
      ? []
      : frame.actors.map((actor, index) => ({
          at: new Vector3(actor.x, 0, actor.z),
          text: frame.actors.length > 3 ? String(index + 1) : (stage?.actors[index]?.title ?? ""),
          colour: stage?.actors[index]?.colour ?? null,
          place: "below",
        }));
  const words: Label[] = shapes.all().flatMap((shape) =>
    shape.text
      ? [
          {
            at: new Vector3(...shape.at),
            text: shape.text,
            colour: shape.colour || null,
            place: "below" as const,
          },
        ]
      : [],
  );
  const held = pushing.held();
  const newtons = held ? frame.actors[held.actor]?.pushNewtons : undefined;
  if (held && newtons !== undefined) {
    const tip = pushing.tip() ?? actors.jointAt(held.actor, held.joint, new Vector3());
    names.push({ at: tip, text: `${Math.round(newtons)} N`, colour: "#b07a00", place: "beside" });
  }
  const thought = cast.inside()?.marks.filter((mark) => !isTarget(mark)) ?? [];
  const marks: Label[] = thought.map((mark) => ({
    at: new Vector3(mark.x, 0, mark.z),
    text: mark.label,
    colour: "#c8441d",
    place: "beside",
  }));
  const clip = new Vector3();
  if (cast.clips.place(clip)) {
    names.push({ at: clip.setY(0), text: cast.clips.name() ?? "", colour: null, place: "below" });
  }
  return [...names, ...words, ...marks];
}
