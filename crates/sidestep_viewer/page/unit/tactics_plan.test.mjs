// Plans of the tactics board: what is drawn, and the text of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { addPlayer, MOST_PLAYERS, placeAt, planOf, redraw, removePlayer, textOf } =
  await load("panels/tactics_plan.ts");

function plan() {
  return planOf({
    name: "Give \"and\" go",
    secs: 10,
    ball: 0,
    players: [
      { name: "Ada", path: [[0, 0, 0], [2, 4, 0], [4, 4, 2]] },
      { name: "Ben", path: [[0, 3, 3]] },
    ],
    passes: [{ at: 5, from: 0, to: 1 }],
    shots: [{ at: 3, by: 0, rebound: 1 }],
  });
}

test("throws come in the order of time", () => {
  assert.deepEqual(plan().throws.map(({ at, by, to, rebound }) => [at, by, to, rebound]), [
    [3, 0, null, 1],
    [5, 0, 1, null],
  ]);
});

test("players are on their way between points, and stay at the ends", () => {
  const at = (secs) => placeAt(plan(), 0, secs);
  assert.deepEqual([at(0), at(1), at(3), at(4), at(99)], [[0, 0], [2, 0], [4, 1], [4, 2], [4, 2]]);
  assert.deepEqual(placeAt(plan(), 1, 5), [3, 3]);
  assert.deepEqual(placeAt(plan(), 9, 5), [0, 0], "nobody stands in the middle");
});

test("a path drawn anew keeps what was before, at a steady speed and within the time", () => {
  const board = plan();
  redraw(board, 0, 2, [[4, 0.1], [4, 1], [4, 3], [4, 99]], 0.5);
  assert.deepEqual(board.players[0].path, [[0, 0, 0], [2, 4, 0], [4, 4, 1], [8, 4, 3]]);
});

test("who leaves takes along what he throws and is thrown", () => {
  const board = plan();
  removePlayer(board);
  assert.deepEqual(board.throws.map(({ at, rebound }) => [at, rebound]), [[3, 0]]);
  while (board.players.length < MOST_PLAYERS) addPlayer(board);
  assert.equal(new Set(board.players.map(({ name }) => name)).size, MOST_PLAYERS);
  assert.equal(board.ball, 0);
});

test("the text is a plan as docs/tactics.md teaches it", () => {
  const lines = [
    'name = "Give \\"and\\" go"',
    "secs = 10",
    "",
    "[[players]]",
    'name = "Ada"',
    "ball = true",
    "path = [[0, 0, 0], [2, 4, 0], [4, 4, 2]]",
    "",
    "[[players]]",
    'name = "Ben"',
    "path = [[0, 3, 3]]",
    "",
    "[[shots]]",
    "at = 3",
    'by = "Ada"',
    'rebound = "Ben"',
    "",
    "[[passes]]",
    "at = 5",
    'from = "Ada"',
    'to = "Ben"',
    "",
  ];
  assert.equal(textOf(plan()), lines.join("\n"));
});
