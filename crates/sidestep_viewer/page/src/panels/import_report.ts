// What the linter says of a library: its findings, and a map of the speeds and turns it holds.
import type { Library } from "../wire/protocol";
import { h } from "./dom";
import { drawHeatMap } from "./plots";

export interface Report {
  library: Library;
  findings: Finding[];
  coverage: Coverage | null;
}

interface Finding {
  severity: string;
  clip: string | null;
  frame: number | null;
  message: string;
  remedy: string | null;
}

interface Direction {
  seconds_by_speed_and_turn: number[][];
}

type Coverage = Record<"forward" | "left" | "right" | "backward", Direction>;

const MOST_FINDINGS = 30;

/** Shows a report in its room. */
export function showReport(room: HTMLElement, { library, findings, coverage }: Report): void {
  const facts = `${library.secs.toFixed(1)} s in ${library.clips} clips, ${library.joints} joints.`;
  const more = findings.length - MOST_FINDINGS;
  const canvas = h("canvas", {
    class: "plot coverage",
    role: "img",
    "aria-label": "Seconds by speed and turn rate",
    hidden: coverage === null,
  });
  room.replaceChildren(
    h("p", { class: "good" }, h("b", {}, library.title), ` ${facts}`),
    h("p", { class: "says" }, findings.length === 0 ? "Nothing is wrong with it." : ""),
    h("ul", { class: "findings" }, ...findings.slice(0, MOST_FINDINGS).map(findingRow)),
    more > 0 ? h("p", { class: "says" }, `and ${more} more`) : "",
    canvas,
  );
  if (coverage) drawHeatMap(canvas, allDirections(coverage), { x: "turn rate: left … right", y: "speed" });
}

function findingRow(finding: Finding): HTMLElement {
  const frame = finding.frame === null ? null : `frame ${finding.frame}`;
  return h(
    "li",
    { class: `finding ${finding.severity}` },
    h("span", { class: "where" }, [finding.clip, frame].filter(Boolean).join(", ")),
    h("span", {}, finding.message),
    finding.remedy ? h("small", {}, finding.remedy) : null,
  );
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
