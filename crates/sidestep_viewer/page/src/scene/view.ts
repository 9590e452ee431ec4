// The picture: renderer, lights, floor and the one place that decides when to draw.
import {
  BasicShadowMap,
  DirectionalLight,
  Fog,
  HemisphereLight,
  PCFShadowMap,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
} from "three";
import { type Ground, makeGround } from "./ground";
import { type Haze, makeHaze, onScreen } from "./haze";
import { type Theme, followTheme } from "./theme";

export interface Edges {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface View {
  renderer: WebGLRenderer;
  scene: Scene;
  camera: PerspectiveCamera;
  haze: Haze;
  /** Whether the browser draws without a graphics card. */
  isSoftware: boolean;
  /** Keeps light, haze and floor around this place; shadows as far as `reach`. */
  lookAfter(target: Vector3, reach: number, hasShadows: boolean): void;
  /** Asks for a picture at the next chance. */
  invalidate(): void;
  /** Whether somebody has asked for a picture since the last one. */
  isStale(): boolean;
  /** Runs before each picture; answers whether another one is needed at once. */
  beforeDraw: ((secs: number) => boolean)[];
  /** Keeps the middle of the picture free of the panels that cover its edges, in pixels. */
  keepClear(edges: Edges): void;
  /** The shares of width and height that no panel covers. */
  clear: { width: number; height: number };
  drawNow(): void;
  /** Milliseconds between two pictures, smoothed; NaN until there were some. */
  frameMs: number;
}

type Parts = Pick<View, "renderer" | "scene" | "camera" | "haze" | "isSoftware" | "invalidate">;

const SUN_AWAY = new Vector3(4.2, 7.2, -2.2);
const LONGEST_STEP_SECS = 0.25;
/** How much each picture counts in the mean time of pictures. */
const FRAME_SHARE = 0.05;
/** How far around the characters shadows are caught, beside the reach of the characters. */
const SHADOW_RIM = { software: 1.25, hardware: 7 };
const FARTHEST_SHADOW = 14;
/** From this distance on the haze backs away with the camera. */
const USUAL_AWAY = 6;

/** Makes the picture on a canvas. */
export function makeView(canvas: HTMLCanvasElement): View {
  const isSoftware = drawsWithoutCard();
  const edges: Edges = { left: 0, right: 0, top: 0, bottom: 0 };
  let isDirty = true;
  const invalidate = () => {
    isDirty = true;
  };
  const parts: Parts = {
    renderer: makeRenderer(canvas, isSoftware),
    scene: new Scene(),
    camera: new PerspectiveCamera(38, 1, 0.1, 200),
    haze: makeHaze(),
    isSoftware,
    invalidate,
  };
  const fit = () => {
    fitTo(view, edges);
    invalidate();
  };
  const view: View = {
    ...parts,
    beforeDraw: [],
    clear: { width: 1, height: 1 },
    frameMs: Number.NaN,
    isStale: () => isDirty,
    lookAfter: lightUp(parts),
    keepClear(next) {
      Object.assign(edges, next);
      fit();
    },
    drawNow: () => parts.renderer.render(parts.scene, parts.camera),
  };
  new ResizeObserver(fit).observe(canvas);
  keepDrawing(view, () => {
    const was = isDirty;
    isDirty = false;
    return was;
  });
  return view;
}

function makeRenderer(canvas: HTMLCanvasElement, isSoftware: boolean): WebGLRenderer {
  const renderer = new WebGLRenderer({
    canvas,
    antialias: !isSoftware,
    powerPreference: "high-performance",
  });
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = isSoftware ? BasicShadowMap : PCFShadowMap;
  return renderer;
}

/** Puts lights, haze and floor into the scene; answers what keeps them around a place. */
function lightUp({ renderer, scene, camera, haze, isSoftware, invalidate }: Parts): View["lookAfter"] {
  const sun = makeSun(isSoftware);
  const sky = new HemisphereLight(0xffffff, 0xb9c2cc, 1);
  const ground: Ground = makeGround(haze);
  const fog = new Fog(0xffffff, 18, 60);
  const rim = isSoftware ? SHADOW_RIM.software : SHADOW_RIM.hardware;
  scene.fog = fog;
  scene.add(sun, sun.target, sky, ground.group);
  followTheme((theme: Theme) => {
    renderer.setClearColor(theme.sky);
    fog.color.copy(theme.sky);
    onScreen(theme.sky, haze.hazeTint.value);
    sun.intensity = theme.sun;
    sky.intensity = theme.fill;
    ground.dress(theme);
    invalidate();
  });
  return (target, reach, hasShadows) => {
    const away = Math.max(camera.position.distanceTo(target) - USUAL_AWAY, 0);
    fog.near = haze.hazeNear.value = 14 + away * 1.6;
    fog.far = haze.hazeFar.value = 55 + away * 3.2;
    camera.far = Math.max(200, fog.far);
    camera.updateProjectionMatrix();
    const half = Math.min(reach + rim, FARTHEST_SHADOW);
    ground.follow(target, camera.position, hasShadows ? half : 0);
    sun.castShadow = hasShadows;
    sun.target.position.copy(target).setY(0);
    sun.position.copy(sun.target.position).add(SUN_AWAY);
    const box = sun.shadow.camera;
    if (Math.abs(box.right - half - 0.5) > 0.3) {
      const side = half + 0.5;
      Object.assign(box, { left: -side, right: side, top: side, bottom: -side });
      box.updateProjectionMatrix();
    }
  };
}

/** Gives the picture the size of its place, its middle where no panel is. */
function fitTo(view: View, edges: Edges): void {
  const { renderer, camera, clear } = view;
  const { clientWidth: width, clientHeight: height } = renderer.domElement;
  renderer.setPixelRatio(view.isSoftware ? 1 : Math.min(devicePixelRatio, 2));
  renderer.setSize(width, height, false);
  camera.aspect = width / Math.max(height, 1);
  camera.fov = camera.aspect < 0.8 ? 50 : 38;
  const [right, down] = [(edges.right - edges.left) / 2, (edges.bottom - edges.top) / 2];
  camera.setViewOffset(width, height, right, down, width, height);
  clear.width = Math.max(1 - (edges.left + edges.right) / Math.max(width, 1), 0.2);
  clear.height = Math.max(1 - (edges.top + edges.bottom) / Math.max(height, 1), 0.2);
}

/** Draws whenever something has changed; `wasDirty` forgets that it has. */
function keepDrawing(view: View, wasDirty: () => boolean): void {
  let last = performance.now();
  let wasDrawn = false;
  const loop = (now: number) => {
    const secs = Math.min((now - last) / 1000, LONGEST_STEP_SECS);
    const passed = now - last;
    last = now;
    const goesOn = view.beforeDraw.map((step) => step(secs)).some(Boolean);
    const isDrawn = wasDirty() || goesOn;
    if (isDrawn) view.drawNow();
    // Two pictures in a row: the time between them is what one takes.
    if (isDrawn && wasDrawn) {
      const before = Number.isNaN(view.frameMs) ? passed : view.frameMs;
      view.frameMs = before + (passed - before) * FRAME_SHARE;
    }
    wasDrawn = isDrawn;
    requestAnimationFrame(loop);
  };
  requestAnimationFrame(loop);
}

function makeSun(isSoftware: boolean): DirectionalLight {
  const sun = new DirectionalLight(0xffffff, 2);
  const texels = isSoftware ? 512 : 2048;
  sun.castShadow = true;
  sun.shadow.mapSize.set(texels, texels);
  sun.shadow.bias = -0.0004;
  sun.shadow.normalBias = 0.02;
  sun.shadow.radius = 4;
  sun.shadow.camera.near = 1;
  sun.shadow.camera.far = 24;
  return sun;
}

/** Asks the browser who draws; smoothing edges, say, would double the work of a processor. */
function drawsWithoutCard(): boolean {
  const context = document.createElement("canvas").getContext("webgl2");
  const info = context?.getExtension("WEBGL_debug_renderer_info");
  const name = info ? String(context?.getParameter(info.UNMASKED_RENDERER_WEBGL)) : "";
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software/i.test(name);
}
