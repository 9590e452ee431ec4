// Room to read: at every size no text is cut off or covered, everything can be reached by keyboard and
// named by a screen reader, and where nothing can be drawn the page says so.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { chromium } from "playwright-core";
import { ADDRESS, assertClean, openWorld, step, usePages, waitForMethods } from "./harness.mjs";

const open = usePages();
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const DESK = { size: { width: 1280, height: 720 } };
const PHONE = { size: { width: 390, height: 844 }, touch: true };
const SIDEWAYS = { size: { width: 844, height: 390 }, touch: true };

async function cast(page, count) {
  await waitForMethods(page, ["clip", "matching", "follower", "mobility", "clip-control"]);
  const ids = await page.evaluate(() => window.sidestep.session.catalogue.controllers.map((one) => one.id));
  const wanted = Array.from({ length: count }, (_, i) => ids[i % ids.length]);
  await openWorld(page, { world: "floor", controllers: wanted });
  await page.evaluate(() => {
    const { session } = window.sidestep;
    session.wish({ kind: "move", heading: 1.2, speed: 1.2, gait: null, facing: null });
  });
  await step(page, 200);
}

/** Texts that do not fit into their place, lie outside of the page or under another panel. */
function unreadable(page, selector) {
  return page.locator(selector).evaluateAll((all) => {
    const faults = [];
    const wordsOf = (one) => one.selectedOptions?.[0]?.textContent ?? one.textContent.trim().slice(0, 30);
    const nameOf = (one) => `${one.closest("[class]")?.className}: “${wordsOf(one)}”`;
    for (const one of all) {
      const box = one.getBoundingClientRect();
      if (box.width === 0 || one.textContent.trim() === "") continue;
      const style = getComputedStyle(one);
      let wide = one.scrollWidth;
      if (one instanceof HTMLSelectElement) {
        const brush = document.createElement("canvas").getContext("2d");
        brush.font = style.font;
        const arrow = style.appearance === "none" ? 0 : 18;
        const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
        wide = brush.measureText(one.selectedOptions[0]?.textContent ?? "").width + padding + arrow;
      }
      if (wide > one.clientWidth + 1 && style.display !== "inline") faults.push(`cut off ${nameOf(one)}, ${wide} of ${one.clientWidth}`);
      if (box.right > innerWidth + 1 && !one.closest(".cards")) faults.push(`outside ${nameOf(one)}`);
      const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
      if (x < 0 || x > innerWidth || y < 0 || y > innerHeight) continue;
      // What is scrolled out of its room comes back by scrolling.
      const room = one.closest(".drawer-body, .cards")?.getBoundingClientRect();
      if (room && (box.left < room.left || box.right > room.right || box.top < room.top || box.bottom > room.bottom))
        continue;
      const top = document.elementFromPoint(x, y);
      const isSeen = top && (one.contains(top) || top.contains(one) || style.pointerEvents === "none");
      if (!isSeen) faults.push(`covered ${nameOf(one)} by ${top?.className}`);
    }
    return faults;
  });
}

const TEXTS = ".card dt, .card dd, .bar-button span, .strip-names span, .clock, .drawer h2, .drawer h3, .thumb, .help, .card select";

for (const [name, options, count] of [
  ["six methods on a desk", DESK, 6],
  ["three methods on a phone", PHONE, 3],
  ["three methods on a phone on its side", SIDEWAYS, 3],
]) {
  test(`${name} are read without a gap`, async () => {
    const { page, faults, close } = await open(options);
    await cast(page, count);
    assert.deepEqual(await unreadable(page, TEXTS), []);
    if (name.includes("desk")) {
      for (const drawer of ["inside", "data", "take"]) {
        await page.locator(`[data-drawer="${drawer}"]`).click();
        await page.waitForTimeout(200);
        assert.deepEqual(await unreadable(page, TEXTS), [], drawer);
      }
    }
    assertClean(faults);
    await close();
  });
}

