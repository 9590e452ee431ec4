// Every world opens, moves on and draws, with no complaint from the page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertClean, openWorld, step, usePages, waitForMethods } from "./harness.mjs";

const open = usePages();

/** How many colours the scene is drawn in: one where nothing is. */
function shadesOf(page) {
  return page.evaluate(() => {
    const { view } = window.sidestep;
    const gl = view.renderer.getContext();
    const [width, height] = [gl.drawingBufferWidth, gl.drawingBufferHeight];
    const pixels = new Uint8Array(width * height * 4);
    view.drawNow();
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    return new Set(new Uint32Array(pixels.buffer)).size;
  });
}

test("every world loads and time passes in it", async () => {
  const { page, faults, close } = await open();
  await waitForMethods(page, ["matching", "follower", "mobility"]);
  const worlds = await page.evaluate(() => window.sidestep.session.catalogue.worlds.map((world) => world.id));
  assert.ok(worlds.includes("floor"));
  for (const world of worlds) {
    await openWorld(page, { world, count: 100 });
    const tick = await step(page, 30);
    assert.equal(tick, 30, world);
    const checked = page.locator(`.worlds [data-world="${world}"]`);
    assert.equal(await checked.getAttribute("aria-checked"), "true", world);
    const shown = await page.evaluate(
      () => window.sidestep.session.frame.actors.length + window.sidestep.session.frame.crowd.length,
    );
    assert.ok(shown > 0, `${world} shows nobody`);
    const shades = await shadesOf(page);
    assert.ok(shades > 100, `${world} is drawn in ${shades} colours`);
  }
  assertClean(faults);
  await close();
});

test("a world is chosen by its button", async () => {
  const { page, faults, close } = await open();
  await page.getByLabel("World").locator("visible=true").selectOption("line");
  await page.waitForFunction(() => window.sidestep.session.stage.world === "line");
  assertClean(faults);
  await close();
});

/** Where the corners of everything solid are on the screen, and where panels leave room. */
function corners(page) {
  return page.evaluate(() => {
    const { session, view } = window.sidestep;
    view.camera.updateMatrixWorld();
    const { elements: m } = view.camera.projectionMatrix.clone().multiply(view.camera.matrixWorldInverse);
    const pixel = (x, y, z) => {
      const deep = m[3] * x + m[7] * y + m[11] * z + m[15];
      const right = (m[0] * x + m[4] * y + m[8] * z + m[12]) / deep;
      const up = (m[1] * x + m[5] * y + m[9] * z + m[13]) / deep;
      return [((right + 1) / 2) * innerWidth, ((1 - up) / 2) * innerHeight];
    };
    const solids = session.stage.shapes.filter((one) => one.kind === "box" || one.kind === "cylinder");
    const points = solids.flatMap(({ kind, at, size }) => {
      const [x, z] = kind === "box" ? [size[0] / 2, size[2] / 2] : [size[0], size[0]];
      return [-1, 1].flatMap((i) => [-1, 1].map((k) => pixel(at[0] + i * x, 0, at[2] + k * z)));
    });
    const steer = document.querySelector(".steer").getBoundingClientRect();
    const room = {
      left: steer.width > 0 ? steer.right : 0,
      right: innerWidth,
      top: 50,
      bottom: document.querySelector(".bottom").getBoundingClientRect().top,
    };
    return { points, room, knee: Math.min(...solids.map((one) => one.size[1])) };
  });
}

for (const [name, options] of [
  ["a desk", {}],
  ["a phone", { size: { width: 390, height: 844 }, touch: true }],
]) {
  test(`maze and obstacles open with all of it in view, on ${name}`, async () => {
    const { page, faults, close } = await open(options);
    for (const world of ["maze", "obstacles"]) {
      await openWorld(page, { world });
      await step(page, 2);
      const { points, room, knee } = await corners(page);
      assert.ok(points.length > 8 && knee >= 0.5, `${world}: ${knee} m high`);
      for (const [x, y] of points) {
        const isIn = x >= room.left && x <= room.right && y >= room.top && y <= room.bottom;
        assert.ok(isIn, `${world}: ${x}, ${y} is not in ${JSON.stringify(room)}`);
      }
    }
    assertClean(faults);
    await close();
  });
}

test("a click on a wall goes to the nearest place and says so", async () => {
  const { page, faults, close } = await open();
  await openWorld(page, { world: "maze" });
  await step(page, 2);
  const wish = (x, z) =>
    page.evaluate(
      ([wx, wz]) =>
        window.sidestep.session.wish({ kind: "reach", x: wx, z: wz, speed: 1.2, gait: null, facing: null }),
      [x, z],
    );
  const isTold = () =>
    [...document.querySelectorAll(".toast")].some((one) => one.textContent.includes("nearest place"));
  await wish(3, 5);
  await step(page, 5);
  assert.equal(await page.evaluate(isTold), false, "there is a way to a room");
  await wish(3, 1);
  await step(page, 5);
  await page.waitForFunction(isTold);
  const goal = await page.evaluate(() => window.sidestep.session.wished);
  assert.deepEqual([goal.x, goal.z], [3, 1]);
  assertClean(faults);
  await close();
});

test("time passes by itself where it is not held", async () => {
  const { page, faults, close } = await open({ manual: false });
  await page.waitForFunction(() => window.sidestep.session.frame.tick > 20, null, { timeout: 30_000 });
  assertClean(faults);
  await close();
});
