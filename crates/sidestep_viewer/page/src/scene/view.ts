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
  /** Keeps light and floor around this place; shadows as far as `reach`. */
  lookAfter(target: Vector3, reach: number, hasShadows: boolean): void;
  /** Asks for a picture at the next chance. */
  invalidate(): void;
  /** Whether somebody has asked for a picture since the last one. */
  isStale(): boolean;
  /** Runs before each picture; answers whether another one is needed at once. */
  beforeDraw: ((secs: number) => boolean)[];
  /** Keeps the middle of the picture free of the panels that cover its edges, in pixels. */
  keepClear(edges: Edges): void;
  onTheme(dress: (theme: Theme) => void): void;
  drawNow(): void;
}

const SUN_AWAY = new Vector3(4.2, 7.2, -2.2);
const SHADOW_TEXELS = 1024;
const LONGEST_STEP_SECS = 0.1;

/** Makes the picture on a canvas. */
export function makeView(canvas: HTMLCanvasElement): View {
  const software = isSoftware();
  const renderer = new WebGLRenderer({ canvas, antialias: !software, powerPreference: "high-performance" });
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = software ? BasicShadowMap : PCFShadowMap;
  const scene = new Scene();
  const camera = new PerspectiveCamera(38, 1, 0.1, 200);
  const sun = makeSun();
  const sky = new HemisphereLight(0xffffff, 0xb9c2cc, 1);
  const ground: Ground = makeGround();
  scene.add(sun, sun.target, sky, ground.group);
  scene.fog = new Fog(0xffffff, 18, 60);
  const dressers: ((theme: Theme) => void)[] = [];
  let theme: Theme | null = null;
  let isDirty = true;
  const edges: Edges = { left: 0, right: 0, top: 0, bottom: 0 };
  const view: View = {
    renderer,
    scene,
    camera,
    beforeDraw: [],
    invalidate: () => {
      isDirty = true;
    },
    isStale: () => isDirty,
    lookAfter(target, reach, hasShadows) {
      sun.castShadow = hasShadows;
      sun.target.position.copy(target).setY(0);
      sun.position.copy(sun.target.position).add(SUN_AWAY);
      const half = Math.min(reach + 1.7, 14);
      ground.follow(target, hasShadows ? half : 0);
      const box = sun.shadow.camera;
      if (Math.abs(box.right - half) > 0.3) {
        Object.assign(box, { left: -half, right: half, top: half, bottom: -half });
        box.updateProjectionMatrix();
      }
      if (scene.fog instanceof Fog) {
        scene.fog.near = 14 + reach * 2;
        scene.fog.far = 55 + reach * 5;
      }
    },
    keepClear(next) {
      Object.assign(edges, next);
      fit();
    },
    onTheme(dress) {
      dressers.push(dress);
      if (theme) dress(theme);
    },
    drawNow: () => renderer.render(scene, camera),
  };
  function fit() {
    const { clientWidth: width, clientHeight: height } = canvas;
    renderer.setPixelRatio(software ? 1 : Math.min(devicePixelRatio, 2));
    renderer.setSize(width, height, false);
    camera.aspect = width / Math.max(height, 1);
    camera.fov = camera.aspect < 0.8 ? 50 : 38;
    const [right, down] = [(edges.right - edges.left) / 2, (edges.bottom - edges.top) / 2];
    camera.setViewOffset(width, height, right, down, width, height);
    isDirty = true;
  }
  followTheme((next) => {
    theme = next;
    renderer.setClearColor(next.sky);
    scene.fog?.color.copy(next.sky);
    sun.intensity = next.sun;
    sky.intensity = next.fill;
    ground.dress(next);
    dressers.forEach((dress) => dress(next));
    isDirty = true;
  });
  new ResizeObserver(fit).observe(canvas);
  let last = performance.now();
  const loop = (now: number) => {
    const secs = Math.min((now - last) / 1000, LONGEST_STEP_SECS);
    last = now;
    const goesOn = view.beforeDraw.map((step) => step(secs)).some(Boolean);
    if (isDirty || goesOn) {
      isDirty = false;
      view.drawNow();
    }
    requestAnimationFrame(loop);
  };
  requestAnimationFrame(loop);
  return view;
}

function makeSun(): DirectionalLight {
  const sun = new DirectionalLight(0xffffff, 2);
  sun.castShadow = true;
  sun.shadow.mapSize.set(SHADOW_TEXELS, SHADOW_TEXELS);
  sun.shadow.bias = -0.0004;
  sun.shadow.normalBias = 0.02;
  sun.shadow.radius = 4;
  sun.shadow.camera.near = 1;
  sun.shadow.camera.far = 24;
  return sun;
}

/** Whether the browser draws without a graphics card; smoothing edges would double its work. */
function isSoftware(): boolean {
  const context = document.createElement("canvas").getContext("webgl2");
  const info = context?.getExtension("WEBGL_debug_renderer_info");
  const name = info ? String(context?.getParameter(info.UNMASKED_RENDERER_WEBGL)) : "";
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software/i.test(name);
}
