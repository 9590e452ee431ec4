// Puts the page together: scene, steering, panels, and the one session they share.
import { makeHistory } from "./history";
import { act, makeBallButtons } from "./panels/ball_buttons";
import { makeCards } from "./panels/cards";
import { makeCrowdPanel } from "./panels/crowd_panel";
import { makeDataRoom } from "./panels/data_room";
import { h } from "./panels/dom";
import { makeDrawer } from "./panels/drawer";
import { droppedFiles } from "./panels/dropped";
import { makeHint } from "./panels/hint";
import { makeInsidePanel } from "./panels/inside_panel";
import { makeLabels } from "./panels/labels";
import { makeMoments } from "./panels/moments";
import { makeSheet } from "./panels/sheet";
import { makeSteerPanel } from "./panels/steer_panel";
import { makeTacticsBoard } from "./panels/tactics_board";
import { makeTakeAway } from "./panels/take_away";
import { makeTimeSign } from "./panels/time_sign";
import { makeTimeline } from "./panels/timeline";
import { makeToasts } from "./panels/toasts";
import { type DrawerName, makeTopBar } from "./panels/top_bar";
import { makeTouchStick } from "./panels/touch_stick";
import { makeActors } from "./scene/actors";
import { makeClipPlayer } from "./scene/clip_player";
import { makeCrowd } from "./scene/crowd";
import { makeFollowCamera } from "./scene/follow_camera";
import { makeFraming } from "./scene/framing";
import { makeForceArrow } from "./scene/force_arrow";
import { makeGhosts } from "./scene/ghosts";
import { makeShapes } from "./scene/shapes";
import { makeThings } from "./scene/things";
import { makeView } from "./scene/view";
import { askedInAddress, keepAddress } from "./address";
import { makeOpener } from "./opening";
import { join } from "./session";
import { makePad } from "./steer/gamepad";
import { listenToKeys } from "./steer/keyboard";
import { listenToPointer } from "./steer/pointer";
import { makePushing } from "./steer/pushing";
import { makeSteering } from "./steer/steering";
import { offerHandle } from "./test_handle";
import { makeTheatre } from "./theatre";

const words = new URLSearchParams(location.search);

const session = join(words.has("manual"), () => opener.begin());
const opener = makeOpener(session);
const canvas = h("canvas", {
  class: "view",
  role: "img",
  "aria-label": "The scene: characters on a floor with a grid of one metre",
});
document.body.append(canvas);

const view = makeView(canvas);
const follow = makeFollowCamera(view);
const actors = makeActors(view);
const crowd = makeCrowd(view);
const shapes = makeShapes();
const things = makeThings(view.scene);
const clips = makeClipPlayer(view.scene);
const ghosts = makeGhosts(view.scene);
const arrow = makeForceArrow();
view.scene.add(arrow.group);

const framing = makeFraming(session, follow);
const history = makeHistory();
const steering = makeSteering(session, follow.heading, askedInAddress().speed);
keepAddress(session, steering);
const pushing = makePushing(session, actors, arrow);
const hit = () => pushing.hit(follow.heading());
const pointer = listenToPointer({
  canvas,
  camera: view.camera,
  follow,
  actors,
  shapes,
  steering,
  pushing,
  session,
  invalidate: view.invalidate,
});
const pad = makePad(steering, hit, (action) => act(session, action));

const insidePanel = makeInsidePanel(session, ghosts);
const dataRoom = makeDataRoom(session, clips);
const sheet = makeSheet();
const topBar = makeTopBar(session, (name) => drawer.toggle(name), sheet.open);
const drawer = makeDrawer(
  { inside: insidePanel, data: dataRoom, take: makeTakeAway(session, photograph) },
  (now: DrawerName | null) => {
    topBar.markOpen(now);
    clearMiddle();
  },
);
const steerPanel = makeSteerPanel(session, steering, pointer, hit);
const timeline = makeTimeline(session, history, makeMoments(session));
const cards = makeCards(session, makeCrowdPanel(session, framing), view);
const labels = makeLabels(() => bottom.getBoundingClientRect().top);
const followAgain = h(
  "button",
  {
    class: "follow-again",
    hidden: true,
    title: "Double click does it too",
    onclick: () => follow.giveBack(),
  },
  "Follow again",
  h("kbd", {}, "F"),
);
follow.onChange = () => {
  followAgain.hidden = !follow.isTaken();
  view.invalidate();
};
const bottom = h(
  "div",
  { class: "bottom" },
  makeTouchStick(steering, hit, () => steerPanel.element.classList.toggle("open")),
  makeBallButtons(session),
  cards.element,
  timeline.element,
);
const board = makeTacticsBoard(session, () => clearMiddle());
const hint = makeHint(session);
document.body.append(
  labels.element,
  topBar.element,
  ...(hint ? [hint] : []),
  steerPanel.element,
  board,
  drawer.element,
  followAgain,
  bottom,
  makeTimeSign(session),
  makeToasts(session),
  sheet.element,
);

