// What keys, sticks and pointers ask for, as the one wish that is said.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { makeSteering } = await load("steer/steering.ts");

const ALL = ["move", "facing", "gait"];

/** Steering of a session of which nothing is asked but what it was told; the camera looks where `camera` says. */
function made({ abilities = ALL, wishes = ["move", "line", "reach", "path"], camera = () => 0, speed = null } = {}) {
  const controller = { title: "It", abilities };
  const hearers = {};
  const said = [];
  const session = {
    stage: { actors: [{ speed: { usual: 1.5, fastest: 4 } }] },
    frame: null,
    wished: { kind: "stand", facing: null },
    world: () => ({ wishes }),
    controllerOf: () => controller,
    on: (event, hear) => (hearers[event] = hear),
    emit: () => {},
    wish(wish) {
      session.wished = wish;
      said.push(wish);
    },
  };
  const steering = makeSteering(session, camera, speed);
  hearers.stage(session.stage);
  return { steering, said, session };
}

test("ahead is where the camera looks, and left is left of it", () => {
  const { steering, said } = made({ camera: () => 0.5 });
  steering.lean("keys", 0, 1);
  assert.deepEqual(said, [{ kind: "move", heading: 0.5, speed: 1.5, gait: null, facing: null }]);
  steering.lean("keys", 1, 0);
  assert.ok(Math.abs(said[1].heading - (0.5 + Math.PI / 2)) < 1e-9);
  steering.lean("keys", 0, 0);
  assert.deepEqual(said[2], { kind: "stand", facing: null });
  steering.lean("keys", 0, 0);
  assert.equal(said.length, 3, "nothing new, nothing said");
});

test("devices add up to no more than a whole lean, and half a lean is half the speed", () => {
  const { steering, said } = made();
  steering.lean("stick", 0, 0.5);
  assert.equal(said.at(-1).speed, 0.75);
  steering.lean("keys", 1, 0.5);
  assert.ok(Math.abs(said.at(-1).heading - Math.PI / 4) < 1e-9);
  assert.ok(Math.abs(said.at(-1).speed - 1.5) < 1e-9);
  steering.lean("keys", 0, 0);
  steering.lean("stick", 0, 0.04);
  assert.equal(said.at(-1).kind, "stand", "a stick that hardly leans is at rest");
});

test("running is asked for by name and at the fastest, while the key is held", () => {
  const { steering, said } = made();
  steering.lean("keys", 0, 1);
  steering.rush(true);
  assert.deepEqual([said.at(-1).speed, said.at(-1).gait], [4, "run"]);
  assert.equal(steering.gaitNow(), "run");
  steering.rush(false);
  assert.deepEqual([said.at(-1).speed, said.at(-1).gait], [1.5, null]);
});

test("what nobody can do is not asked for", () => {
  const { steering, said } = made({ abilities: ["move"], wishes: ["move"] });
  steering.setFacing(1);
  steering.setGait("crouch");
  steering.lean("keys", 0, 1);
  const { gait, facing, speed } = said.at(-1);
  assert.deepEqual([gait, facing, speed], [null, null, 0.8]);
  const before = said.length;
  steering.go(1, 2);
  assert.equal(said.length, before, "this world knows no reaching");
});

test("the way that is gone is said again in another manner", () => {
  const { steering, said } = made({ speed: 2 });
  assert.equal(steering.chosenSpeed(), 2);
  steering.keepTo(1, 2, 0.5);
  steering.setSpeed(3);
  assert.deepEqual(said.at(-1), { kind: "line", x: 1, z: 2, heading: 0.5, speed: 3, gait: null, facing: null });
  steering.setFacing(7);
  assert.ok(Math.abs(said.at(-1).facing - (7 - 2 * Math.PI)) < 1e-9, "headings go the short way");
});

test("the camera turning takes a walker along, in steps that are worth saying", () => {
  let heading = 0;
  const { steering, said } = made({ camera: () => heading });
  steering.lean("keys", 0, 1);
  heading = 0.003;
  steering.advance(0.1);
  assert.equal(said.length, 1);
  heading = 0.1;
  steering.advance(0.1);
  assert.deepEqual(said.map((wish) => wish.heading), [0, 0.1]);
});
