// One visit: what the server said last, what was wished last, and who wants to hear of changes.
import { type Counts, type Frame, readFrame } from "./wire/frame";
import { type Link, connect } from "./wire/link";
import type {
  Ability,
  Actor,
  Catalogue,
  Controller,
  FromServer,
  Inside,
  Job,
  Recording,
  Shape,
  Stage,
  Timeline,
  ToServer,
  Wish,
  World,
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

/** What is played in worlds. */
const GAMES: Partial<Record<string, string>> = { court: "basketball", tactics: "basketball", tennis: "tennis" };

/** Joins the server and keeps what it says. `opened` runs whenever there is a catalogue anew. */
export function join(isManual: boolean, opened: (session: Session) => void): Session {
  const hearers = new Map<string, ((value: never) => void)[]>();
  const jobs = new Map<number, Job>();
  /** Sends what a person does; where time stands, it goes on with that. */
  const act = (message: ToServer) => {
    link.send(message);
    if (session.frame?.paused) link.send({ do: "resume" });
  };
  const session: Session = {
    catalogue: null,
    stage: null,
    frame: null,
    timeline: { from: 0, to: 0, paused: false, at: 0 },
    wished: { kind: "stand", facing: null },
    opening: FIRST,
    isManual,
    inputToPoseMs: null,
    send(message) {
      if (message.do === "replay") session.isChosen = true;
      if (message.do === "push" || message.do === "grab") act(message);
      else link.send(message);
    },
    wish(wish) {
      session.wished = wish;
      const message: ToServer = { do: "wish", wish, actor: null, clock: performance.now() };
      if (wish.kind === "stand") link.send(message);
      else act(message);
      session.emit("wish", wish);
    },
    isChosen: false,
    awaited: null,
    jobs: () => [...jobs.values()],
    swap(actor, controller) {
      session.isChosen = true;
      session.awaited = null;
      if (session.stage && session.stage.given < session.stage.actors.length) {
        // Everybody whom the world cast changes too.
        const controllers = session.opening.controllers.map((one, index) => (index === actor ? controller : one));
        session.open({ controllers });
        return;
      }
      link.send({ do: "swap", actor, controller });
    },
    open(change) {
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
    },
    on(event, hear) {
      hearers.set(event, [...(hearers.get(event) ?? []), hear as (value: never) => void]);
    },
    next: (event) =>
      new Promise((done) => {
        const hear = (value: never) => {
          hearers.set(
            event,
            (hearers.get(event) ?? []).filter((one) => one !== hear),
          );
          done(value);
        };
        hearers.set(event, [...(hearers.get(event) ?? []), hear]);
      }),
    emit(event, value) {
      hearers.get(event)?.forEach((hear) => hear(value as never));
    },
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
    message: (message) => hearMessage(session, message, opened),
    frame(bytes) {
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
    },
  });
  return session;
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

function hearMessage(session: Session, message: FromServer, opened: (session: Session) => void): void {
  switch (message.is) {
    case "hello":
    case "catalogue":
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
