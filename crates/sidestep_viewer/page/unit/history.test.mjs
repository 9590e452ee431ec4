// What is remembered of each tick, and which feet came down.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { makeHistory } = await load("history.ts");

const ROLES = ["left_foot", "left_toe", "right_foot", "right_toe"];
const BODY = { joints: ROLES.map((role) => ({ role })) };
const IDLE = { state: "idle", secs: null };

/** The left foot at x, its toe ahead of it; the right one a metre to the left of it, its toe to its left. */
function frame(tick, { x = 0, left = false, right = false, start = "idle", ...rest } = {}) {
  const places = [x, 0, 0, x, 0, 2, x + 1, 0, 0, x + 3, 0, 0];
  const joints = new Float32Array(places.flatMap((value, i) => (i % 3 === 2 ? [value, 0] : [value])));
  const actor = { x, z: 5, leftDown: left, rightDown: right, joints, pushNewtons: 0, turn: IDLE };
  return { tick, paused: false, replaying: false, actors: [{ ...actor, start: { state: start, secs: null } }], ...rest };
}

test("ticks that were dropped repeat what came after them", () => {
  const history = makeHistory();
  history.cast([BODY], 0);
  history.keep(frame(0, { x: 1 }));
  history.keep(frame(4, { x: 2, start: "running" }));
  assert.equal(history.end(), 4);
  assert.deepEqual([0, 1, 4, 5].map((tick) => history.at(0, tick)?.x ?? null), [1, 2, 2, null]);
  assert.deepEqual([history.at(0, 0).isResponding, history.at(0, 3).isResponding], [false, true]);
  assert.equal(history.at(1, 0), null, "nobody else is on stage");
});

test("who goes on from the past forgets what came after, who watches does not", () => {
  const history = makeHistory();
  history.cast([BODY], 0);
  for (let tick = 0; tick <= 10; tick++) history.keep(frame(tick, { x: tick }));
  history.keep(frame(3, { x: 3, paused: true }));
  history.keep(frame(4, { x: 4, replaying: true }));
  assert.equal(history.end(), 10);
  history.keep(frame(5, { x: 50 }));
  assert.equal(history.end(), 5);
  assert.equal(history.at(0, 5).x, 50);
  history.cast([BODY], 2);
  assert.equal(history.end(), 1, "another cast goes on from its tick");
});

test("a foot leaves a mark where it comes down, the older the fainter", () => {
  const history = makeHistory();
  history.cast([BODY], 0);
  history.keep(frame(0));
  history.keep(frame(1, { x: 2, left: true }));
  history.keep(frame(2, { x: 2, left: true, right: true }));
  const marks = history.footMarks(0, 2, 10);
  assert.deepEqual(marks[0], { x: 2, z: 1, heading: 0, age: 0.1 });
  assert.deepEqual(marks[1], { x: 4, z: 0, heading: Math.PI / 2, age: 0 });
  assert.equal(marks.length, 2);
  assert.deepEqual(history.footMarks(0, 2, 0).length, 1, "no farther back than asked for");
});
