// The page keeps its word: links open what they say or tell why not, restarts are survived, time that
// stands is seen and goes on with whoever steers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { actorNow, assertClean, controllerOf, openWalker, openWorld, step, usePages, waitForMethods } from "./harness.mjs";
import { startServer, stopServer } from "./server.mjs";

const open = usePages();
const RESTARTS = Number(process.env.SIDESTEP_RESTARTS ?? 3);

const toasts = (page) => page.locator(".toast").allInnerTexts();

async function toastLike(page, pattern) {
  await page.waitForFunction(
    (source) => [...document.querySelectorAll(".toast")].some((one) => new RegExp(source).test(one.textContent)),
    pattern.source,
    { timeout: 10_000 },
  );
}

test("a restarted server reopens the stage, its world and its methods", { timeout: 600_000 }, async () => {
  const cache = process.env.SIDESTEP_CACHE;
  let own = await startServer(cache);
  const { port } = new URL(own.address);
  const { page, close } = await open({ address: own.address });
  await waitForMethods(page, ["matching"]);
  const matching = await controllerOf(page, "matching");
  await openWorld(page, { world: "maze", controllers: [matching] });
  for (let i = 0; i < RESTARTS; i++) {
    await stopServer(own);
    await page.waitForFunction(() => window.sidestep.session.stage === null);
    own = await startServer(cache, port);
    const isBack = (id) => {
      const { stage, frame } = window.sidestep.session;
      const isOn = stage?.world === "maze" && stage.actors.length === 1 && stage.actors[0].controller === id;
      return isOn && frame?.stageSerial === stage.serial;
    };
    await page.waitForFunction(isBack, matching, { timeout: 60_000 });
    assert.deepEqual(await page.locator(".toast.error").allInnerTexts(), [], `restart ${i + 1}`);
  }
  await close();
  await stopServer(own);
});

test("a link to a method that is not there offers what is there", async () => {
  const { page, faults, close } = await open({ query: "controllers=p_nobody" });
  await waitForMethods(page, ["clip", "matching", "follower", "mobility", "clip-control"]);
  await toastLike(page, /no method “p_nobody”.*Motion matching/);
  assert.equal(await page.evaluate(() => window.sidestep.session.stage.actors.length), 1);
  assertClean(faults);
  await close();
});

test("a link to a world that is not there opens another and says so", async () => {
  const { page, faults, close } = await open({ query: "world=nowhere" });
  await toastLike(page, /no world “nowhere”.*Open floor, .*Maze/);
  assert.equal(await page.evaluate(() => window.sidestep.session.stage.world), "floor");
  assertClean(faults);
  await close();
});

test("a body that does not come is told of, once", async () => {
  const { page, close } = await open();
  await page.route("**/*.body", (route) => route.abort());
  await page.reload();
  await toastLike(page, /the body did not come.*Reload the page/);
  const told = (await toasts(page)).filter((text) => text.includes("the body did not come"));
  assert.equal(told.length, 1);
  await page.unroute("**/*.body");
  await page.reload();
  await page.waitForFunction(() => window.sidestep?.session.frame && window.sidestep.isDressed());
  await close();
});

test("a broken link says that it is", async () => {
  for (const hash of ["#play=%%%", "#play=AAAA", "#play=q1YqSyxSsjLQUQIA"]) {
    const { page, faults, close } = await open({ hash });
    await toastLike(page, /link is broken/);
    assert.equal(await page.evaluate(() => location.hash), "");
    assertClean(faults);
    await close();
  }
});

test("world, methods and speed are in the address, and a reload keeps them", async () => {
  const { page, faults, close } = await open();
  await waitForMethods(page, ["clip", "matching"]);
  const pair = [await controllerOf(page, "matching"), await controllerOf(page, "clip")];
  await openWorld(page, { world: "line", controllers: pair });
  await page.locator(".steer input[type=range]").fill("0.8");
  await page.waitForFunction(() => location.search.includes("speed=0.80"));
  const search = await page.evaluate(() => location.search);
  assert.match(search, /world=line/);
  assert.ok(search.includes(`controllers=${pair.join(",")}`), search);
  await page.reload();
  await page.waitForFunction(
    (ids) => window.sidestep?.session.stage?.actors.map((one) => one.controller).join() === ids,
    pair.join(),
  );
  assert.equal(await page.evaluate(() => window.sidestep.session.stage.world), "line");
  assert.equal(await page.locator(".steer input[type=range]").inputValue(), "0.8");
  assertClean(faults);
  await close();
});

