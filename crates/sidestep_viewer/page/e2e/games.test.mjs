// Ball games in the browser: the court with its keys and buttons, tennis, and the tactics board.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertClean, controllerOf, openWorld, step, usePages, waitForMethods } from "./harness.mjs";

const open = usePages();

const ball = (page) => page.evaluate(() => Array.from(window.sidestep.session.frame.things.slice(0, 3)));

async function openGame(world, options) {
  const opened = await open(options);
  await waitForMethods(opened.page, ["matching"]);
  await openWorld(opened.page, { world, controllers: [await controllerOf(opened.page, "matching")] });
  return opened;
}

test("on the court a key passes the ball, and looking inside says so", async () => {
  const { page, faults, close } = await openGame("court");
  const { actors, given, things } = await page.evaluate(() => window.sidestep.session.stage);
  assert.deepEqual([actors.length, given, things.length], [4, 1, 1]);
  assert.equal(await page.locator(".cards [data-figure], .cards article:not(.crowd-card)").count() > 0, true);
  await page.evaluate(() => {
    const { session } = window.sidestep;
    session.on("inside", (inside) => (window.inside = inside));
    session.send({ do: "inside", on: true, actor: 0 });
  });
  await step(page, 10);
  await page.waitForFunction(() => window.inside?.doing?.startsWith("has the ball; next: dribble"));
  const before = await ball(page);
  assert.ok(Math.hypot(before[0], before[2]) < 8 && before[1] > 0.1, String(before));
  await page.keyboard.press("g");
  await step(page, 30);
  await page.waitForFunction(() => window.inside?.doing?.includes("next: pass"));
  await step(page, 60);
  await page.waitForFunction(() => !window.inside?.doing?.startsWith("has the ball"));
  assertClean(faults);
  await close();
});

test("a tap shoots, and who asks for the ball gets it", async () => {
  const { page, faults, close } = await openGame("court", {
    size: { width: 390, height: 844 },
    touch: true,
  });
  await step(page, 10);
  await page.locator('[data-act="shoot"]').tap();
  let highest = 0;
  for (let i = 0; i < 24; i++) {
    await step(page, 6);
    highest = Math.max(highest, (await ball(page))[1]);
  }
  assert.ok(highest > 2.9, `the ball rose to ${highest} m`);
  await page.locator('[data-act="catch"]').tap();
  await step(page, 10);
  assertClean(faults);
  await close();
});

test("a link keeps the court", async () => {
  const { page, faults, close } = await open({ query: "world=court" });
  assert.equal(await page.evaluate(() => window.sidestep.session.stage.world), "court");
  await page.waitForFunction(() => location.search.includes("world=court"));
  assertClean(faults);
  await close();
});

test("two players serve and stroke over the net", async () => {
  const { page, faults, close } = await openGame("tennis");
  let crossed = false;
  for (let i = 0; i < 40 && !crossed; i++) {
    await step(page, 10);
    const [, , z] = await ball(page);
    crossed = z > 0.5;
  }
  assert.ok(crossed, "no ball came over the net");
  const names = await page.evaluate(() => window.sidestep.session.stage.things.map((one) => one.name));
  assert.deepEqual(names, ["ball", "racket", "racket"]);
  assertClean(faults);
  await close();
});

test("a path is drawn on the board, played in place and taken away", async () => {
  const { page, faults, close } = await openGame("tactics");
  const path = () => page.evaluate(() => window.sidestep.session.stage.plan.players[0].path);
  const before = await path();
  const board = page.locator(".board-canvas");
  await board.scrollIntoViewIfNeeded();
  const box = await board.boundingBox();
  const scale = Math.min(box.width / 15.6, box.height / 14.9);
  const pixel = (x, z) => [box.x + (x + 7.8) * scale, box.y + (z + 2.2) * scale];
  // The first player begins at (0, 7.5) and is led to (-4, 5).
  await page.mouse.move(...pixel(0, 7.5));
  await page.mouse.down();
  for (let i = 1; i <= 10; i++) await page.mouse.move(...pixel(-0.4 * i, 7.5 - 0.25 * i));
  await page.mouse.up();
  await page.locator('[data-board="play"]').click();
  // His passes are checked anew: he is elsewhere, and they still are his.
  await page.waitForFunction((old) => JSON.stringify(window.sidestep.session.stage.plan.players[0].path) !== old, JSON.stringify(before));
  const after = await path();
  const [, x, z] = after.at(-1);
  assert.ok(Math.hypot(x + 4, z - 5) < 0.6, JSON.stringify(after));
  assert.equal(await step(page, 30), 30);
  const download = page.waitForEvent("download");
  await page.locator('[data-board="glb"]').click();
  assert.equal((await download).suggestedFilename(), "tactics.glb");
  assertClean(faults);
  await close();
});

test("a pass is added and removed, and a plan that cannot be is told with its line", async () => {
  const { page, faults, close } = await openGame("tactics");
  const rows = page.locator(".throws li");
  const count = await rows.count();
  await rows.last().locator("button").click();
  assert.equal(await rows.count(), count - 1);
  const time = rows.first().locator("input");
  await time.fill("0.1");
  await time.dispatchEvent("change");
  await page.locator('[data-board="play"]').click();
  await page.waitForFunction(() => document.querySelector(".board [role=status]").textContent.includes("line"));
  assertClean(faults);
  await close();
});
