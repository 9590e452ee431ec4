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
  const status = h("p", { class: "says", role: "status" });
  const report = async (work: () => Promise<string>) => {
    status.classList.remove("bad");
    status.textContent = "One moment …";
    try {
      status.textContent = await work();
      session.emit("did", "take");
    } catch (error) {
      status.classList.add("bad");
      status.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  const exportAs = (format: string) =>
    report(async () => {
      const recording = await askRecording(session);
      const name = `sidestep-${recording.world}.${format}`;
      const answer = await fetch(`/export?format=${format}&actor=${Number(who.value)}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(recording),
      });
      if (!answer.ok) throw new Error(await errorOf(answer));
      save(await answer.blob(), name);
      return `${name}: ${(recording.ticks / TICK_HZ).toFixed(1)} s saved.`;
    });
  const share = () =>
    report(async () => {
      const recording = await askRecording(session);
      const link = await linkTo(recording);
      if (link.length > LONGEST_LINK) {
        save(new Blob([JSON.stringify(recording)], { type: "application/json" }), "sidestep-recording.json");
        return "Too long for a link: saved as a small file. Drop it onto this page to replay it.";
      }
      await navigator.clipboard.writeText(link).catch(() => history.replaceState(null, "", link));
      return "The link is in your clipboard. Opening it replays every wish and push.";
    });
  const picture = () =>
    report(async () => {
      save(await photograph(), "sidestep.png");
      return "sidestep.png saved.";
    });
  const replayOn = h("select", {
    "aria-label": "Method to replay on",
    onchange: () =>
      void report(async () => {
        const recording = await askRecording(session);
        const title = replayOn.selectedOptions[0]?.textContent ?? "";
        const controllers = replayOn.value === "" ? null : recording.controllers.map(() => replayOn.value);
        session.send({ do: "replay", recording, controllers });
        return `Replaying your input on ${title}.`;
      }),
  });
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
      ...FORMATS.map(({ format, label, says }) =>
        h(
          "button",
          { class: "offer", "data-format": format, onclick: () => void exportAs(format) },
          h("b", {}, label),
          h("span", {}, says),
        ),
      ),
    ),
    h(
      "section",
      {},
      h("h3", {}, "Session"),
      h(
        "button",
        { class: "offer", "data-share": true, onclick: () => void share() },
        h("b", {}, "Link"),
        h("span", {}, "replays it, to the last bit"),
      ),
      h("label", { class: "row" }, "Replay on", replayOn),
    ),
    h(
      "section",
      {},
      h("h3", {}, "Picture"),
      h(
        "button",
        { class: "offer", "data-picture": true, onclick: () => void picture() },
        h("b", {}, "PNG"),
        h("span", {}, "as you see it, without the panels"),
      ),
    ),
  );
  const fill = () => {
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
  };
  session.on("stage", fill);
  session.on("catalogue", fill);
  return { title: "Take away", element };
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
