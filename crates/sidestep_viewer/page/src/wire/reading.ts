// Reads the messages of the server. A program of another version may say other words, and a proxy anything:
// what is not one of the messages of docs/protocol.md is refused here, before anybody believes it.
import type { Catalogue, FromServer, Inside, Job, Stage, Timeline } from "./protocol";

type Check = (value: unknown) => boolean;
/** What each field of a message must be; one that the types know may not be forgotten here. */
type Fields<T> = { [K in keyof T]-?: Check };
type Shapes = Extract<FromServer, { is: "shapes" }>;
type Tell = Extract<FromServer, { is: "tell" }>;
type Problem = Extract<FromServer, { is: "problem" }>;
type Stepped = Extract<FromServer, { is: "stepped" }>;
type Recorded = Extract<FromServer, { is: "recording" }>;

const isNumber: Check = (value) => typeof value === "number";
const isText: Check = (value) => typeof value === "string";
const isFlag: Check = (value) => typeof value === "boolean";
const isList: Check = (value) => Array.isArray(value);
const isObject: Check = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isLevel: Check = (value) => value === "info" || value === "warn" || value === "error";
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);

const CATALOGUE: Fields<Catalogue> = {
  protocol: isNumber,
  version: isText,
  libraries: isList,
  controllers: isList,
  methods: isList,
  worlds: isList,
  jobs: isList,
};

const STAGE: Fields<Stage> = {
  serial: isNumber,
  world: isText,
  title: isText,
  actors: isList,
  given: isNumber,
  things: isList,
  plan: orNull(isObject),
  shapes: isList,
  crowd: orNull(isObject),
  manual: isFlag,
};

const JOB: Fields<Job> = {
  job: isNumber,
  title: isText,
  stage: isText,
  fraction: isNumber,
  done: isFlag,
  error: orNull(isText),
};

const INSIDE: Fields<Inside> = {
  actor: isNumber,
  tick: isNumber,
  ground: isList,
  doing: orNull(isText),
  ghosts: isList,
  choices: isList,
  plan: isList,
  values: orNull(isObject),
  costs: isList,
  numbers: isList,
  trails: isList,
  trail_labels: isList,
  marks: isList,
  moments: isList,
  stages: isList,
};

const TIMELINE: Fields<Timeline> = { from: isNumber, to: isNumber, paused: isFlag, at: isNumber };
const SHAPES: Fields<Omit<Shapes, "is">> = { shapes: isList };
const TELL: Fields<Omit<Tell, "is">> = { level: isLevel, text: isText };
const PROBLEM: Fields<Omit<Problem, "is">> = { actors: isList, text: isText };
const STEPPED: Fields<Omit<Stepped, "is">> = { tick: isNumber };
const RECORDING: Fields<Omit<Recorded, "is">> = { recording: isObject };

const MESSAGES: Record<FromServer["is"], Record<string, Check>> = {
  hello: CATALOGUE,
  catalogue: CATALOGUE,
  stage: STAGE,
  shapes: SHAPES,
  tell: TELL,
  problem: PROBLEM,
  job: JOB,
  inside: INSIDE,
  timeline: TIMELINE,
  stepped: STEPPED,
  recording: RECORDING,
};

/** The message in a text, or what is wrong with it. */
export function readMessage(text: string): FromServer | { fault: string } {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    return { fault: "it is not JSON" };
  }
  if (!isObject(said)) return { fault: "it is no object" };
  const message = said as Record<string, unknown>;
  const word = String(message.is);
  if (!Object.hasOwn(MESSAGES, word)) return { fault: `nobody knows “${word.slice(0, 40)}”` };
  const fields = MESSAGES[word as FromServer["is"]];
  const wrong = Object.entries(fields).find(([name, check]) => !check(message[name]));
  if (wrong) return { fault: `“${word}” has no fitting “${wrong[0]}”` };
  return message as FromServer;
}
