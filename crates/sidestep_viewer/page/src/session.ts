// One visit: what the server said last, what was wished last, and who wants to hear of changes.
import { type Counts, type Frame, readFrame } from "./wire/frame";
import { type Link, connect } from "./wire/link";
import {
  type Ability,
  type Actor,
  type Catalogue,
  type Controller,
  type FromServer,
  type Inside,
  type Job,
  PROTOCOL,
  type Recording,
  type Shape,
  type Stage,
  type Timeline,
  type ToServer,
  type Wish,
  type World,
} from "./wire/protocol";

export interface Events {
  catalogue: Catalogue;
  stage: Stage;
  frame: Frame;
  shapes: Shape[];
  tell: { level: "info" | "warn" | "error"; text: string };
  job: Job;
  inside: Inside;
  timeline: Timeline;
  recording: Recording;
  wish: Wish;
  stepped: number;
  connected: boolean;
  /** Something a person did, for those who teach. */
  did: "move" | "push" | "switch" | "take";
}

export interface Opening {
  world: string;
  controllers: string[];
  seed: number;
  count: number;
  scene: string | null;
  /** The plan of the tactics board, where another one than the example was asked for. */
  plan: string | null;
}

export interface Session {
  catalogue: Catalogue | null;
  stage: Stage | null;
  frame: Frame | null;
  timeline: Timeline;
  wished: Wish;
  opening: Opening;
  isManual: boolean;
  /** How long the last wish took to come back in a pose. */
  inputToPoseMs: number | null;
  send(message: ToServer): void;
  wish(wish: Wish): void;
  /** Opens a world with these controllers; what is not named stays. */
  open(change: Partial<Opening>): void;
  /** Changes the method of a character in the middle of its motion. */
  swap(actor: number, controller: string): void;
  /** Whether a person, or a link, chose the methods that are played. */
  isChosen: boolean;
  /** The methods that were asked for and may still be built, while others play. */
  awaited: string[] | null;
  /** What is built, and what was. */
  jobs(): Job[];
  on<K extends keyof Events>(event: K, hear: (value: Events[K]) => void): void;
  /** Resolves with the next value of an event. */
  next<K extends keyof Events>(event: K): Promise<Events[K]>;
  emit<K extends keyof Events>(event: K, value: Events[K]): void;
  controllerOf(actor: number): Controller | null;
  world(): World | null;
}

const FIRST: Opening = { world: "floor", controllers: [], seed: 1, count: 1000, scene: null, plan: null };

/** What helps where page and server are of two versions. */
const ANEW = "Load the page anew; if that does not help, start the program anew.";

/** What is played in worlds. */
const GAMES: Partial<Record<string, string>> = { court: "basketball", tactics: "basketball", tennis: "tennis" };

/** Joins the server and keeps what it says. `opened` runs whenever there is a catalogue anew. */
export function join(isManual: boolean, opened: (session: Session) => void): Session {
  const jobs = new Map<number, Job>();
  const session: Session = {
    catalogue: null,
    stage: null,
    frame: null,
    timeline: { from: 0, to: 0, paused: false, at: 0 },
    wished: { kind: "stand", facing: null },
    opening: FIRST,
    isManual,
    inputToPoseMs: null,
    isChosen: false,
    awaited: null,
    ...makeHearers(),
    jobs: () => [...jobs.values()],
    send: (message) => send(session, link, message),
    wish: (wish) => sayWish(session, link, wish),
    swap: (actor, controller) => swap(session, link, actor, controller),
    open: (change) => open(session, link, change),
    controllerOf: (actor) => {
      const id = session.stage?.actors[actor]?.controller;
      return session.catalogue?.controllers.find((controller) => controller.id === id) ?? null;
    },
    world: () => session.catalogue?.worlds.find((world) => world.id === session.opening.world) ?? null,
  };
  session.on("job", (job) => jobs.set(job.job, job));
  const link: Link = connect({
    opened: () => session.emit("connected", true),
    lost() {
      // Its stage is gone with it; so are its jobs.
      session.stage = null;
      jobs.clear();
      session.emit("connected", false);
    },
    nonsense(fault) {
      console.error(`a message of the server cannot be read: ${fault}`);
      session.emit("tell", { level: "error", text: `This page cannot read what the server says. ${ANEW}` });
    },
    message: (message) => hearMessage(session, message, opened),
    frame: (bytes) => hearFrame(session, link, bytes),
  });
  return session;
}

/** Who wants to hear of what. */
function makeHearers(): Pick<Session, "on" | "next" | "emit"> {
  type Hear = (value: never) => void;
  const hearers = new Map<string, Hear[]>();
  const of = (event: string) => hearers.get(event) ?? [];
  const add = (event: string, hear: Hear) => hearers.set(event, [...of(event), hear]);
  return {
    on(event, hear) {
      add(event, hear as Hear);
    },
    next: (event) =>
      new Promise((done) => {
        const hear = (value: never) => {
          hearers.set(
            event,
            of(event).filter((one) => one !== hear),
          );
          done(value);
        };
        add(event, hear);
      }),
    emit(event, value) {
      of(event).forEach((hear) => hear(value as never));
    },
  };
}

