// Every world opens, moves on and draws, with no complaint from the page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertClean, openWorld, step, usePages, waitForMethods } from "./harness.mjs";

const open = usePages();

test("every world loads and time passes in it", async () => {
  const { page, faults, close } = await open();
  await waitForMethods(page, ["matching", "field", "mobility"]);
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
    assert.ok((await page.evaluate(() => window.sidestep.drawMs(1))) > 0);
  }
  assertClean(faults);
  await close();
});

test("a world is chosen by its button", async () => {
  const { page, faults, close } = await open();
  await page.locator('.worlds [data-world="line"]').click();
  await page.waitForFunction(() => window.sidestep.session.stage.world === "line");
  assertClean(faults);
  await close();
});

test("time passes by itself where it is not held", async () => {
  const { page, faults, close } = await open({ manual: false });
  await page.waitForFunction(() => window.sidestep.session.frame.tick > 20, null, { timeout: 30_000 });
  assertClean(faults);
  await close();
});
