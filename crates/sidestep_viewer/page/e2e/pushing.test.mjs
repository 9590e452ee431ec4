// A push moves the body and the body recovers; a pull shows its force.
import assert from "node:assert/strict";
import { test } from "node:test";
import { actorNow, assertClean, openWalker, step, usePages } from "./harness.mjs";

const open = usePages();

async function stander() {
  const opened = await openWalker(open);
  await step(opened.page, 60);
  return opened;
}

function jointOf(page, role) {
  return page.evaluate(
    (wanted) => window.sidestep.session.stage.actors[0].joints.findIndex((joint) => joint.role === wanted),
    role,
  );
}

function placeOf(actor, joint) {
  return actor.joints.slice(joint * 4, joint * 4 + 3);
}

test("a hit moves the chest and the character stands again", async () => {
  const { page, faults, close } = await stander();
  const [chest, head] = [await jointOf(page, "chest"), await jointOf(page, "head")];
  const before = await actorNow(page);
  await page.keyboard.press("p");
  await step(page, 12);
  const hit = await actorNow(page);
  const moved = Math.hypot(...placeOf(hit, chest).map((v, i) => v - placeOf(before, chest)[i]));
  assert.ok(moved > 0.02, `the chest moved ${moved} m`);
  await step(page, 300);
  const later = await actorNow(page);
  assert.ok(Math.abs(placeOf(later, head)[1] - placeOf(before, head)[1]) < 0.1, "it stands upright again");
  assert.equal(later.pushNewtons, 0);
  assertClean(faults);
  await close();
});

test("a pulled hand follows the pointer and the force is shown", async () => {
  const { page, faults, close } = await stander();
  const hand = await jointOf(page, "left_hand");
  const [x, y] = await page.evaluate((joint) => window.sidestep.pixelOf(0, joint), hand);
  const before = await actorNow(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 30, y - 20);
  await page.mouse.move(x - 90, y - 60);
  await step(page, 30);
  const pulled = await actorNow(page);
  assert.ok(pulled.pushNewtons > 1, "no force is felt");
  await page.waitForTimeout(200);
  assert.match(await page.locator(".label", { hasText: "N" }).first().innerText(), /\d+ N/);
  const moved = Math.hypot(...placeOf(pulled, hand).map((v, i) => v - placeOf(before, hand)[i]));
  assert.ok(moved > 0.02, `the hand moved ${moved} m`);
  await page.waitForTimeout(300);
  await page.mouse.up();
  await step(page, 240);
  assert.equal((await actorNow(page)).pushNewtons, 0);
  assertClean(faults);
  await close();
});

test("from behind, the hand that is pressed is the hand that is held", async () => {
  const { page, faults, close } = await stander();
  // On its way around, the camera sees one hand before the other.
  await page.evaluate(() => {
    const { follow, view } = window.sidestep;
    follow.turn(Math.PI, 0);
    follow.settle();
    view.drawNow();
  });
  await page.evaluate(() => {
    const { session } = window.sidestep;
    const send = session.send.bind(session);
    window.grabbed = [];
    session.send = (message) => {
      if (message.do === "grab") window.grabbed.push(message.joint);
      send(message);
    };
  });
  for (const role of ["left_hand", "right_hand"]) {
    const hand = await jointOf(page, role);
    const [x, y] = await page.evaluate((joint) => window.sidestep.pixelOf(0, joint), hand);
    const before = await actorNow(page);
    await page.mouse.move(x, y);
    await page.mouse.down();
    const outward = role === "left_hand" ? -1 : 1;
    await page.mouse.move(x + outward * 30, y - 20);
    await page.mouse.move(x + outward * 60, y - 60);
    await step(page, 30);
    const pulled = await actorNow(page);
    const moved = Math.hypot(...placeOf(pulled, hand).map((v, i) => v - placeOf(before, hand)[i]));
    const grabbed = await page.evaluate(() => [...new Set(window.grabbed.splice(0))]);
    assert.deepEqual(grabbed, [hand], `${role} is held`);
    assert.ok(moved > 0.1, `${role} moved ${moved} m`);
    await page.waitForTimeout(300);
    await page.mouse.up();
    await step(page, 150);
  }
  assertClean(faults);
  await close();
});

test("a hand that is pulled up does not lift the body off the floor, and it stands again", async () => {
  const { page, faults, close } = await stander();
  const [hand, hips, head] = [
    await jointOf(page, "right_hand"),
    await jointOf(page, "hips"),
    await jointOf(page, "head"),
  ];
  const feet = [await jointOf(page, "left_foot"), await jointOf(page, "right_foot")];
  const [x, y] = await page.evaluate((joint) => window.sidestep.pixelOf(0, joint), hand);
  const before = await actorNow(page);
  const height = (actor, joint) => placeOf(actor, joint)[1];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 100);
  await page.mouse.move(x, Math.max(y - 320, 10));
  for (let part = 0; part < 6; part++) {
    await step(page, 15);
    const held = await actorNow(page);
    const low = Math.min(...feet.map((foot) => height(held, foot) - height(before, foot)));
    assert.ok(low < 0.05, `both feet are ${low} m above where they stood`);
    assert.ok(height(held, head) > height(held, hips), "the head is below the hips");
    assert.ok(height(held, hips) < height(before, hips) + 0.08, "the body is lifted");
  }
  await page.waitForTimeout(300);
  await page.mouse.up();
  await step(page, 200);
  const later = await actorNow(page);
  assert.ok(Math.abs(height(later, head) - height(before, head)) < 0.1, "it stands upright again");
  assertClean(faults);
  await close();
});
