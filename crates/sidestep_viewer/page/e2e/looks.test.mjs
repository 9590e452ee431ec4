// How the page looks, against small references: both themes, phone size, every drawer, by keyboard.
//
// SIDESTEP_SHOTS=write writes the references anew; look at them before committing.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, test } from "node:test";
import { assertClean, controllerOf, openWorld, step, usePages, waitForMethods } from "./harness.mjs";

const FOLDER = path.join(import.meta.dirname, "shots");
const WRITES = process.env.SIDESTEP_SHOTS === "write";
/** Mean difference of all channels, of 255: fonts and rounding differ from machine to machine. */
const MOST_DIFFERENCE = 3;
const WIDTH = 320;
/** Toasts come and go by the clock of the machine. */
const UNTIMED = ".toasts { visibility: hidden; }";

const open = usePages();
let scales;
before(async () => {
  scales = await (await (await open.browser()).newContext()).newPage();
});

/** A screenshot made small, as WebP. */
async function small(page) {
  const png = (await page.screenshot({ animations: "disabled", style: UNTIMED })).toString("base64");
  return scales.evaluate(
    async ([data, width]) => {
      const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
      const canvas = Object.assign(document.createElement("canvas"), {
        width,
        height: Math.round((picture.height / picture.width) * width),
      });
      const brush = canvas.getContext("2d");
      brush.imageSmoothingQuality = "high";
      brush.drawImage(picture, 0, 0, canvas.width, canvas.height);
      return canvas.toDataURL("image/webp", 0.82).split(",")[1];
    },
    [png, WIDTH],
  );
}

/** Mean difference of two small pictures. */
function difference(a, b) {
  return scales.evaluate(
    async (both) => {
      const [one, two] = await Promise.all(
        both.map(async (data) => {
          const picture = await createImageBitmap(
            await (await fetch(`data:image/webp;base64,${data}`)).blob(),
          );
          const canvas = Object.assign(document.createElement("canvas"), {
            width: picture.width,
            height: picture.height,
          });
          const brush = canvas.getContext("2d");
          brush.drawImage(picture, 0, 0);
          return brush.getImageData(0, 0, canvas.width, canvas.height).data;
        }),
      );
      if (one.length !== two.length) return 255;
      return one.reduce((sum, value, i) => sum + Math.abs(value - two[i]), 0) / one.length;
    },
    [a, b],
  );
}

async function compare(page, name) {
  await page.waitForTimeout(400);
  const now = await small(page);
  const file = path.join(FOLDER, `${name}.webp`);
  if (WRITES) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(file, Buffer.from(now, "base64"));
    await page.screenshot({ style: UNTIMED, path: path.join(process.env.SIDESTEP_LARGE_SHOTS ?? FOLDER, `${name}.png`) });
    return;
  }
  const away = await difference(now, readFileSync(file).toString("base64"));
  assert.ok(away < MOST_DIFFERENCE, `${name} differs by ${away.toFixed(1)} of 255`);
}

async function walking(options, methods = ["matching"]) {
  const opened = await open(options);
  const { page } = opened;
  // While any is still being built, a card says so, and how far it is.
  await waitForMethods(page, ["clips", "matching", "follower", "mobility", "_best", "s_clip-control_obstacles"]);
  const controllers = await Promise.all(methods.map((method) => controllerOf(page, method)));
  await openWorld(page, { world: "floor", controllers });
  await page.evaluate(() => {
    const { session } = window.sidestep;
    session.wish({
      kind: "move",
      heading: session.frame.actors[0].heading + 1.2,
      speed: 1.2,
      gait: null,
      facing: null,
    });
  });
  await step(page, 150);
  return opened;
}

for (const theme of ["light", "dark"]) {
  test(`one character, ${theme}`, async () => {
    const { page, faults, close } = await walking({ theme });
    await compare(page, `one-${theme}`);
    assertClean(faults);
    await close();
  });
  test(`three side by side, ${theme}`, async () => {
    const { page, faults, close } = await walking({ theme }, ["clips", "matching", "follower"]);
    await compare(page, `three-${theme}`);
    assertClean(faults);
    await close();
  });
  test(`phone, ${theme}`, async () => {
    const { page, faults, close } = await walking({ theme, size: { width: 390, height: 844 }, touch: true });
    await compare(page, `phone-${theme}`);
    assertClean(faults);
    await close();
  });
}

test("each drawer", async () => {
  const { page, faults, close } = await walking({});
  for (const drawer of ["data", "take"]) {
    await page.locator(`[data-drawer="${drawer}"]`).click();
    await compare(page, `drawer-${drawer}`);
  }
  assertClean(faults);
  await close();
});

test("a crowd", async () => {
  const { page, faults, close } = await open();
  await waitForMethods(page, ["mobility", "_best", "s_clip-control_obstacles"]);
  await openWorld(page, { world: "crowd", count: 1000 });
  await step(page, 120);
  await page.waitForTimeout(1500);
  // How far the camera stands back hangs on which frames came on the way: those that were drawn in time.
  await page.evaluate(() => {
    const { follow, view } = window.sidestep;
    follow.aim({ left: -25, right: 25, near: -25, far: 25 });
    follow.setHome({ yaw: 0, pitch: 0.8, zoom: 1.02 });
    Object.assign(follow, { aim: () => {}, setHome: () => {} });
    follow.settle();
    // So does how far away the floor fades.
    view.lookAfter(follow.middle(), 25, false);
    view.lookAfter = () => {};
    view.drawNow();
  });
  await compare(page, "crowd");
  assertClean(faults);
  await close();
});

test("everything can be reached by keyboard, in order, with names", async () => {
  const { page, faults, close } = await walking({});
  const names = [];
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press("Tab");
    const name = await page.evaluate(() => {
      const { activeElement: now } = document;
      if (!now || now === document.body) return null;
      return now.getAttribute("aria-label") ?? now.textContent?.trim() ?? "";
    });
    if (name === null) break;
    names.push(name);
  }
  assert.ok(
    names.every((name) => name.length > 0),
    `a control has no name: ${names.join(" | ")}`,
  );
  for (const wanted of ["World", "Take away", "Speed", "Method of character 1", "Pause", "Time"]) {
    assert.ok(
      names.some((name) => name.includes(wanted)),
      `${wanted} is not reached: ${names.join(" | ")}`,
    );
  }
  assertClean(faults);
  await close();
});
