// Looking inside a mobility map: its ways from above, the graph it walks, and why it goes this way.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertClean, controllerOf, openWorld, step, usePages, waitForMethods } from "./harness.mjs";

const open = usePages();

/** Walks for a moment with the drawer open; answers what was said inside. */
async function walkAndLook(page, method) {
  await openWorld(page, { world: "floor", controllers: [await controllerOf(page, method)] });
  if (!(await page.locator(".drawer").isVisible())) await page.locator('[data-drawer="inside"]').click();
  await page.evaluate(() => {
    const { session } = window.sidestep;
    session.on("inside", (inside) => (window.inside = inside));
    session.wish({ kind: "move", heading: 1.2, speed: 1.2, gait: null, facing: null });
  });
  await step(page, 60);
  await page.waitForFunction(() => window.inside?.tick >= 54);
  return page.evaluate(() => window.inside);
}

/** How many pixels of a canvas are painted. */
function painted(canvas) {
  return canvas.evaluate((one) => {
    const { data } = one.getContext("2d").getImageData(0, 0, one.width, one.height);
    return data.filter((value, i) => i % 4 === 3 && value > 0).length;
  });
}

test("a mobility map shows its ways, the one taken and its graph", async () => {
  const { page, faults, close } = await open();
  await waitForMethods(page, ["matching", "mobility"]);
  const inside = await walkAndLook(page, "mobility");
  const [chosen, ...others] = inside.choices;
  assert.ok(chosen.chosen && others.length > 10 && others.every((one) => one.value <= chosen.value));
  const sum = inside.costs.reduce((total, { value }) => total + value, 0);
  assert.ok(Math.abs(sum + chosen.value) < 1e-3, `${sum} is not ${-chosen.value}`);
  assert.ok(inside.ghosts.length > 0 && inside.plan.length > 0);
  const map = page.locator('.drawer canvas[aria-label^="Mobility map"]');
  const graph = page.locator('.drawer canvas[aria-label^="Pose graph"]');
  assert.match(await map.getAttribute("aria-label"), new RegExp(`${inside.choices.length} ways`));
  assert.ok((await painted(map)) > 1000, "the map is empty");
  await page.waitForFunction(
    (canvas) => canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.some(Boolean),
    await graph.elementHandle(),
  );
  assertClean(faults);
  await close();
});

test("other methods show what they did before, and no map", async () => {
  const { page, faults, close } = await open();
  await waitForMethods(page, ["matching", "mobility"]);
  await walkAndLook(page, "mobility");
  const inside = await walkAndLook(page, "matching");
  assert.deepEqual(inside.plan, []);
  const heads = await page.locator(".drawer section:not([hidden]) h3").allInnerTexts();
  assert.deepEqual(heads, [
    "What it could do next",
    "Neighbours",
    "Why this neighbour",
    "Where the time goes",
  ]);
  assertClean(faults);
  await close();
});