test("what is not chosen is not in the address", async () => {
  const { page, faults, close } = await open();
  await page.getByLabel("World").locator("visible=true").selectOption("line");
  await page.waitForFunction(() => location.search.includes("world=line"));
  assert.ok(!(await page.evaluate(() => location.search)).includes("controllers"));
  assertClean(faults);
  await close();
});

test("paused is shown, and steering goes on", async () => {
  const { page, faults, close } = await open();
  const sign = page.locator(".time-sign");
  await step(page, 30);
  assert.ok(await sign.isHidden());
  await page.keyboard.press("k");
  await sign.waitFor({ state: "visible" });
  assert.match(await sign.innerText(), /Paused/);
  await page.keyboard.down("w");
  await step(page, 30);
  await page.keyboard.up("w");
  const frame = await page.evaluate(() => window.sidestep.session.frame);
  assert.equal(frame.paused, false);
  assert.ok(await sign.isHidden());
  assertClean(faults);
  await close();
});

test("watching again does not delete the future; steering does", async () => {
  const { page, faults, close } = await openWalker(open);
  await page.keyboard.down("w");
  await step(page, 200);
  await page.keyboard.up("w");
  const end = await actorNow(page);
  const now = () => page.evaluate(() => ({ ...window.sidestep.session.frame, ...window.sidestep.session.timeline }));
  const goBack = async () => {
    await page.evaluate(() => window.sidestep.session.send({ do: "seek", tick: 60 }));
    await page.waitForFunction(() => window.sidestep.session.frame.tick === 60);
  };
  await goBack();
  assert.match(await page.locator(".time-sign").innerText(), /watches on/);
  await page.keyboard.press("k");
  await step(page, 40);
  assert.match(await page.locator(".time-sign").innerText(), /Watching again/);
  assert.ok((await now()).to >= 200);
  await step(page, 100);
  const last = await actorNow(page);
  assert.deepEqual([last.tick, last.joints], [end.tick, end.joints]);
  assert.ok((await now()).paused, "it stops where it ended");
  await goBack();
  await page.keyboard.down("a");
  await step(page, 10);
  await page.keyboard.up("a");
  await step(page, 1);
  await page.waitForFunction(() => window.sidestep.session.timeline.to < 100);
  assertClean(faults);
  await close();
});

test("what several cannot do is said once, and what is served is not complained of", async () => {
  const { page, faults, close } = await open();
  await waitForMethods(page, ["clip", "matching", "follower", "mobility", "clip-control"]);
  const ids = await page.evaluate(() => window.sidestep.session.catalogue.controllers.map((one) => one.id).slice(0, 5));
  await openWorld(page, { world: "floor", controllers: ids });
  const wish = (asked) => page.evaluate((one) => window.sidestep.session.wish(one), asked);
  const manner = { speed: 1.2, gait: null, facing: null };
  await wish({ kind: "reach", x: 2, z: 3, ...manner });
  await step(page, 60);
  await wish({ kind: "path", points: [[0, 0], [2, 2], [4, 1]], ...manner });
  await step(page, 60);
  assert.deepEqual(await toasts(page), []);
  await wish({ kind: "move", heading: 0, speed: 1.2, gait: "crouch", facing: 1.5 });
  await step(page, 60);
  const said = await toasts(page);
  assert.ok(said.length <= 2, said.join(" | "));
  assert.equal(new Set(said).size, said.length);
  assertClean(faults);
  await close();
});

test("start and turn are told apart, and only what was asked for is timed", async () => {
  const { page, faults, close } = await openWalker(open);
  const heading = (await actorNow(page)).heading;
  const walk = (turn, speed) =>
    page.evaluate(
      ([h, s]) => window.sidestep.session.wish({ kind: "move", heading: h, speed: s, gait: null, facing: null }),
      [heading + turn, speed],
    );
  await step(page, 60);
  await walk(0, 1.2);
  await step(page, 240);
  const started = await actorNow(page);
  assert.equal(started.start.state, "settled");
  assert.equal(started.turn.state, "idle");
  await walk(0, 1.0);
  await step(page, 60);
  assert.equal((await actorNow(page)).turn.state, "idle", "slower is no turn");
  await walk(1.2, 1.0);
  await step(page, 20);
  const turning = await actorNow(page);
  assert.equal(turning.turn.state, "running");
  assert.equal(turning.start.secs, started.start.secs);
  assertClean(faults);
  await close();
});
