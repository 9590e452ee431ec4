// A crowd is seen whole, glides between the frames of the server, and the steered one is found in it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertClean, openWorld, step, usePages, waitForMethods } from "./harness.mjs";

const open = usePages();

async function openCrowd(options, count = 1000) {
  const opened = await open(options);
  await waitForMethods(opened.page, ["mobility"]);
  await openWorld(opened.page, { world: "crowd", count });
  return opened;
}

/** How many of the crowd are in the picture, in the part that no panel at an edge covers. */
function inView(page) {
  return page.evaluate(() => {
    const { crowd, view } = window.sidestep;
    const { width, height } = view.clear;
    view.camera.updateMatrixWorld();
    const { elements: m } = view.camera.projectionMatrix.clone().multiply(view.camera.matrixWorldInverse);
    const { offsetX, offsetY, fullWidth, fullHeight } = view.camera.view;
    const between = crowd.between();
    let count = 0;
    for (let i = 0; i < between.count(); i++) {
      const [x, z] = [between.value(i, 1), between.value(i, 2)];
      const deep = m[3] * x + m[11] * z + m[15];
      const right = (m[0] * x + m[8] * z + m[12]) / deep + (2 * offsetX) / fullWidth;
      const up = (m[1] * x + m[9] * z + m[13]) / deep - (2 * offsetY) / fullHeight;
      if (deep > 0 && Math.abs(right) <= width && Math.abs(up) <= height) count += 1;
    }
    return count;
  });
}

for (const [name, options] of [
  ["a desk", {}],
  ["a phone", { size: { width: 390, height: 844 }, touch: true }],
]) {
  test(`all of a crowd is in view on entry, on ${name}`, async () => {
    const { page, faults, close } = await openCrowd(options);
    assert.equal(await inView(page), 1000);
    await step(page, 240);
    assert.equal(await inView(page), 1000, "some have left the picture");
    assert.match(await page.locator(".label").first().innerText(), /You steer this one/);
    assertClean(faults);
    await close();
  });
}

test("who steers is followed, and stays so until the whole crowd is asked for", async () => {
  const { page, faults, close } = await openCrowd({}, 100);
  const looksAt = () => page.locator('.crowd-card [aria-checked="true"]').innerText();
  assert.equal(await looksAt(), "Whole crowd");
  await page.keyboard.down("w");
  await step(page, 60);
  await page.keyboard.up("w");
  await step(page, 30);
  assert.equal(await looksAt(), "My character");
  await page.locator('[data-subject="whole"]').click();
  await step(page, 1);
  assert.equal(await looksAt(), "Whole crowd");
  assert.equal(await inView(page), 100);
  assertClean(faults);
  await close();
});

test("who is outside the picture is not drawn, and everybody in it is", async () => {
  const { page, faults, close } = await openCrowd();
  await page.evaluate(() => {
    /** Bodies that are drawn, but for the few nearest, rounded up to whole instances. */
    window.drawn = () => {
      let count = 0;
      window.sidestep.view.scene.traverse(({ geometry }) => {
        if (geometry?.attributes.partJoints) count = geometry.instanceCount * 32;
      });
      return count;
    };
  });
  await page.waitForFunction(() => window.drawn() > 1000 - 64);
  await page.keyboard.down("w");
  await step(page, 60);
  await page.keyboard.up("w");
  await step(page, 30);
  await page.waitForTimeout(2500);
  const [seen, bodies] = [await inView(page), await page.evaluate(() => window.drawn())];
  assert.ok(bodies >= seen - 64, `${seen} are in view, ${bodies} drawn`);
  assert.ok(bodies < 900, `${bodies} are drawn where ${seen} are in view`);
  assertClean(faults);
  await close();
});

test("places and headings glide from one frame to the next", async () => {
  const { page, faults, close } = await openCrowd({}, 100);
  await step(page, 60);
  const seen = await page.evaluate(() => {
    const { crowd, session } = window.sidestep;
    const between = crowd.between();
    const states = session.frame.crowd.slice();
    const floats = new Float32Array(states.buffer);
    const at = () => [between.value(0, 1), between.value(0, 2), between.value(0, 3)];
    floats[3] = Math.PI - 0.1;
    between.take(states, 0.1);
    between.settle();
    const from = at();
    floats[1] += 0.2;
    floats[2] -= 0.1;
    floats[3] = 0.1 - Math.PI;
    between.take(states, 0.1);
    const start = at();
    between.advance(0.05);
    const middle = at();
    const goesOn = between.advance(0.06);
    const end = at();
    const rests = !between.advance(0.01);
    floats[1] += 30;
    between.take(states, 0.1);
    return { from, start, middle, end, goesOn, rests, elsewhere: at()[0] - end[0] };
  });
  const near = (got, wanted, what) =>
    assert.ok(Math.abs(got - wanted) < 1e-4, `${what}: ${got}, not ${wanted}`);
  seen.from.forEach((value, part) => near(seen.start[part], value, "it begins where it was"));
  near(seen.middle[0] - seen.from[0], 0.1, "half of the way");
  near(seen.middle[1] - seen.from[1], -0.05, "half of the way");
  near(seen.middle[2] - seen.from[2], 0.1, "half of the turn, the short way");
  near(seen.end[0] - seen.from[0], 0.2, "all of the way");
  near(seen.elsewhere, 30, "who is put elsewhere is there at once");
  assert.ok(seen.goesOn && seen.rests);
  assertClean(faults);
  await close();
});
