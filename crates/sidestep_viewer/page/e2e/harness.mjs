// What all browser tests share: a real browser, a page under watch, and time by hand.
import assert from "node:assert/strict";
import { after } from "node:test";
import { existsSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";

export const ADDRESS = process.env.SIDESTEP_URL ?? "";

const FLAGS = [
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--ignore-gpu-blocklist",
  "--no-sandbox",
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1",
];
/** A page that a test brings counts as one from afar, which may not talk to this machine. */
const OWN_PAGE_FLAGS = process.env.SIDESTEP_PAGE ? ["--disable-features=LocalNetworkAccessChecks"] : [];
const READY_MS = Number(process.env.SIDESTEP_READY_MS ?? 240_000);

/** Opens a browser that cannot leave this machine. */
export function openBrowser() {
  return chromium.launch({
    executablePath: process.env.SIDESTEP_CHROMIUM ?? "/usr/bin/chromium",
    args: [...FLAGS, ...OWN_PAGE_FLAGS],
  });
}

/**
 * Opens the playground with time standing still and waits for its first frame. Console errors and
 * requests that leave the server are collected in `faults`.
 */
export async function openPage(
  browser,
  {
    query = "",
    hash = "",
    address = ADDRESS,
    size = { width: 1280, height: 720 },
    theme = "light",
    touch = false,
    manual = true,
    motion = "no-preference",
  } = {},
) {
  const context = await browser.newContext({
    viewport: size,
    colorScheme: theme,
    reducedMotion: motion,
    hasTouch: touch,
    isMobile: touch,
    acceptDownloads: true,
  });
  const page = await context.newPage();
  const faults = [];
  page.on("console", (message) => message.type() === "error" && faults.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("request", (request) => {
    const url = request.url();
    const isHome = url.startsWith(address) || url.startsWith("data:") || url.startsWith("blob:");
    if (!isHome) faults.push(`request: ${url}`);
  });
  if (process.env.SIDESTEP_PAGE) await takePageFrom(context, process.env.SIDESTEP_PAGE);
  const words = [manual ? "manual" : "", query].filter(Boolean).join("&");
  await page.goto(`${address}/?${words}${hash}`);
  const isReady = () => (window.sidestep?.session.frame ?? null) !== null && window.sidestep.isDressed();
  await page.waitForFunction(isReady, null, { timeout: READY_MS });
  return { page, faults, close: () => context.close() };
}

/** Takes the files of the page from a folder: for work on the page without building the program. */
async function takePageFrom(context, folder) {
  await context.route("**/*", (route) => {
    const name = new URL(route.request().url()).pathname.slice(1) || "index.html";
    const file = path.resolve(folder, name);
    return existsSync(file) ? route.fulfill({ path: file }) : route.continue();
  });
}

/** One browser for all tests of a file; answers what opens a page in it. */
export function usePages() {
  let launched;
  const browser = () => (launched ??= openBrowser());
  after(async () => (await launched)?.close());
  const open = async (options) => openPage(await browser(), options);
  return Object.assign(open, { browser });
}

/** A page with one character of a method on the open floor, at tick 0. */
export async function openWalker(open, options, method = "matching") {
  const opened = await open(options);
  await waitForMethods(opened.page, [method]);
  await openWorld(opened.page, { world: "floor", controllers: [await controllerOf(opened.page, method)] });
  return opened;
}

/** What the playground builds last, by itself. */
export const BUILT_LAST = ["_best", "s_clip-control_obstacles"];

/** Waits until the playground has built these controllers; `_best` is what stands best on its data. */
export async function waitForMethods(page, methods) {
  const has = (wanted) => {
    const built = window.sidestep?.session.catalogue?.controllers.map((one) => `${one.method} ${one.id}`) ?? [];
    return wanted.every((method) => built.some((one) => one.includes(method)));
  };
  await page.waitForFunction(has, methods, { timeout: READY_MS });
}

/** The id of the first controller whose method or name contains a word. */
export function controllerOf(page, method) {
  return page.evaluate(
    (word) => {
      const { controllers } = window.sidestep.session.catalogue;
      return controllers.find((one) => `${one.method} ${one.id}`.includes(word)).id;
    },
    method,
  );
}

/** Opens a world and waits for its first frame. */
export async function openWorld(page, change) {
  await page.evaluate((wanted) => {
    const { session } = window.sidestep;
    const before = session.stage?.serial;
    session.open(wanted);
    return new Promise((done) => {
      // What stands best may take over just now: that is a new stage too, but not the one asked for.
      const isIt = ({ serial, world, actors }) =>
        serial !== before &&
        world === session.opening.world &&
        (wanted.controllers ?? []).every((id, i) => actors[i]?.controller === id) &&
        session.frame?.stageSerial === serial &&
        window.sidestep.isDressed();
      const look = () => (session.stage && isIt(session.stage) ? done() : setTimeout(look, 10));
      look();
    });
  }, change);
}

/** Lets ticks pass. */
export function step(page, ticks) {
  return page.evaluate((n) => window.sidestep.step(n), ticks);
}

/** What the last frame says of a character. */
export function actorNow(page, actor = 0) {
  return page.evaluate((index) => {
    const { joints, ...rest } = window.sidestep.session.frame.actors[index];
    return { ...rest, joints: Array.from(joints), tick: window.sidestep.session.frame.tick };
  }, actor);
}

/** Which way the camera looks. */
export function cameraHeading(page) {
  return page.evaluate(() => window.sidestep.follow.heading());
}

/** Fails where the page complained. */
export function assertClean(faults) {
  assert.deepEqual(faults, []);
}

/** The difference of two headings, -pi to pi. */
export function turn(a, b) {
  const d = a - b;
  return d - Math.round(d / (2 * Math.PI)) * 2 * Math.PI;
}
