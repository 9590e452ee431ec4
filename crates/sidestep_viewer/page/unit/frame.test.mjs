// Frames of the server, written here by hand after docs/protocol.md.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { readFrame } = await load("wire/frame.ts");

const HEADER_BYTES = 40;
const ACTOR_BYTES = 72;
/** One joint of four floats, one object of three, one thing of six, one of the crowd of four words. */
const BYTES = HEADER_BYTES + ACTOR_BYTES + 4 * (4 + 3 + 6 + 4);
const ONE = [{ joints: 1, objects: 1 }];

function frameBytes() {
  const bytes = new ArrayBuffer(BYTES);
  const view = new DataView(bytes);
  const head = [0x46535331, 600, null, null, 1, 1, 250, 5, 9, 0];
  head.forEach((word, index) => word !== null && view.setUint32(index * 4, word, true));
  view.setFloat64(8, 123.5, true);
  const actor = [1, 2, 0.5, 1.25, null, 8, 3, 0.5, Number.NaN, 1, 4, 50, 11, 35, 16, 17, 0.25, 2];
  actor.forEach((value, index) => value !== null && view.setFloat32(HEADER_BYTES + index * 4, value, true));
  view.setUint32(HEADER_BYTES + 16, 2, true);
  let at = HEADER_BYTES + ACTOR_BYTES;
  for (const value of [10, 11, 12, 13, 20, 21, 22, 30, 31, 32, 33, 34, 35]) {
    view.setFloat32(at, value, true);
    at += 4;
  }
  view.setUint32(at, 77, true);
  [5, 6, 0.75].forEach((value, index) => view.setFloat32(at + 4 + index * 4, value, true));
  return bytes;
}

test("everything stands where the protocol says", () => {
  const frame = readFrame(frameBytes(), ONE, 1);
  const { tick, stageSerial, echoClock, simUs, paused, replaying, sought } = frame;
  assert.deepEqual([tick, stageSerial, echoClock, simUs], [600, 9, 123.5, 250]);
  assert.deepEqual([paused, replaying, sought], [true, false, true]);
  const [actor] = frame.actors;
  assert.deepEqual([actor.x, actor.z, actor.heading, actor.speed], [1, 2, 0.5, 1.25]);
  assert.deepEqual([actor.leftDown, actor.rightDown], [false, true]);
  assert.deepEqual([actor.stepUs, actor.skateCmPerSec, actor.jerkRatio], [8, 3, 0.5]);
  assert.deepEqual(actor.turn, { state: "running", secs: null });
  assert.deepEqual(actor.start, { state: "settled", secs: 0.25 });
  assert.deepEqual([actor.distance, actor.pushNewtons], [4, 50]);
  assert.deepEqual([actor.plantedYawDegPerSec, actor.sourcePlantedYawDegPerSec], [11, 35]);
  assert.deepEqual([actor.swivelDeg, actor.sourceSwivelDeg], [16, 17]);
  assert.deepEqual([...actor.joints], [10, 11, 12, 13]);
  assert.deepEqual([...actor.objects], [20, 21, 22]);
  assert.deepEqual([...frame.things], [30, 31, 32, 33, 34, 35]);
  assert.equal(frame.crowd[0], 77);
  assert.deepEqual([...new Float32Array(frame.crowd.slice(1).buffer)], [5, 6, 0.75]);
});

test("bytes that do not fit the stage are no frame", () => {
  const bytes = frameBytes();
  assert.equal(readFrame(bytes, [{ joints: 2, objects: 1 }], 1), null, "another skeleton");
  assert.equal(readFrame(bytes, [...ONE, ...ONE], 1), null, "another cast");
  assert.equal(readFrame(bytes, ONE, 0), null, "other things");
  assert.equal(readFrame(bytes.slice(0, BYTES - 4), ONE, 1), null, "cut short");
  assert.equal(readFrame(bytes.slice(0, 20), ONE, 1), null, "no head");
  new DataView(bytes).setUint32(0, 0x46535332, true);
  assert.equal(readFrame(bytes, ONE, 1), null, "something else");
});
