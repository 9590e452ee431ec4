// A visit against a server that is played here: who speaks another protocol is not believed.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { load } from "./load.mjs";

const { able, join } = await load("session.ts");
const { PROTOCOL } = await load("wire/protocol.ts");

let socket;
class FakeSocket extends EventTarget {
  static OPEN = 1;
  readyState = 1;
  sent = [];
  constructor(address) {
    super();
    this.address = address;
    socket = this;
  }
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  say(message) {
    const data = typeof message === "string" ? message : JSON.stringify(message);
    this.dispatchEvent(new MessageEvent("message", { data }));
  }
}
globalThis.WebSocket = FakeSocket;
globalThis.location = { protocol: "http:", host: "127.0.0.1:1" };

const walker = { id: "p_clips", title: "Clips", method: "clips", library: "p", abilities: ["move"], says: "" };
const hello = {
  is: "hello",
  protocol: PROTOCOL,
  version: "0",
  libraries: [],
  controllers: [walker],
  methods: [],
  worlds: [],
  jobs: [],
};
const stage = {
  is: "stage",
  serial: 3,
  world: "floor",
  title: "Floor",
  actors: [{ controller: "p_clips", title: "Clips", joints: [], objects: [] }],
  given: 1,
  things: [],
  plan: null,
  shapes: [],
  crowd: null,
  manual: false,
};

let session;
let opened;
let told;
beforeEach(() => {
  opened = 0;
  told = [];
  session = join(false, () => (opened += 1));
  session.on("tell", ({ level, text }) => told.push(`${level}: ${text}`));
  socket.dispatchEvent(new Event("open"));
});

test("a server of this protocol is heard", () => {
  socket.say(hello);
  assert.equal(opened, 1);
  assert.deepEqual(told, []);
  assert.equal(session.catalogue.controllers.length, 1);
});

test("a server of another protocol is not, and a person is told", () => {
  socket.say({ ...hello, protocol: PROTOCOL + 1 });
  assert.equal(opened, 0);
  assert.equal(session.catalogue, null);
  assert.match(told.join(), new RegExp(`^error: The server speaks version ${PROTOCOL + 1}, this page ${PROTOCOL}`));
});

test("what is no message changes nothing and is said", (context) => {
  const complained = context.mock.method(console, "error", () => {});
  socket.say(hello);
  for (const text of ["<html>", '{"is":"applause"}', JSON.stringify({ ...stage, actors: 5 })]) socket.say(text);
  assert.equal(session.stage, null);
  assert.equal(complained.mock.callCount(), 3);
  assert.equal(told.length, 3);
  socket.say(stage);
  assert.equal(session.stage.serial, 3);
});

test("a wish lets time go on where it stands, standing does not", () => {
  socket.say(hello);
  socket.say(stage);
  session.frame = { paused: true };
  session.wish({ kind: "stand", facing: null });
  session.wish({ kind: "free" });
  assert.deepEqual(
    socket.sent.map((one) => one.do),
    ["wish", "wish", "resume"],
  );
});

test("what nobody on stage can do is told with names", () => {
  socket.say(hello);
  socket.say(stage);
  assert.deepEqual(able(session, "move"), { some: true, lacking: [] });
  assert.deepEqual(able(session, "facing"), { some: false, lacking: ["Clips"] });
});

test("the stage and its jobs are gone with the server", (context) => {
  socket.say({ ...hello, jobs: [{ job: 1, title: "t", stage: "s", fraction: 0, done: false, error: null }] });
  socket.say(stage);
  assert.equal(session.jobs().length, 1);
  const isConnected = [];
  session.on("connected", (is) => isConnected.push(is));
  // It would look for the server again for ever.
  context.mock.method(globalThis, "setTimeout", () => 0);
  socket.dispatchEvent(new Event("close"));
  assert.equal(session.stage, null);
  assert.deepEqual(session.jobs(), []);
  assert.deepEqual(isConnected, [false]);
  session.send({ do: "pause" });
  assert.deepEqual(socket.sent, []);
});
