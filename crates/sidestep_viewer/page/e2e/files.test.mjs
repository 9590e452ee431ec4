// Files out and in: exports open, imports are read back, bad files are refused in words.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { assertClean, step, usePages, waitForMethods } from "./harness.mjs";
import { walker } from "./walker.mjs";

const open = usePages();

const PICK = "input[type=file]:not([data-folder])";

const bvhFile = (name, text) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

/** Opens the data room and brings files in; answers when the page has said what it makes of them. */
async function bring(page, files, picker = PICK) {
  if (!(await page.locator(".drawer .drop").isVisible())) await page.locator('[data-drawer="data"]').click();
  await page.evaluate(() => document.querySelector(".verdict").replaceChildren());
  await page.locator(picker).setInputFiles(files);
  await page.waitForSelector(".verdict .good, .verdict .bad", { timeout: 60_000 });
}

/** Clicks a cure and waits for the library that comes of it. */
async function cure(page, label) {
  const before = await page.locator('select[aria-label="Library"]').inputValue();
  const list = page.locator("select.cure", { has: page.locator("option", { hasText: label }) });
  if ((await list.count()) > 0) await list.first().selectOption({ label });
  else await page.locator("button.cure", { hasText: label }).first().click();
  await page.waitForFunction(
    (old) => {
      const chosen = document.querySelector('select[aria-label="Library"]').value;
      return document.querySelector(".verdict .good") && chosen !== old;
    },
    before,
    { timeout: 60_000 },
  );
}

const clipNames = (page) => page.locator(".clips button span").allInnerTexts();

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
    .locator(PICK)
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
    .locator(PICK)
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
      .locator(PICK)
      .setInputFiles({ name: "past.json", mimeType: "application/json", buffer: Buffer.from(words) });
    await page.waitForFunction(() => document.querySelector(".verdict .bad"), null, { timeout: 15_000 });
    assert.match(await page.locator(".verdict .bad").innerText(), /past\.json is no recording/);
    await page.evaluate(() => document.querySelector(".verdict").replaceChildren());
  }
  assertClean(faults);
  await close();
});

test("several files become one library, and a broken one is told in place", async () => {
  const { page, faults, close } = await open();
  const broken = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 zero\n}\n";
  await bring(page, [
    bvhFile("walk.bvh", walker()),
    bvhFile("bad.bvh", broken),
    bvhFile("side.bvh", walker({ side: 0.8 })),
    bvhFile("picture.fbx", "Kaydara"),
  ]);
  assert.match(await page.locator(".verdict .good").innerText(), /^side and 1 more.*2 clips/);
  const left = await page.locator(".skipped li").allInnerTexts();
  assert.equal(left.length, 2);
  assert.match(left.join(), /bad\.bvh[\s\S]*line 4[\s\S]*picture\.fbx[\s\S]*no format known/);
  await page.waitForFunction(() => document.querySelectorAll(".clips button").length === 2);
  assert.deepEqual(await clipNames(page), ["side", "walk"]);
  assertClean(faults);
  await close();
});

test("a folder becomes one library, with what lies in its folders", async () => {
  const { page, faults, close } = await open();
  const folder = mkdtempSync(path.join(tmpdir(), "sidestep-takes-"));
  mkdirSync(path.join(folder, "more"));
  writeFileSync(path.join(folder, "walk.bvh"), walker());
  writeFileSync(path.join(folder, "more", "walk.bvh"), walker({ side: 0.6 }));
  writeFileSync(path.join(folder, "notes.txt"), "nothing to read");
  await bring(page, folder, "input[data-folder]");
  assert.match(await page.locator(".verdict .good").innerText(), /2 clips/);
  assert.equal(await page.locator(".skipped").count(), 0);
  await page.waitForFunction(() => document.querySelectorAll(".clips button").length === 2);
  assert.deepEqual(await clipNames(page), ["walk", "walk#2"]);
  rmSync(folder, { recursive: true });
  assertClean(faults);
  await close();
});

test("broken files of every kind are refused in place, and the room goes on", async () => {
  const { page, faults, close } = await open();
  const cases = [
    ["cut.glb", "glTF\u0002\u0000", /cut\.glb/],
    ["walk.amc", ":FULLY-SPECIFIED\n1\nroot 0 0 0 0 0 0\n", /asf/i],
    ["actors.toml", '[[clips]]\nfile = "none.bvh"\nspeed = 3\n', /line 3[\s\S]*speed/],
    ["notes.txt", "just some words\n", /notes\.txt/],
    ["empty.bvh", "", /empty\.bvh/],
    ["nan.bvh", walker({ frames: 4 }).replace(/\n(\S+) /, "\nnan "), /nan\.bvh/],
  ];
  for (const [name, text, words] of cases) {
    await bring(page, [bvhFile(name, text)]);
    assert.equal(await page.locator(".verdict .good").count(), 0, name);
    assert.match(await page.locator(".verdict").innerText(), words, name);
  }
  await bring(page, [bvhFile("walk.bvh", walker())]);
  assert.equal(await page.locator(".verdict .good").count(), 1);
  assertClean(faults.filter((fault) => !fault.includes("422")));
  await close();
});

