// A plan of the tactics board, as docs/tactics.md teaches it: what is drawn, and the text of it.
import type { PlanSaid } from "../wire/protocol";

export type Point = [secs: number, x: number, z: number];

export interface Throw {
  at: number;
  by: number;
  /** Whom a pass is for; null for a shot. */
  to: number | null;
  /** Who fetches the ball after a shot. */
  rebound: number | null;
}

export interface Plan {
  name: string;
  secs: number;
  ball: number;
  players: { name: string; path: Point[] }[];
  throws: Throw[];
}

export const MOST_PLAYERS = 6;
const NAMES = ["Ada", "Ben", "Cem", "Dora", "Eli", "Fay"];
/** Points of a drawn path lie this far apart, in metres. */
const APART = 0.3;

/** The plan that the server plays. */
export function planOf(said: PlanSaid): Plan {
  const throws: Throw[] = [
    ...said.passes.map(({ at, from, to }) => ({ at, by: from, to, rebound: null })),
    ...said.shots.map(({ at, by, rebound }) => ({ at, by, to: null, rebound })),
  ];
  throws.sort((a, b) => a.at - b.at);
  const players = said.players.map(({ name, path }) => ({ name, path: path.map((point): Point => [...point]) }));
  return { name: said.name, secs: said.secs, ball: said.ball, players, throws };
}

/** Where a player is at a time. */
export function placeAt({ players }: Plan, player: number, secs: number): [number, number] {
  const path = players[player]?.path ?? [];
  const after = path.findIndex(([at]) => at > secs);
  const [from, to] = after === -1 ? [path.at(-1), undefined] : [path[after - 1], path[after]];
  if (!from || !to) {
    const only = from ?? to ?? [0, 0, 0];
    return [only[1], only[2]];
  }
  const share = (secs - from[0]) / (to[0] - from[0]);
  return [from[1] + (to[1] - from[1]) * share, from[2] + (to[2] - from[2]) * share];
}

/** Draws a player's path anew from a time on, at a speed; what was before stays. */
export function redraw(plan: Plan, player: number, from: number, stroke: [number, number][], speed: number): void {
  const own = plan.players[player];
  if (!own) return;
  const here = placeAt(plan, player, from);
  const path: Point[] = own.path.filter(([at]) => at < from - 0.05);
  path.push([round(from), round(here[0]), round(here[1])]);
  let [secs, last] = [from, here];
  for (const place of stroke) {
    const way = Math.hypot(place[0] - last[0], place[1] - last[1]);
    if (way < APART) continue;
    secs += way / speed;
    if (secs > plan.secs) break;
    path.push([round(secs), round(place[0]), round(place[1])]);
    last = place;
  }
  own.path = path;
}

/** Adds a player who stands beside the others. */
export function addPlayer(plan: Plan): void {
  const index = plan.players.length;
  const name = NAMES.find((one) => plan.players.every((player) => player.name !== one)) ?? `P${index + 1}`;
  plan.players.push({ name, path: [[0, -6 + 2.2 * index, 9]] });
}

/** Removes the last player with all that he throws and is thrown. */
export function removePlayer(plan: Plan): void {
  const last = plan.players.length - 1;
  plan.players.pop();
  plan.throws = plan.throws.filter(({ by, to }) => by !== last && to !== last);
  for (const one of plan.throws) if (one.rebound === last) one.rebound = one.by;
  plan.ball = Math.min(plan.ball, last - 1);
}

/** The plan as text. */
export function textOf(plan: Plan): string {
  const name = (player: number) => JSON.stringify(plan.players[player]?.name ?? "");
  const lines = [`name = ${JSON.stringify(plan.name)}`, `secs = ${plan.secs}`];
  plan.players.forEach(({ path }, index) => {
    const points = path.map((point) => `[${point.join(", ")}]`).join(", ");
    const ball = plan.ball === index ? ["ball = true"] : [];
    lines.push("", "[[players]]", `name = ${name(index)}`, ...ball, `path = [${points}]`);
  });
  for (const { at, by, to, rebound } of plan.throws) {
    if (to !== null) lines.push("", "[[passes]]", `at = ${at}`, `from = ${name(by)}`, `to = ${name(to)}`);
    else lines.push("", "[[shots]]", `at = ${at}`, `by = ${name(by)}`);
    if (to === null && rebound !== null) lines.push(`rebound = ${name(rebound)}`);
  }
  return `${lines.join("\n")}\n`;
}

/** To the hundredth. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