/** Sends what a person does; where time stands, it goes on with that. */
function act(session: Session, link: Link, message: ToServer): void {
  link.send(message);
  if (session.frame?.paused) link.send({ do: "resume" });
}

function send(session: Session, link: Link, message: ToServer): void {
  if (message.do === "replay") session.isChosen = true;
  if (message.do === "push" || message.do === "grab") act(session, link, message);
  else link.send(message);
}

function sayWish(session: Session, link: Link, wish: Wish): void {
  session.wished = wish;
  const message: ToServer = { do: "wish", wish, actor: null, clock: performance.now() };
  if (wish.kind === "stand") link.send(message);
  else act(session, link, message);
  session.emit("wish", wish);
}

function swap(session: Session, link: Link, actor: number, controller: string): void {
  session.isChosen = true;
  session.awaited = null;
  if (session.stage && session.stage.given < session.stage.actors.length) {
    // Everybody whom the world cast changes too.
    const controllers = session.opening.controllers.map((one, index) => (index === actor ? controller : one));
    session.open({ controllers });
    return;
  }
  link.send({ do: "swap", actor, controller });
}

function open(session: Session, link: Link, change: Partial<Opening>): void {
  if (change.controllers) {
    session.isChosen = true;
    session.awaited = null;
  }
  session.opening = { ...session.opening, ...change };
  const player = change.world && !session.isChosen ? playerFor(session, change.world) : undefined;
  if (player) session.opening = { ...session.opening, controllers: [player.id] };
  session.wished = { kind: "stand", facing: null };
  link.send(startMessage(session));
  session.emit("wish", session.wished);
}

/** What the controllers on stage can do: who can, and the names of those who cannot. */
export function able(session: Session, ability: Ability): { some: boolean; lacking: string[] } {
  const cast = (session.stage?.actors ?? []).map((_, actor) => session.controllerOf(actor));
  const lacking = cast.flatMap((controller) =>
    controller && !controller.abilities.includes(ability) ? [controller.title] : [],
  );
  return { some: lacking.length < cast.length, lacking: [...new Set(lacking)] };
}

/** Who was taught to play what is played in a world, if anybody was: networks are named after their game. */
export function playerFor(session: Session, world: string): Controller | undefined {
  const game = GAMES[world];
  if (!game) return undefined;
  return session.catalogue?.controllers.find(({ id, title }) => `${id} ${title}`.toLowerCase().includes(game));
}

function startMessage(session: Session): ToServer {
  const { world, controllers, seed, count, scene, plan } = session.opening;
  const start: ToServer = { do: "start", world, controllers, seed, manual: session.isManual };
  if (world === "tactics" && plan !== null) return { ...start, scene: plan };
  if (world !== "crowd") return start;
  return scene === null ? { ...start, count } : { ...start, count, scene };
}

/** Takes a frame, if it is of the stage that is set; one of another stage is let go. */
function hearFrame(session: Session, link: Link, bytes: ArrayBuffer): void {
  const frame = readFrame(bytes, session.stage?.actors.map(counts) ?? [], session.stage?.things.length ?? 0);
  if (!frame || frame.stageSerial !== session.stage?.serial) {
    link.send({ do: "ack", tick: frame?.tick ?? 0 });
    return;
  }
  if (frame.echoClock !== session.frame?.echoClock && frame.echoClock > 0) {
    session.inputToPoseMs = performance.now() - frame.echoClock;
  }
  session.frame = frame;
  session.emit("frame", frame);
}

function hearMessage(session: Session, message: FromServer, opened: (session: Session) => void): void {
  switch (message.is) {
    case "hello":
    case "catalogue":
      if (message.protocol !== PROTOCOL) {
        // Its words may mean something else: better no stage than a wrong one.
        const text = `The server speaks version ${message.protocol}, this page ${PROTOCOL}. ${ANEW}`;
        return session.emit("tell", { level: "error", text });
      }
      session.catalogue = message;
      session.emit("catalogue", message);
      message.jobs.forEach((job) => session.emit("job", job));
      if (session.stage === null) opened(session);
      return;
    case "stage":
      session.stage = message;
      // How far a stage goes is said anew; until then it is what was seen of it.
      session.timeline = { ...session.timeline, from: 0, to: 0 };
      session.opening = {
        ...session.opening,
        world: message.world,
        controllers: message.actors.slice(0, message.given).map((actor) => actor.controller),
      };
      session.emit("stage", message);
      return;
    case "shapes":
      return session.emit("shapes", message.shapes);
    case "tell":
      return session.emit("tell", message);
    case "problem": {
      const titles = message.actors.map((actor) => session.stage?.actors[actor]?.title ?? "A character");
      const who = [...new Set(titles)].join(", ");
      return session.emit("tell", { level: "warn", text: `${who}: ${message.text}.` });
    }
    case "job":
      return session.emit("job", message);
    case "inside":
      return session.emit("inside", message);
    case "timeline":
      session.timeline = message;
      return session.emit("timeline", message);
    case "stepped":
      return session.emit("stepped", message.tick);
    case "recording":
      return session.emit("recording", message.recording);
  }
}

function counts({ joints, objects }: Actor): Counts {
  return { joints: joints.length, objects: objects.length };
}
