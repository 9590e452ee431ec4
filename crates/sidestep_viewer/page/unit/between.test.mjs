// A crowd between two frames of the server.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { makeBetween } = await load("scene/between.ts");

function states(...rows) {
  const words = new Uint32Array(rows.length * 4);
  const floats = new Float32Array(words.buffer);
  rows.forEach(([frame, x, z, heading], index) => {
    words[index * 4] = frame;
    floats.set([x, z, heading], index * 4 + 1);
  });
  return words;
}

/** x, z and heading of one of them. */
const placeOf = (between, index = 0) => [1, 2, 3].map((part) => between.value(index, part));

test("they glide from the last place to the latest, and stay there", () => {
  const between = makeBetween(10);
  assert.ok(between.take(states([7, 0, 0, 0]), 0.1));
  between.settle();
  assert.ok(between.take(states([8, 0.5, 0, 0.25]), 0.1));
  assert.deepEqual(placeOf(between), [0, 0, 0]);
  assert.equal(between.frame(0), 7);
  assert.ok(between.advance(0.0625));
  const [x, , heading] = placeOf(between);
  assert.ok(Math.abs(x - 0.3125) < 1e-6 && Math.abs(heading - 0.15625) < 1e-6, `${x} ${heading}`);
  assert.equal(between.frame(0), 8);
  between.advance(10);
  assert.deepEqual(placeOf(between), [0.5, 0, 0.25]);
  assert.equal(between.advance(1), false, "nobody moves any more");
  assert.equal(between.take(states([8, 0.5, 0, 0.25]), 0.1), false, "the same is no news");
});

test("headings glide the short way round", () => {
  const between = makeBetween(1);
  between.take(states([0, 0, 0, 3]), 0.1);
  between.settle();
  between.take(states([0, 0, 0, -3]), 0.1);
  between.advance(0.05);
  const heading = between.value(0, 3);
  assert.ok(Math.abs(heading - Math.PI) < 1e-5, `${heading}`);
});

test("who is put elsewhere, or is new, does not glide there", () => {
  const between = makeBetween(2);
  between.take(states([1, 0, 0, 0]), 0.1);
  between.settle();
  between.take(states([2, 5, 0, 0], [3, 1, 1, 0]), 0.1);
  assert.equal(between.count(), 2);
  assert.deepEqual(placeOf(between, 0), [5, 0, 0]);
  assert.deepEqual(placeOf(between, 1), [1, 1, 0]);
  assert.equal(between.frame(0), 2);
});

test("no more are taken than there is room for", () => {
  const between = makeBetween(1);
  between.take(states([1, 0, 0, 0], [2, 9, 9, 9]), 0.1);
  assert.equal(between.count(), 1);
});
