// What is a message of the server and what is none.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { readMessage } = await load("wire/reading.ts");

/** One good message of each kind, after docs/protocol.md. */
const GOOD = [
  {
    is: "hello",
    protocol: 4,
    version: "0.2.0",
    libraries: [],
    controllers: [],
    methods: [],
    worlds: [],
    jobs: [],
  },
  {
    is: "stage",
    serial: 1,
    world: "floor",
    title: "Floor",
    actors: [],
    given: 1,
    things: [],
    plan: null,
    shapes: [],
    crowd: null,
    manual: false,
  },
  { is: "shapes", tick: 3, shapes: [] },
  { is: "tell", level: "warn", text: "Mind the step." },
  { is: "problem", actors: [0, 2], text: "cannot crouch" },
  { is: "job", job: 7, title: "t", stage: "s", fraction: 0.4, done: false, error: null },
  {
    is: "inside",
    actor: 0,
    tick: 600,
    ground: [1, 2, 0.5],
    doing: "",
    ghosts: [],
    choices: [],
    plan: [],
    values: null,
    costs: [],
    numbers: [],
    trails: [],
    trail_labels: [],
    marks: [],
    moments: [],
    stages: [],
  },
  { is: "timeline", from: 0, to: 12, paused: false, at: 3 },
  { is: "stepped", tick: 9 },
  { is: "recording", recording: { version: 1 } },
];
/** What the page does without. */
const SPARE = new Set(["is", "shapes.tick"]);

for (const good of [...GOOD, { ...GOOD[0], is: "catalogue" }]) {
  test(`${good.is} is taken as it is, and not without any of its fields`, () => {
    assert.deepEqual(readMessage(JSON.stringify(good)), good);
    for (const name of Object.keys(good)) {
      if (SPARE.has(name) || SPARE.has(`${good.is}.${name}`)) continue;
      const { [name]: _, ...rest } = good;
      const expected = { fault: `“${good.is}” has no fitting “${name}”` };
      assert.deepEqual(readMessage(JSON.stringify(rest)), expected);
      // Of another kind: a word for a flag, a flag for anything else.
      const other = typeof good[name] === "boolean" ? "true" : true;
      assert.deepEqual(readMessage(JSON.stringify({ ...good, [name]: other })), expected);
    }
  });
}

test("what later versions add is let be", () => {
  const said = { ...GOOD[8], later: "more" };
  assert.deepEqual(readMessage(JSON.stringify(said)), said);
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
