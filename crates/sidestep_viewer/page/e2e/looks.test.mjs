// How the page looks, against small references: both themes, phone size, every drawer, by keyboard.
//
// SIDESTEP_SHOTS=write writes the references anew; look at them before committing.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, test } from "node:test";
import {
  BUILT_LAST,
  assertClean,
  controllerOf,
  openWorld,
  step,
  usePages,
  waitForMethods,
} from "./harness.mjs";

const FOLDER = path.join(import.meta.dirname, "shots");
const WRITES = process.env.SIDESTEP_SHOTS === "write";
/**
 * Most that two pictures of one thing differ by, of 255, in the mean of all colours: fonts and rounding differ from
 * machine to machine. A part that is missing is small in the mean of a whole picture, so the square that differs most
 * has a bound of its own: 17 were found where nothing was wrong, 30 where one of three characters was missing.
 */
const MOST = { mean: 3, square: 25 };
/** Pixels along the side of a square: about as wide as a character. */
const SQUARE = 16;
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

/** The mean difference of two small pictures, and that of the square that differs most. */
function difference(a, b) {
  return scales.evaluate(
    async ([both, side]) => {
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
          return brush.getImageData(0, 0, canvas.width, canvas.height);
        }),
      );
      if (one.width !== two.width || one.height !== two.height) return { mean: 255, square: 255 };
      const columns = Math.ceil(one.width / side);
      const squares = Array.from({ length: columns * Math.ceil(one.height / side) }, () => ({ sum: 0, count: 0 }));
      for (let pixel = 0; pixel < one.width * one.height; pixel++) {
        const [x, y] = [pixel % one.width, Math.floor(pixel / one.width)];
        const square = squares[Math.floor(y / side) * columns + Math.floor(x / side)];
        for (let i = pixel * 4; i < pixel * 4 + 3; i++) square.sum += Math.abs(one.data[i] - two.data[i]);
        square.count += 3;
      }
      const [sum, count] = ["sum", "count"].map((part) => squares.reduce((all, square) => all + square[part], 0));
      return { mean: sum / count, square: Math.max(...squares.map((square) => square.sum / square.count)) };
    },
    [[a, b], SQUARE],
  );
}

/** Whether two pictures may be of one thing. */
function isAlike({ mean, square }) {
  return mean < MOST.mean && square < MOST.square;
}

function referenceOf(name) {
  return readFileSync(path.join(FOLDER, `${name}.webp`)).toString("base64");
}

async function compare(page, name) {
  await page.waitForTimeout(400);
  const now = await small(page);
  if (WRITES) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(path.join(FOLDER, `${name}.webp`), Buffer.from(now, "base64"));
    await page.screenshot({ style: UNTIMED, path: path.join(process.env.SIDESTEP_LARGE_SHOTS ?? FOLDER, `${name}.png`) });
    return;
  }
  const away = await difference(now, referenceOf(name));
  assert.ok(isAlike(away), `${name} differs by ${away.mean.toFixed(1)} of 255, a square by ${away.square.toFixed(1)}`);
}

async function walking(options, methods = ["matching"]) {
  const opened = await open(options);
  const { page } = opened;
  // While any is still being built, a card says so, and how far it is.
  await waitForMethods(page, ["clips", "matching", "follower", "mobility", ...BUILT_LAST]);
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

/** Fails where a picture with a fault in it would pass for the reference. */
async function assertTold(page, name, fault) {
  await page.waitForTimeout(400);
  const away = await difference(await small(page), referenceOf(name));
  assert.ok(!isAlike(away), `${fault} passes for ${name}: ${away.mean.toFixed(1)}, a square ${away.square.toFixed(1)}`);
}

for (const theme of ["light", "dark"]) {
  test(`a character that is not drawn is told, ${theme}`, { skip: WRITES }, async () => {
    const { page, faults, close } = await walking({ theme }, ["clips", "matching", "follower"]);
    const bodies = await page.evaluate(() => {
      const { children } = window.sidestep.view.scene;
      window.bodies = children.filter(({ geometry, visible }) => visible && geometry?.getAttribute("skinJoints"));
      return window.bodies.length;
    });
    assert.equal(bodies, 3);
    for (let index = 0; index < bodies; index++) {
      await page.evaluate((missing) => {
        window.bodies.forEach((body, i) => (body.visible = i !== missing));
        window.sidestep.view.invalidate();
      }, index);
      await assertTold(page, `three-${theme}`, `all but character ${index + 1}`);
    }
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
  if (!WRITES) {
    await assertTold(page, "drawer-data", "another drawer");
    await page.locator('[data-drawer="take"]').click();
    await assertTold(page, "drawer-take", "no drawer");
  }
  assertClean(faults);
  await close();
});

test("a crowd", async () => {
  const { page, faults, close } = await open();
  await waitForMethods(page, ["mobility", ...BUILT_LAST]);
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
