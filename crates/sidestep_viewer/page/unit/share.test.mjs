// Recordings that travel in links.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { linkTo, recordingInLink } = await load("share.ts");

const RECORDING = {
  version: 1,
  world: "floor",
  seed: 3,
  controllers: ["p_clips"],
  count: null,
  scene: null,
  ticks: 90,
  events: Array.from({ length: 50 }, (_, tick) => [tick, { do: "wish", text: "ü+/=&#" }]),
};

function at(address) {
  const { origin, pathname, hash } = new URL(address);
  globalThis.location = { origin, pathname, hash };
}

test("what is put into a link comes out of it, in letters that addresses allow", async () => {
  at("http://127.0.0.1:1/");
  const link = await linkTo(RECORDING);
  assert.match(link, /^http:\/\/127\.0\.0\.1:1\/#play=[A-Za-z0-9_-]+$/);
  at(link);
  assert.deepEqual(await recordingInLink(), RECORDING);
});

test("other addresses hold none, and broken ones fail", async () => {
  at("http://127.0.0.1:1/#elsewhere");
  assert.equal(await recordingInLink(), null);
  at("http://127.0.0.1:1/#play=abcd");
  await assert.rejects(recordingInLink());
});
