// Opens what a link or the last stage asks for. What is still being built is waited for on what is
// there already; what will never be there is said, with what is there instead.
import { askedInAddress } from "./address";
import { type Session, playerFor } from "./session";
import { recordingInLink } from "./share";
import type { Controller } from "./wire/protocol";

/** How names of controllers end that were found to stand best on their data. */
const BEST = "_best";

/** Opens stages of a session as the catalogue grows. */
export interface Opener {
  /** Whenever there is no stage and the server has said what there is. */
  begin(): void;
}

/** Makes the opener; from then on it follows the catalogue. */
export function makeOpener(session: Session): Opener {
  /** From the first message that opens a stage until there is one. */
  let isOpening = false;
  const open = () => {
    if (session.stage !== null || isOpening) return;
    isOpening = true;
    void openLink(session).then((link) => {
      isOpening = link === "replayed" || (link === "none" && openAsked(session));
    });
  };
  const goOn = () => {
    if (session.stage === null) return;
    if (session.awaited) openAwaited(session, session.awaited);
    else preferBest(session);
  };
  session.on("catalogue", goOn);
  session.on("stage", () => {
    isOpening = false;
    if (!session.awaited) preferBest(session);
  });
  session.on("connected", () => {
    isOpening = false;
  });
  session.on("job", (job) => {
    if (job.done) goOn();
    if (job.done && session.stage === null && session.catalogue) open();
  });
  return { begin: open };
}

/** Replays the recording in the link, if there is one; its methods may have to be waited for. */
async function openLink(session: Session): Promise<"none" | "awaited" | "replayed"> {
  let recording;
  try {
    recording = await recordingInLink();
  } catch {
    forgetLink();
    tell(session, "error", "This link is broken: the recording in it cannot be read. Ask for it anew.");
    return "none";
  }
  if (!recording) return "none";
  const missing = recording.controllers.filter((id) => !knownIds(session).includes(id));
  if (missing.length === 0) {
    session.send({ do: "replay", recording, controllers: null });
    return "replayed";
  }
  // It comes again with the next controller that is built.
  const best = bestOf(session);
  if (isBuilding(session, missing) || !best) return "awaited";
  tell(session, "warn", `${absent(session, missing)} The link is replayed on ${best.title}.`);
  session.send({ do: "replay", recording, controllers: recording.controllers.map(() => best.id) });
  return "replayed";
}

/**
 * Opens what was asked for as far as it is there, and waits for the rest where that is worth it.
 * Answers whether there was anything to open.
 */
function openAsked(session: Session): boolean {
  const asked = askedInAddress();
  const chosen = session.awaited ?? session.opening.controllers;
  const wanted = session.isChosen ? chosen : (asked.controllers ?? []);
  const known = knownIds(session);
  const kept = wanted.filter((id) => known.includes(id));
  const world = worldFor(session, asked.world ?? session.opening.world);
  const first = (playerFor(session, world) ?? bestOf(session))?.id;
  const controllers = kept.length > 0 ? kept : first ? [first] : [];
  if (controllers.length === 0) return false;
  const missing = wanted.filter((id) => !known.includes(id));
  session.open({ controllers, world });
  session.isChosen = wanted.length > 0;
  if (missing.length > 0 && isBuilding(session, missing)) session.awaited = wanted;
  else if (missing.length > 0) tell(session, "warn", absent(session, missing));
  return true;
}

/** Goes over to what was asked for once all of it is there, or nothing more will come. */
function openAwaited(session: Session, wanted: string[]): void {
  const known = knownIds(session);
  const missing = wanted.filter((id) => !known.includes(id));
  if (missing.length > 0 && isBuilding(session, missing)) return;
  session.awaited = null;
  const kept = wanted.filter((id) => known.includes(id));
  const now = session.stage?.actors.map((actor) => actor.controller) ?? [];
  if (kept.length > 0 && kept.join() !== now.join()) session.open({ controllers: kept });
  if (missing.length > 0) tell(session, "warn", absent(session, missing));
}

/** The world that is asked for, or the first one where there is no such world. */
function worldFor(session: Session, asked: string): string {
  const worlds = session.catalogue?.worlds ?? [];
  const [first] = worlds;
  if (!first || worlds.some((world) => world.id === asked)) return asked;
  const titles = worlds.map((world) => world.title).join(", ");
  tell(session, "warn", `There is no world “${asked.slice(0, 40)}”. There are: ${titles}.`);
  return first.id;
}

/** The method to begin with: what stands best on the data, or the likeliest until that is known. */
export function bestOf(session: Session): Controller | undefined {
  const all = session.catalogue?.controllers ?? [];
  return all.find(isBest) ?? all.find((one) => one.method.includes("follower")) ?? all[0];
}

/** Goes over to the best method when it has been built, unless a person has chosen another. */
function preferBest(session: Session): void {
  const best = bestOf(session);
  const actors = session.stage?.actors ?? [];
  if (!best || session.isChosen || actors.length !== 1 || actors[0]?.controller === best.id) return;
  session.send({ do: "swap", actor: 0, controller: best.id });
  const why = isBest(best) ? "stands best on this data and takes over" : "is built and takes over";
  tell(session, "info", `${best.title} ${why}.`);
}

function isBest(one: Controller): boolean {
  return one.id.endsWith(BEST);
}

function absent(session: Session, missing: string[]): string {
  const names = missing.map((id) => `“${id.slice(0, 40)}”`).join(", ");
  const titles = session.catalogue?.controllers.map((one) => one.title) ?? [];
  return `There is no method ${names} here. There are: ${titles.join(", ")}.`;
}

function knownIds(session: Session): string[] {
  return session.catalogue?.controllers.map((one) => one.id) ?? [];
}

/** Whether any of these may still be built. What stands best is found last and takes longest. */
function isBuilding(session: Session, wanted: string[]): boolean {
  const running = session.jobs().filter((job) => !job.done);
  const isFirst = (title: string) => !title.startsWith("Best of all");
  return running.some((job) => isFirst(job.title) || wanted.some((id) => id.endsWith(BEST)));
}

function forgetLink(): void {
  window.history.replaceState(null, "", location.pathname + location.search);
}

function tell(session: Session, level: "info" | "warn" | "error", text: string): void {
  session.emit("tell", { level, text });
}