test("findings are cured by a click, and a click takes it back", async () => {
  const { page, faults, close } = await open();
  // Half a second of a T-pose before the walk, and steps to the left alone.
  await bring(page, [
    bvhFile("walk.bvh", walker({ tPose: 15 })),
    bvhFile("left.bvh", walker({ side: 0.8, frames: 400 })),
  ]);
  const seconds = async () => Number((await page.locator(".verdict .good").innerText()).match(/([\d.]+) s/)[1]);
  const whole = await seconds();
  await cure(page, "Cut the pose out");
  const cut = await seconds();
  assert.ok(whole - cut > 0.4 && whole - cut < 0.7, `${whole} s became ${cut} s`);
  await cure(page, "Add the mirrored clips");
  assert.ok(Math.abs((await seconds()) - 2 * cut) < 0.2);
  assert.ok((await clipNames(page)).includes("left_mirrored"));
  assert.deepEqual(
    (await page.locator(".chip").allInnerTexts()).map((text) => text.replace(/\s*undo/, "")),
    ["mirrored clips added", "1 cut"],
  );
  await page.locator(".chip", { hasText: "mirrored" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".chip").length === 1, null, { timeout: 60_000 });
  assert.equal(await seconds(), cut);
  // What was made on the way is replaced, not piled up.
  const libraries = await page.evaluate(() => window.sidestep.session.catalogue.libraries.map((one) => one.title));
  assert.equal(libraries.filter((title) => title.startsWith("left and 1 more")).length, 1);
  assertClean(faults);
  await close();
});

test("unit and up axis are set by a click", async () => {
  const { page, faults, close } = await open();
  await bring(page, [bvhFile("tall.bvh", walker({ unit: 0.01 }))]);
  const height = async () => {
    const library = await page.locator('select[aria-label="Library"]').inputValue();
    return page.evaluate(async (id) => {
      const has = await (await fetch(`/library/${id}/clips`)).json();
      return Math.hypot(...has.joints.find((joint) => joint.name === "LeftLeg").offset);
    }, library);
  };
  assert.ok(Math.abs((await height()) - 0.42) < 0.01, "the unit is found");
  await cure(page, "It is in inches");
  assert.ok(Math.abs((await height()) - 0.42 * 2.54) < 0.02, "the unit is set");
  const upright = async () => {
    const library = await page.locator('select[aria-label="Library"]').inputValue();
    return page.evaluate(async (id) => {
      const has = await (await fetch(`/library/${id}/clips`)).json();
      const table = new Float32Array(await (await fetch(`/library/${id}/clip/0.joints`)).arrayBuffer().then((all) => all.slice(16, 16 + 16 * has.joints.length)));
      const of = (name) => table[4 * has.joints.findIndex((joint) => joint.name === name) + 1];
      return of("Head") - of("Hips");
    }, library);
  };
  await bring(page, [bvhFile("standing.bvh", walker({ up: "Z" }))]);
  assert.ok((await upright()) > 0.4, "the axis is found");
  await cure(page, "+Y is up");
  assert.ok(Math.abs(await upright()) < 0.2, "the axis is set, and the body lies");
  assertClean(faults);
  await close();
});

test("what is built of dropped files goes on the stage", async () => {
  const { page, faults, close } = await open();
  await bring(page, [bvhFile("mine.bvh", walker()), bvhFile("side.bvh", walker({ side: 0.8 }))]);
  await page.waitForFunction(() => document.querySelectorAll(".clips button").length === 2);
  const library = await page.locator('select[aria-label="Library"]').inputValue();
  await page.locator('select[aria-label="Method"]').selectOption("matching");
  await page.locator(".drawer .primary").click();
  await page.waitForSelector(".job progress", { timeout: 30_000 });
  const said = () => [...document.querySelectorAll(".toast")].some((one) => one.textContent.includes("on the stage"));
  await page.waitForFunction(said, null, { timeout: 120_000 });
  await step(page, 2);
  const isOn = (id) => window.sidestep.session.stage?.actors[0]?.controller === `${id}_matching`;
  await page.waitForFunction(isOn, library, { timeout: 30_000 });
  assert.equal(await page.evaluate(() => window.sidestep.session.stage.actors[0].joints.length), 18);
  assertClean(faults);
  await close();
});

test("a method is built from a library with its progress shown, and goes on the stage", async () => {
  const { page, faults, close } = await open();
  await waitForMethods(page, ["matching", "follower"]);
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