listenToKeys(
  steering,
  {
    hit,
    pauseOrResume: timeline.pauseOrResume,
    stepBy: timeline.stepBy,
    giveCameraBack: follow.giveBack,
    turnCamera: follow.turn,
    help: sheet.open,
    act: (action) => act(session, action),
  },
  steerPanel.showKeys,
);
const draw = makeTheatre({
  session,
  view,
  follow,
  actors,
  crowd,
  framing,
  shapes,
  things,
  clips,
  labels,
  history,
  pointer,
  pushing,
  inside: insidePanel.latest,
});
view.beforeDraw.push((secs) => {
  pad.read(follow.heading());
  steering.advance(secs);
  return draw(secs);
});
session.on("wish", view.invalidate);
canvas.addEventListener("pointerdown", () => steerPanel.element.classList.remove("open"));
acceptFiles();
returnKeysToScene();
const edgeWatch = new ResizeObserver(clearMiddle);
for (const edge of [bottom, steerPanel.element, drawer.element, board, hint]) if (edge) edgeWatch.observe(edge);
addEventListener("resize", clearMiddle);
offerHandle({ session, view, follow, actors, crowd });

/** Moves the middle of the picture to where no panel is. */
function clearMiddle(): void {
  const isNarrow = innerWidth <= 760;
  const steer = steerPanel.element;
  /** Panels at the sides, which are sheets at the bottom where the page is narrow. */
  const side = (panel: HTMLElement) => (isNarrow || panel.offsetWidth === 0 ? 0 : panel.offsetWidth + 12);
  const below = (panel: HTMLElement) =>
    isNarrow && panel.offsetHeight > 0 ? innerHeight - panel.getBoundingClientRect().top : 0;
  const isFolded = steer.classList.contains("folded");
  const under = hint?.isConnected && hint.offsetHeight > 0 ? hint.getBoundingClientRect().bottom : 0;
  document.documentElement.style.setProperty("--bottom", `${bottom.offsetHeight + 12}px`);
  view.keepClear({
    left: isFolded ? 0 : side(steer),
    right: Math.max(side(drawer.element), side(board)),
    top: Math.max(60, under),
    bottom: Math.max(bottom.offsetHeight + 12, below(drawer.element), below(board), below(steer)),
  });
}

function photograph(): Promise<Blob> {
  view.drawNow();
  return new Promise((answer, refuse) =>
    canvas.toBlob((blob) => (blob ? answer(blob) : refuse(new Error("the browser gave no picture")))),
  );
}

/** After a control was used by pointer, keys steer again; who tabs to a control keeps it. */
function returnKeysToScene(): void {
  const leave = (event: Event) => {
    const byPointer =
      event instanceof MouseEvent ? event.detail > 0 : event.target instanceof HTMLSelectElement;
    if (byPointer && event.target instanceof Element)
      event.target.closest<HTMLElement>("button, select, input")?.blur();
  };
  addEventListener("click", (event) => !(event.target instanceof HTMLSelectElement) && leave(event));
  addEventListener("change", leave);
}

/** Files and folders may be dropped anywhere. */
function acceptFiles(): void {
  addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  addEventListener("dragleave", () => document.body.classList.remove("dropping"));
  addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    const data = event.dataTransfer;
    if (!data || data.files.length === 0) return;
    drawer.open("data");
    void droppedFiles(data).then(dataRoom.take);
  });
}
