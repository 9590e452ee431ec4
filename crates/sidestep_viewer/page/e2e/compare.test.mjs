// Side by side: the same input for all, the figures of each card are those that the server measures.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  actorNow,
  assertClean,
  controllerOf,
  openWorld,
  step,
  usePages,
  waitForMethods,
} from "./harness.mjs";

const open = usePages();
const FIGURES = ["start", "turn", "speed", "skate", "jerk", "foot turn", "swivel", "cost", "frame"];

async function three(page) {
  await waitForMethods(page, ["clip", "matching", "follower"]);
  const ids = await page.evaluate(() =>
    window.sidestep.session.catalogue.controllers.map((one) => one.id).slice(0, 3),
  );
  await openWorld(page, { world: "floor", controllers: ids });
  return ids;
}

test("cards show what the server measures", async () => {
  const { page, faults, close } = await open();
  await three(page);
  await page.keyboard.down("w");
  await step(page, 300);
  await page.keyboard.up("w");
  for (const index of [0, 1, 2]) {
    const actor = await actorNow(page, index);
    const texts = await page.locator(`.card[data-actor="${index}"] dl > div`).allInnerTexts();
    const figures = Object.fromEntries(texts.map((text) => text.split("\n").map((part) => part.trim())));
    const fixed = (value, digits, unit) => (Number.isFinite(value) ? `${value.toFixed(digits)} ${unit}` : "–");
    assert.equal(figures.start, actor.start.state === "never" ? "> 5 s" : fixed(actor.start.secs ?? NaN, 2, "s"));
    assert.equal(figures.speed, fixed(actor.speed, 1, "m/s"));
    assert.equal(figures.skate, fixed(actor.skateCmPerSec, 1, "cm/s"));
    assert.equal(figures.jerk, fixed(actor.jerkRatio, 2, "×"));
    assert.equal(figures.cost, fixed(actor.stepUs, 0, "µs"));
    const whole = (one) => (Number.isFinite(one) ? one.toFixed(0) : "–");
    assert.equal(figures.swivel, `${whole(actor.swivelDeg)} / ${whole(actor.sourceSwivelDeg)} °`);
    assert.ok(Math.hypot(actor.x, actor.z) > 1.5, `character ${index} stayed behind`);
  }
  assertClean(faults);
  await close();
});

test("one is added, one is switched in motion, one is removed", async () => {
  const { page, faults, close } = await open();
  await waitForMethods(page, ["matching", "follower"]);
  const count = () => page.evaluate(() => window.sidestep.session.stage.actors.length);
  await page.locator(".card.add").click();
  await page.waitForFunction(() => window.sidestep.session.stage.actors.length === 2);
  await step(page, 60);
  const before = await actorNow(page, 0);
  const other = await page.evaluate(() => {
    const { session } = window.sidestep;
    return session.catalogue.controllers.find((one) => one.id !== session.stage.actors[0].controller).id;
  });
  await page.locator('.card[data-actor="0"] select').selectOption(other);
  await step(page, 1);
  await page.waitForFunction((id) => window.sidestep.session.stage.actors[0].controller === id, other);
  const after = await actorNow(page, 0);
  assert.ok(Math.hypot(after.x - before.x, after.z - before.z) < 0.1, "it jumped when switched");
  await page.locator('.card[data-actor="1"] button').click();
  await page.waitForFunction(() => window.sidestep.session.stage.actors.length === 1);
  assert.equal(await count(), 1);
  assertClean(faults);
  await close();
});

test("looking inside shows what the method weighs", async () => {
  const { page, faults, close } = await open();
  await waitForMethods(page, ["matching"]);
  await page.locator('[data-drawer="inside"]').click();
  await page.keyboard.down("w");
  await step(page, 60);
  await page.waitForFunction(() => document.querySelector(".drawer .numbers")?.children.length > 0, null, {
    timeout: 15_000,
  });
  await page.keyboard.up("w");
  assertClean(faults);
  await close();
});

test("labels do not cover each other, and all cards name their figures", async () => {
  const { page, faults, close } = await open();
  const ids = await three(page);
  await openWorld(page, { world: "floor", controllers: [...ids, ...ids] });
  // From along their row, where all of them stand behind each other.
  await page.evaluate(() => window.sidestep.follow.turn(Math.PI / 2 - window.sidestep.follow.heading(), 0));
  await step(page, 30);
  await page.waitForFunction(() => document.querySelectorAll(".label").length === 6);
  const boxes = await page.locator(".label").evaluateAll((labels) =>
    labels.map((label) => {
      const { left, right, top, bottom } = label.getBoundingClientRect();
      return { left, right, top, bottom };
    }),
  );
  assert.equal(boxes.length, 6);
  boxes.forEach((a, i) =>
    boxes.slice(i + 1).forEach((b) => {
      const isApart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
      assert.ok(isApart, `labels cover each other: ${JSON.stringify([a, b])}`);
    }),
  );
  for (const index of [0, 5]) {
    const names = await page.locator(`.card[data-actor="${index}"] dt`).allInnerTexts();
    assert.deepEqual(names, FIGURES);
  }
  assertClean(faults);
  await close();
});

test("the page ends on what stands best unless a person chose another method", async () => {
  const { page, faults, close } = await open();
  await waitForMethods(page, ["clip", "follower", "_best"]);
  const best = await controllerOf(page, "_best");
  const isOn = (id) => window.sidestep.session.stage.actors[0].controller === id;
  await step(page, 1);
  await page.waitForFunction(isOn, best);
  // As on a first run, where the clip player is there before anything is known to stand best.
  const clip = await controllerOf(page, "clip");
  const restart = (isChosen) =>
    page.evaluate(
      ([id, chosen]) => {
        const { session } = window.sidestep;
        session.open({ world: "floor", controllers: [id] });
        session.isChosen = chosen;
      },
      [clip, isChosen],
    );
  await restart(false);
  await page.waitForFunction(isOn, clip);
  await step(page, 1);
  await page.waitForFunction(isOn, best);
  await restart(true);
  await page.waitForFunction(isOn, clip);
  await step(page, 5);
  assert.ok(await page.evaluate(isOn, clip), "it was taken away");
  assertClean(faults);
  await close();
});
