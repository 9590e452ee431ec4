// Makes one library of the files that were dropped, says what came of it, and does what a finding advises.
import type { Session } from "../session";
import type { Recording } from "../wire/protocol";
import { h } from "./dom";
import { type Dropped, type ImportSettings, sendFiles } from "./dropped";
import { type Change, type Report, type Skipped, showReport, skippedRows } from "./import_report";

/** How the titles of jobs begin that import. */
export const IMPORT_TITLE = "Import of ";

export interface Importer {
  take(dropped: Dropped[]): Promise<void>;
}

/** What was imported last, so that it can be imported again another way. */
interface Last {
  dropped: Dropped[];
  settings: ImportSettings;
  library: string | null;
}

/** Makes an importer that speaks in `verdict`; `choose` is told the library that was made. */
export function makeImporter(
  session: Session,
  verdict: HTMLElement,
  choose: (library: string) => void,
): Importer {
  const stage = h("span", {});
  const bar = h("progress", { max: 1, value: 0, "aria-label": "Import" });
  const says = (text: string) => {
    stage.textContent = text;
    bar.value = 0;
    verdict.replaceChildren(h("p", { class: "says reading" }, stage, bar));
  };
  session.on("job", (job) => {
    if (!stage.isConnected || !job.title.startsWith(IMPORT_TITLE) || job.done) return;
    stage.textContent = `${job.title}: ${job.stage}`;
    bar.value = job.fraction;
  });
  async function run(last: Last): Promise<void> {
    const again = (change: Change) => void run({ ...last, settings: changed(last.settings, change) });
    const back = (name: keyof ImportSettings) => void run({ ...last, settings: without(last.settings, name) });
    says(`Reading ${countOf(last.dropped)} …`);
    const answer = await sendFiles(last.dropped, last.settings, last.library);
    const said = (await answer.json().catch(() => ({ error: answer.statusText }))) as Report & Refusal;
    const chips = settingChips(last.settings, back);
    if (!answer.ok) {
      showRefusal(verdict, last.dropped, said, chips);
      return;
    }
    last.library = said.library.id;
    showReport(verdict, said, { again, chips });
    choose(said.library.id);
  }
  async function take(dropped: Dropped[]) {
    const motion = dropped.filter(({ path }) => !/^[^/]*\.json$/i.test(path));
    for (const { file } of dropped.filter((one) => !motion.includes(one)))
      await replayFile(session, file, verdict);
    if (motion.length > 0) await run({ dropped: motion, settings: {}, library: null });
    else if (dropped.length === 0)
      verdict.replaceChildren(h("p", { class: "bad" }, "There is no BVH, AMC, GLB or glTF file in it."));
  }
  return { take };
}

interface Refusal {
  error: string;
  skipped?: Skipped[];
}

function countOf(dropped: Dropped[]): string {
  const [first] = dropped;
  return dropped.length === 1 && first ? first.file.name : `${dropped.length} files`;
}

function showRefusal(
  verdict: HTMLElement,
  dropped: Dropped[],
  { error, skipped }: Refusal,
  chips: HTMLElement[],
): void {
  const [first] = dropped;
  const name = dropped.length === 1 && first && !error.includes(first.file.name) ? `${first.file.name} ` : "";
  verdict.replaceChildren(
    h("p", { class: "bad" }, h("b", {}, name), error),
    ...chips,
    ...skippedRows(skipped ?? []),
  );
}

function changed(settings: ImportSettings, change: Change): ImportSettings {
  const { cut, ...rest } = change;
  return cut ? { ...settings, cuts: [...(settings.cuts ?? []), cut] } : { ...settings, ...rest };
}

function without(settings: ImportSettings, name: keyof ImportSettings): ImportSettings {
  const { [name]: _, ...rest } = settings;
  return rest;
}

/** What was set by hand, each with a way back. */
function settingChips(settings: ImportSettings, back: (name: keyof ImportSettings) => void): HTMLElement[] {
  const cuts = settings.cuts?.length ?? 0;
  const words: [keyof ImportSettings, string | null][] = [
    ["mirror", settings.mirror ? "mirrored clips added" : null],
    ["unit_m", settings.unit_m === undefined ? null : `a unit is ${Number(settings.unit_m.toPrecision(4))} m`],
    ["up", settings.up === undefined ? null : `${settings.up} is up`],
    ["cuts", cuts === 0 ? null : `${cuts} ${cuts === 1 ? "cut" : "cuts"}`],
  ];
  const chips = words.flatMap(([name, text]) =>
    text === null
      ? []
      : [h("button", { class: "chip", title: "Take it back", onclick: () => back(name) }, text, h("small", {}, "undo"))],
  );
  return chips.length === 0 ? [] : [h("div", { class: "chips" }, ...chips)];
}

/** Replays a recording that was saved as a file, or says why it is none. */
async function replayFile(session: Session, file: File, verdict: HTMLElement): Promise<void> {
  try {
    const recording = JSON.parse(await file.text()) as Recording;
    if (!Array.isArray(recording.events)) throw new Error("it holds no events");
    session.send({ do: "replay", recording, controllers: null });
    verdict.replaceChildren(h("p", { class: "good" }, h("b", {}, file.name), " is replayed."));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    verdict.replaceChildren(
      h("p", { class: "bad" }, h("b", {}, file.name), ` is no recording of the playground: ${why}.`),
    );
  }
}
