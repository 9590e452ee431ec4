// Looking inside clip control, and the worlds that it was made for: spin and avoid, moving obstacles.
import assert from "node:assert/strict";
import { test } from "node:test";
import { actorNow, assertClean, controllerOf, openWorld, step, turn, usePages, waitForMethods } from "./harness.mjs";

const open = usePages();

/** A performer who spins and keeps clear of obstacles takes minutes to learn it. */
const SPINNER = "s_clip-control_obstacles";
const PATIENCE = { timeout: 900_000 };

/** How many different colours a canvas shows, coarsely. */
function colours(canvas) {
  return canvas.evaluate((one) => {
    const { data } = one.getContext("2d").getImageData(0, 0, one.width, one.height);
    const seen = new Set();
    for (let i = 0; i < data.length; i += 4) {
      if (data[i + 3] > 200) seen.add(`${data[i] >> 4} ${data[i + 1] >> 4} ${data[i + 2] >> 4}`);
    }
    return seen.size;
  });
}

async function lookInside(page) {
  await page.locator('[data-drawer="inside"]').click();
  await page.evaluate(() => window.sidestep.session.on("inside", (inside) => (window.inside = inside)));
}

function wish(page, words) {
  return page.evaluate((asked) => window.sidestep.session.wish(asked), { speed: null, gait: null, facing: null, ...words });
}

/** Columns as they stand now. */
function columns(page) {
  return page.evaluate(() =>
    window.shapes.filter((one) => one.kind === "cylinder").map((one) => ({ id: one.id, x: one.at[0], z: one.at[2] })),
  );
}

async function openSpinner(world) {
  const opened = await open();
  const { page } = opened;
  await waitForMethods(page, [SPINNER]);
  await openWorld(page, { world, controllers: [await controllerOf(page, SPINNER)] });
  await page.evaluate(() => {
    const { session } = window.sidestep;
    window.shapes = session.stage.shapes;
    session.on("shapes", (shapes) => (window.shapes = shapes));
  });
  return opened;
}

test("clip control shows its values, the clip taken with its rivals, and constraint frames", async () => {
  const { page, faults, close } = await open();
  await waitForMethods(page, ["p_clip-control"]);
  await openWorld(page, { world: "line", controllers: [await controllerOf(page, "p_clip-control")] });
  await lookInside(page);
  await wish(page, { kind: "line", x: 0, z: 0, heading: 1.57 });
  for (let i = 0; i < 30; i++) {
    await step(page, 6);
    await page.waitForFunction((tick) => window.inside?.tick >= tick, 6 * i);
  }
  const inside = await page.evaluate(() => window.inside);
  const [taken, ...rivals] = inside.choices;
  assert.ok(taken.chosen && rivals.length >= 5 && rivals.every((one) => !one.chosen));
  for (const { label, value, costs } of inside.choices) {
    const sum = costs.reduce((total, term) => total + term.value, 0);
    assert.ok(Math.abs(sum + value) < 1e-2, `${label}: ${sum} is not ${-value}`);
  }
  assert.ok(taken.costs.some(({ label }) => label === "physics") && taken.costs.at(-1).label === "to come");
  const { values } = inside;
  assert.deepEqual(values.axes.map(({ unit }) => unit), ["°", "m"]);
  assert.equal(values.samples.length, values.columns * values.rows);
  // On the path and along it is better than far off it and away from it.
  const at = (column, row) => values.samples[row * values.columns + column];
  const [middle, top] = [(values.columns - 1) / 2, (values.rows - 1) / 2];
  assert.ok(at(middle, top) > at(0, 0) && at(middle, top) > at(0, values.rows - 1));
  const map = page.locator('.drawer canvas[aria-label^="Value function: value of angle"]');
  assert.ok((await colours(map)) > 20, "the heat map is flat");
  const rows = page.locator('.drawer canvas[aria-label^="Clip taken and its rivals: "]');
  assert.match(await rows.getAttribute("aria-label"), /physics [\d.]+.*to come/);
  assert.ok((await colours(rows)) > 5, "the bars have no terms");
  const time = page.locator(".timeline .strip");
  const [, frames] = (await time.getAttribute("aria-description")).match(/(\d+) constraint frames/);
  // Three seconds of walking are six steps or so, and one constraint frame each.
  assert.ok(frames >= 4 && frames <= 12, `${frames} constraint frames in three seconds`);
  assertClean(faults);
  await close();
});

test("one spins along the line, gets around what stands up in the way, and spins on", PATIENCE, async () => {
  const { page, faults, close } = await openSpinner("spin");
  await lookInside(page);
  await wish(page, { kind: "move", heading: 0 });
  const tasks = new Set();
  let [spun, nearest, before] = [0, Infinity, await actorNow(page)];
  for (let i = 0; i < 150; i++) {
    await step(page, 8);
    const now = await actorNow(page);
    spun += turn(now.heading, before.heading);
    before = now;
    for (const { x, z } of await columns(page)) nearest = Math.min(nearest, Math.hypot(now.x - x, now.z - z));
    const doing = await page.evaluate(() => window.inside?.doing ?? "");
    for (const task of ["spin", "fixed"]) if (doing.includes(`, ${task} `)) tasks.add(task);
  }
  assert.ok(before.z > 8, `it came ${before.z} m far in 20 s`);
  assert.ok(spun > 4 * Math.PI, `it turned by ${spun}`);
  assert.ok(nearest > 0.45, `its hips were ${nearest} m from a column of 0.35 m`);
  assert.deepEqual([...tasks].toSorted(), ["fixed", "spin"]);
  assertClean(faults);
  await close();
});

test("a column that a visitor drags into the way is kept clear of", PATIENCE, async () => {
  const { page, faults, close } = await openSpinner("moving");
  await lookInside(page);
  await wish(page, { kind: "move", heading: 0 });
  await step(page, 120);
  const drag = (x, z) =>
    page.evaluate((to) => window.sidestep.session.send({ do: "drag", shape: 2, ...to }), { x, z });
  const begun = await actorNow(page);
  // It is led across the way, three metres ahead.
  let nearest = Infinity;
  for (let i = 0; i < 60; i++) {
    if (i < 40) await drag(begun.x + 1.2 - 0.04 * i, begun.z + 3.4);
    await step(page, 6);
    const now = await actorNow(page);
    const column = (await columns(page)).find((one) => one.id === 2);
    nearest = Math.min(nearest, Math.hypot(now.x - column.x, now.z - column.z));
  }
  const end = await actorNow(page);
  assert.ok(end.z > begun.z + 4, `it came from ${begun.z} to ${end.z} in 6 s`);
  assert.ok(nearest > 0.5 && nearest < 2.5, `its hips were ${nearest} m from the column`);
  assertClean(faults);
  await close();
});

test("who opens a world gets somebody who can do what it was made for", PATIENCE, async () => {
  const { page, faults, close } = await open();
  await waitForMethods(page, [SPINNER, "matching"]);
  await openWorld(page, { world: "floor", controllers: [await controllerOf(page, "matching")] });
  await page.getByLabel("World").locator("visible=true").selectOption("spin");
  await page.waitForFunction((id) => window.sidestep.session.stage.actors[0].controller === id, SPINNER);
  assert.equal(await page.evaluate(() => window.sidestep.session.stage.world), "spin");
  assertClean(faults);
  await close();
});
