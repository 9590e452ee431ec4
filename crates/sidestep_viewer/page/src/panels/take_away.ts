// What a person may carry home: the motion as a file, the session as a link, the picture.
import { LONGEST_LINK, linkTo } from "../share";
import type { Session } from "../session";
import type { Recording } from "../wire/protocol";
import { TICK_HZ } from "../wire/protocol";
import { h } from "./dom";
import type { DrawerContent } from "./drawer";

const FORMATS = [
  { format: "glb", label: "GLB", says: "glTF for Blender, Godot, Unity, three.js" },
  { format: "bvh", label: "BVH", says: "motion capture text, read by every tool" },
  { format: "csv", label: "CSV", says: "joint positions, frame by frame" },
] as const;

/** Makes the drawer's content. `photograph` answers the picture as a PNG. */
export function makeTakeAway(session: Session, photograph: () => Promise<Blob>): DrawerContent {
  const who = h("select", { "aria-label": "Character to export" });
  const replayOn = h("select", { "aria-label": "Method to replay on" });
  const status = h("p", { class: "says", role: "status" });
  const report = async (work: () => Promise<string>) => {
    status.classList.remove("bad", "good");
    status.textContent = "One moment …";
    try {
      status.textContent = await work();
      status.classList.add("good");
      session.emit("did", "take");
    } catch (error) {
      status.classList.add("bad");
      status.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  const picture = async () => {
    save(await photograph(), "sidestep.png");
    return "sidestep.png saved.";
  };
  const formats = FORMATS.map(({ format, label, says }) =>
    offer(label, says, { "data-format": format }, () =>
      report(() => exportMotion(session, format, Number(who.value))),
    ),
  );
  const replay = h("button", { onclick: () => void report(() => replayInput(session, replayOn)) }, "Replay");
  const element = h(
    "div",
    { class: "stack" },
    status,
    h(
      "section",
      {},
      h("h3", {}, "Motion"),
      h("p", { class: "says" }, "Everything since the world was opened, as an animation file."),
      h("label", { class: "row" }, "Of", who),
      ...formats,
    ),
    h(
      "section",
      {},
      h("h3", {}, "Session"),
      offer("Link", "replays it, to the last bit", { "data-share": true }, () =>
        report(() => share(session)),
      ),
      h("div", { class: "row" }, "On", replayOn, replay),
    ),
    h(
      "section",
      {},
      h("h3", {}, "Picture"),
      offer("PNG", "as you see it, without the panels", { "data-picture": true }, () => report(picture)),
    ),
  );
  const fill = () => fillChoices(session, who, replayOn);
  session.on("stage", fill);
  session.on("catalogue", fill);
  return { title: "Take away", element };
}

function offer(
  label: string,
  says: string,
  props: Record<string, string | true>,
  take: () => Promise<void>,
): HTMLElement {
  return h(
    "button",
    { class: "offer", ...props, onclick: () => void take() },
    h("b", {}, label),
    h("span", {}, says),
  );
}

async function exportMotion(session: Session, format: string, actor: number): Promise<string> {
  const recording = await askRecording(session);
  const name = `sidestep-${recording.world}.${format}`;
  const answer = await fetch(`/export?format=${format}&actor=${actor}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(recording),
  });
  if (!answer.ok) throw new Error(await errorOf(answer));
  save(await answer.blob(), name);
  return `${name}: ${(recording.ticks / TICK_HZ).toFixed(1)} s saved.`;
}

async function share(session: Session): Promise<string> {
  const recording = await askRecording(session);
  const link = await linkTo(recording);
  if (link.length > LONGEST_LINK) {
    save(new Blob([JSON.stringify(recording)], { type: "application/json" }), "sidestep-recording.json");
    return "Too long for a link: saved as a small file. Drop it onto this page to replay it.";
  }
  try {
    await navigator.clipboard.writeText(link);
    return "The link is in your clipboard. Opening it replays every wish and push.";
  } catch {
    history.replaceState(null, "", link);
    return "The link is in the address bar. Opening it replays every wish and push.";
  }
}

async function replayInput(session: Session, on: HTMLSelectElement): Promise<string> {
  const recording = await askRecording(session);
  const controllers = on.value === "" ? null : recording.controllers.map(() => on.value);
  session.send({ do: "replay", recording, controllers });
  return `Replaying your input on ${on.selectedOptions[0]?.textContent ?? ""}.`;
}

function fillChoices(session: Session, who: HTMLElement, replayOn: HTMLElement): void {
  const actors = session.stage?.actors ?? [];
  who.replaceChildren(
    ...actors.map((actor, index) => h("option", { value: index }, `${index + 1}. ${actor.title}`)),
  );
  const all = session.catalogue?.controllers ?? [];
  replayOn.replaceChildren(
    h("option", { value: "" }, "the same methods"),
    ...all.map((one) =>
      h("option", { value: one.id }, `${one.title} (${libraryTitle(session, one.library)})`),
    ),
  );
}

/** Asks the server for what was done so far. */
function askRecording(session: Session): Promise<Recording> {
  const answer = session.next("recording");
  session.send({ do: "recording" });
  return answer;
}

/** What the server says went wrong. */
export async function errorOf(answer: Response): Promise<string> {
  const text = await answer.text();
  try {
    const { error } = JSON.parse(text) as { error?: string };
    return error ?? text;
  } catch {
    return text || `the server answered ${answer.status}`;
  }
}

function libraryTitle(session: Session, id: string): string {
  return session.catalogue?.libraries.find((library) => library.id === id)?.title ?? id;
}

function save(blob: Blob, name: string): void {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
