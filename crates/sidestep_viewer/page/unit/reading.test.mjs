// What is a message of the server and what is none.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { readMessage } = await load("wire/reading.ts");

test("messages are taken as they are, with what later versions add", () => {
  const said = { is: "timeline", from: 0, to: 12, paused: false, at: 3, later: "more" };
  assert.deepEqual(readMessage(JSON.stringify(said)), said);
  const job = { is: "job", job: 7, title: "t", stage: "s", fraction: 0.4, done: false, error: null };
  assert.deepEqual(readMessage(JSON.stringify(job)), job);
});

test("what is none is refused with the reason", () => {
  const fault = (text) => readMessage(text).fault;
  assert.equal(fault("<html>"), "it is not JSON");
  assert.equal(fault("[1]"), "it is no object");
  assert.equal(fault("null"), "it is no object");
  assert.equal(fault("{}"), "nobody knows “undefined”");
  assert.equal(fault('{"is":"applause"}'), "nobody knows “applause”");
  assert.equal(fault('{"is":"toString"}'), "nobody knows “toString”");
  assert.equal(fault('{"is":"stepped"}'), "“stepped” has no fitting “tick”");
  assert.equal(fault('{"is":"stepped","tick":"9"}'), "“stepped” has no fitting “tick”");
  assert.equal(fault('{"is":"shapes","shapes":{}}'), "“shapes” has no fitting “shapes”");
  assert.equal(fault('{"is":"tell","level":"loud","text":"x"}'), "“tell” has no fitting “level”");
  assert.equal(fault('{"is":"recording","recording":[]}'), "“recording” has no fitting “recording”");
});
