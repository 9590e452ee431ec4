// What the linter says of a library: its findings, and a map of the speeds and turns it holds.
import type { Library } from "../wire/protocol";
import type { Cut } from "./dropped";
import { h } from "./dom";
import { drawHeatMap } from "./plots";

export interface Report {
  library: Library;
  findings: Finding[];
  coverage: Coverage | null;
  /** Files that could not be used; only an import says it. */
  skipped?: Skipped[];
}

export interface Skipped {
  file: string;
  reason: string;
}

/** What is set of an import to cure a finding. */
export interface Change {
  mirror?: boolean;
  cut?: Cut;
  unit_m?: number;
  up?: string;
}

/** How a report is acted upon, where the files are still at hand. */
export interface Acting {
  again(change: Change): void;
  /** What was set by hand already. */
  chips: HTMLElement[];
}

interface Finding {
  severity: string;
  clip: string | null;
  frame: number | null;
  message: string;
  remedy: string | null;
  cures: { label: string; set: Change }[];
}

interface Direction {
  seconds_by_speed_and_turn: number[][];
}

type Coverage = Record<"forward" | "left" | "right" | "backward", Direction>;

const MOST_FINDINGS = 30;

/** The gravest first. */
const SEVERITIES = ["error", "warning", "note"];

/** More ways than this to settle a mere note are offered in a list, so that the note stays short. */
const MOST_BUTTONS = 2;

/** Shows a report in its room. */
export function showReport(room: HTMLElement, report: Report, acting: Acting | null = null): void {
  const { library, coverage } = report;
  const grave = (finding: Finding) => SEVERITIES.indexOf(finding.severity);
  const findings = report.findings.toSorted((a, b) => grave(a) - grave(b));
  const clips = library.clips === 1 ? "1 clip" : `${library.clips} clips`;
  const facts = `${library.secs.toFixed(1)} s in ${clips}, ${library.joints} joints.`;
  const more = findings.length - MOST_FINDINGS;
  const canvas = h("canvas", {
    class: "plot coverage",
    role: "img",
    "aria-label": "Seconds by speed and turn rate",
    hidden: coverage === null,
  });
  room.replaceChildren(
    h("p", { class: "good" }, h("b", {}, library.title), ` ${facts}`),
    ...(acting?.chips ?? []),
    ...skippedRows(report.skipped ?? []),
    h("p", { class: "says" }, findings.length === 0 ? "Nothing is wrong with it." : ""),
    h(
      "ul",
      { class: "findings", tabindex: 0, "aria-label": "Findings" },
      ...findings.slice(0, MOST_FINDINGS).map((finding) => findingRow(finding, acting)),
    ),
    more > 0 ? h("p", { class: "says" }, `and ${more} more`) : "",
    canvas,
  );
  if (coverage) drawHeatMap(canvas, allDirections(coverage), { x: "turn rate: left … right", y: "speed" });
}

/** Files that could not be used, each with its reason. */
export function skippedRows(skipped: Skipped[]): HTMLElement[] {
  if (skipped.length === 0) return [];
  const rows = skipped.map(({ file, reason }) => {
    const said = [`${file}: `, `${file}, `].some((start) => reason.startsWith(start))
      ? reason.slice(file.length + 2)
      : reason;
    return h("li", { class: "finding error" }, h("b", {}, file), h("span", {}, said));
  });
  const files = skipped.length === 1 ? "1 file was left out" : `${skipped.length} files were left out`;
  return [
    h("p", { class: "bad" }, files),
    h("ul", { class: "findings skipped", tabindex: 0, "aria-label": "Files left out" }, ...rows),
  ];
}

function findingRow(finding: Finding, acting: Acting | null): HTMLElement {
  const frame = finding.frame === null ? null : `frame ${finding.frame}`;
  return h(
    "li",
    { class: `finding ${finding.severity}` },
    h("span", { class: "where" }, [finding.clip, frame].filter(Boolean).join(", ")),
    h("span", {}, finding.message),
    finding.remedy ? h("small", {}, finding.remedy) : null,
    acting && finding.cures.length > 0 ? cureRow(finding, acting) : null,
  );
}

/** Ways to cure a finding, each one click away. */
function cureRow({ severity, message, cures }: Finding, acting: Acting): HTMLElement {
  if (severity !== "note" || cures.length <= MOST_BUTTONS) {
    const button = (one: (typeof cures)[number]) =>
      h("button", { class: "cure", onclick: () => acting.again(one.set) }, one.label);
    return h("div", { class: "cures" }, ...cures.map(button));
  }
  const choose = () => {
    const chosen = cures[Number(list.value)];
    if (chosen) acting.again(chosen.set);
  };
  const list = h(
    "select",
    { class: "cure", "aria-label": `Not so: ${message}`, onchange: choose },
    h("option", { value: "" }, "Not so?"),
    ...cures.map((one, index) => h("option", { value: index }, one.label)),
  );
  return h("div", { class: "cures" }, list);
}

/** Seconds by speed, then by turn rate from left to right, whatever the direction of travel. */
function allDirections({ forward, left, right, backward }: Coverage): number[][] {
  const sides = [forward, left, right, backward].map((side) => side.seconds_by_speed_and_turn);
  return forward.seconds_by_speed_and_turn.map((row, speed) =>
    row.map((_, turn) => {
      const fromLeft = row.length - 1 - turn;
      return sides.reduce((sum, side) => sum + (side[speed]?.[fromLeft] ?? 0), 0);
    }),
  );
}