test("a phone on its side leaves half of the picture free, and its stick walks", async () => {
  const { page, faults, close } = await open(SIDEWAYS);
  const height = await page.evaluate(() => document.querySelector(".bottom").getBoundingClientRect().height);
  assert.ok(height < 140, `the bottom takes ${height} of 390 pixels`);
  const box = await page.locator(".stick").boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  assert.ok(x < 200 && y > 250, "the stick lies under the left thumb");
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 30);
  assert.equal(await page.evaluate(() => window.sidestep.session.wished.kind), "move");
  await page.mouse.up();
  assertClean(faults);
  await close();
});

test("one sheet has keys, mouse, touch and gamepad", async () => {
  const { page, faults, close } = await open();
  await page.keyboard.press("?");
  const sheet = page.locator("dialog.sheet");
  await sheet.waitFor({ state: "visible" });
  const titles = await sheet.locator("h3").allInnerTexts();
  assert.deepEqual(titles, ["Keys", "Mouse", "Touch", "Gamepad"]);
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });
  await page.locator(".help").click();
  await sheet.waitFor({ state: "visible" });
  await page.keyboard.press("Escape");
  assertClean(faults);
  await close();
});

test("compare adds a method that is not there yet, and no more than there are", async () => {
  const { page, faults, close } = await open();
  await waitForMethods(page, ["clip", "matching", "follower", "mobility", "clip-control"]);
  const all = await page.evaluate(() => window.sidestep.session.catalogue.controllers.length);
  for (let count = 2; count <= Math.min(all, 6); count++) {
    await page.locator(".card.add").click();
    await page.waitForFunction((n) => window.sidestep.session.stage.actors.length === n, count);
    const ids = await page.evaluate(() => window.sidestep.session.stage.actors.map((one) => one.controller));
    assert.equal(new Set(ids).size, count, ids.join());
  }
  if (all <= 6) assert.equal(await page.locator(".card.add").count(), 0);
  assertClean(faults);
  await close();
});

test("axe finds no fault: names, roles and contrast, in both themes", async () => {
  for (const [theme, options] of [
    ["light", DESK],
    ["dark", DESK],
    ["light", PHONE],
  ]) {
    const { page, faults, close } = await open({ ...options, theme });
    await cast(page, 2);
    const check = async (where) => {
      await page.evaluate(AXE);
      const found = await page.evaluate(() =>
        window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] }),
      );
      const told = found.violations.map(
        (one) => `${one.id}: ${one.nodes.map((node) => node.target.join(" ")).slice(0, 4).join(" | ")}`,
      );
      assert.deepEqual(told, [], `${theme} ${options.size.width} ${where}`);
    };
    await check("the page");
    for (const drawer of ["inside", "data", "take"]) {
      await page.locator(`[data-drawer="${drawer}"]`).click();
      await check(drawer);
      await page.keyboard.press("Escape");
    }
    await page.locator(".help").click();
    await check("the sheet");
    assertClean(faults);
    await close();
  }
});

test("who wants little motion gets no gliding camera", async () => {
  const { page, faults, close } = await open({ motion: "reduce" });
  const glides = await page.evaluate(() => {
    const { follow } = window.sidestep;
    follow.turn(1, 0);
    follow.advance(0.016);
    const first = follow.heading();
    follow.advance(0.5);
    return Math.abs(follow.heading() - first);
  });
  assert.ok(glides < 1e-9, `the camera still moves by ${glides} rad`);
  assertClean(faults);
  await close();
});

test("without WebGL the page says so and what helps", async () => {
  const browser = await chromium.launch({
    executablePath: process.env.SIDESTEP_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-software-rasterizer", "--disable-3d-apis"],
  });
  const page = await browser.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(`${ADDRESS}/`);
  const words = await page.locator(".excuse").innerText();
  assert.match(words, /cannot draw/);
  assert.match(words, /WebGL 2/);
  assert.deepEqual(errors, []);
  await browser.close();
});
