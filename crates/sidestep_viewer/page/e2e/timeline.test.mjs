// Going back in time shows exactly what was, and a shared link replays it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { actorNow, assertClean, openWalker, openWorld, step, usePages } from "./harness.mjs";

const open = usePages();

async function atTick(page, tick) {
  await page.waitForFunction((wanted) => window.sidestep.session.frame.tick === wanted, tick);
  return actorNow(page);
}

test("scrubbing back and forth gives the same pose", async () => {
  const { page, faults, close } = await openWalker(open);
  await page.keyboard.down("w");
  await step(page, 100);
  await page.keyboard.up("w");
  const middle = await actorNow(page);
  await step(page, 100);
  const end = await actorNow(page);
  await page.evaluate(() => window.sidestep.session.send({ do: "seek", tick: 100 }));
  assert.deepEqual((await atTick(page, 100)).joints, middle.joints);
  await page.evaluate(() => window.sidestep.session.send({ do: "seek", tick: 30 }));
  await atTick(page, 30);
  await page.evaluate(() => window.sidestep.session.send({ do: "seek", tick: 200 }));
  assert.deepEqual((await atTick(page, 200)).joints, end.joints);
  assertClean(faults);
  await close();
});

test("comma and period step frame by frame; the strip is a slider", async () => {
  const { page, faults, close } = await open();
  await step(page, 50);
  await page.keyboard.press(",");
  await atTick(page, 49);
  await page.keyboard.press(",");
  await atTick(page, 48);
  await page.keyboard.press(".");
  await atTick(page, 49);
  const strip = page.locator(".strip");
  assert.equal(await strip.getAttribute("aria-valuenow"), "49");
  await strip.focus();
  await page.keyboard.press("Home");
  await atTick(page, 0);
  assertClean(faults);
  await close();
});

test("a link replays the recording to the same pose", async () => {
  const { page, faults, close } = await openWalker(open);
  await page.keyboard.down("a");
  await step(page, 90);
  await page.keyboard.up("a");
  await step(page, 30);
  const before = await actorNow(page);
  await page.evaluate(
    () => (navigator.clipboard.writeText = (text) => ((window.copied = text), Promise.resolve())),
  );
  await page.locator('[data-drawer="take"]').click();
  await page.locator("[data-share]").click();
  await page.waitForFunction(() => window.copied);
  const link = await page.evaluate(() => window.copied);
  assert.ok(link.includes("#play="));
  assert.ok(link.length < 2000, `the link has ${link.length} letters`);
  const other = await page.context().newPage();
  await other.goto(link);
  await other.waitForFunction(
    () => window.sidestep?.session.frame?.tick === 120 && window.sidestep.session.frame.paused,
    null,
    { timeout: 60_000 },
  );
  assert.deepEqual((await actorNow(other)).joints, before.joints);
  assertClean(faults);
  await close();
});

test("a new stage begins a new timeline", async () => {
  const { page, faults, close } = await openWalker(open);
  await step(page, 200);
  await openWorld(page, { world: "obstacles" });
  await step(page, 10);
  await page.waitForFunction(() => window.sidestep.session.frame.tick === 10);
  assert.equal(await page.locator(".strip").getAttribute("aria-valuemax"), "10");
  assertClean(faults);
  await close();
});
