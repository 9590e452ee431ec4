// Files out and in: exports open, imports are read back, bad files are refused in words.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { assertClean, step, usePages, waitForMethods } from "./harness.mjs";

const open = usePages();

async function download(page, selector) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator(selector).click()]);
  return readFileSync(await file.path());
}

/** The JSON chunk of a GLB, read as its specification lays it out. */
function glbJson(bytes) {
  assert.equal(bytes.toString("latin1", 0, 4), "glTF");
  assert.equal(bytes.readUInt32LE(8), bytes.length);
  assert.equal(bytes.toString("latin1", 16, 20), "JSON");
  return JSON.parse(bytes.toString("utf8", 20, 20 + bytes.readUInt32LE(12)));
}

test("what happened leaves as GLB, BVH and PNG, and the BVH comes back in", async () => {
  const { page, faults, close } = await open();
  await waitForMethods(page, ["matching"]);
  await page.keyboard.down("w");
  await step(page, 240);
  await page.keyboard.up("w");
  await page.locator('[data-drawer="take"]').click();
  const gltf = glbJson(await download(page, '[data-format="glb"]'));
  assert.equal(gltf.asset.version, "2.0");
  assert.ok(gltf.animations[0].channels.length > 10);
  const bvh = await download(page, '[data-format="bvh"]');
  assert.match(bvh.toString("latin1"), /^HIERARCHY[\s\S]*Frames:\s*\d+/);
  const png = await download(page, "[data-picture]");
  assert.equal(png.toString("latin1", 1, 4), "PNG");
  assert.ok(png.length > 20_000, "the picture is empty");
  await page.locator('[data-drawer="data"]').click();
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "walk.bvh", mimeType: "text/plain", buffer: bvh });
  await page.waitForFunction(() => document.querySelector(".verdict .good"), null, { timeout: 30_000 });
  assert.match(await page.locator(".verdict .good").innerText(), /clips?, \d+ joints/);
  await page.locator(".clips button").first().click();
  assertClean(faults);
  await close();
});

test("a bad file is refused with the reader's words", async () => {
  const { page, faults, close } = await open();
  await page.locator('[data-drawer="data"]').click();
  const broken = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 zero\n}\n";
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "broken.bvh", mimeType: "text/plain", buffer: Buffer.from(broken) });
  await page.waitForFunction(() => document.querySelector(".verdict .bad"), null, { timeout: 15_000 });
  const words = await page.locator(".verdict .bad").innerText();
  assert.match(words, /broken\.bvh/);
  assert.match(words, /line|zero/);
  const expected = faults.filter((fault) => !fault.includes("422"));
  assertClean(expected);
  await close();
});

test("a broken recording is refused in place", async () => {
  const { page, faults, close } = await open();
  await page.locator('[data-drawer="data"]').click();
  for (const words of ["{", '{"version":1}']) {
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "past.json", mimeType: "application/json", buffer: Buffer.from(words) });
    await page.waitForFunction(() => document.querySelector(".verdict .bad"), null, { timeout: 15_000 });
    assert.match(await page.locator(".verdict .bad").innerText(), /past\.json is no recording/);
    await page.evaluate(() => document.querySelector(".verdict").replaceChildren());
  }
  assertClean(faults);
  await close();
});

test("a method is built from a library with its progress shown, and goes on the stage", async () => {
  const { page, faults, close } = await open();
  await waitForMethods(page, ["matching", "field"]);
  await page.locator('[data-drawer="data"]').click();
  await page.locator('select[aria-label="Method"]').selectOption("clips");
  await page.locator(".drawer .primary").click();
  await page.waitForFunction(() => document.querySelector(".job.done"), null, { timeout: 60_000 });
  await page.waitForFunction(() => document.querySelector(".toast")?.textContent.includes("on the stage"));
  await step(page, 1);
  const isOn = () => window.sidestep.session.stage.actors[0].controller.endsWith("_clips");
  await page.waitForFunction(isOn, null, { timeout: 10_000 });
  assertClean(faults);
  await close();
});
