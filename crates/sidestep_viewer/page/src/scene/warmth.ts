// How cheap the ways are that a method could go, and the colours that say so in the scene and in panels.
import type { Choice } from "../wire/protocol";

/** How cheap each choice is beside the others: 1 is the cheapest, 0 and below dear. */
export function cheapness(choices: Choice[]): number[] {
  const values = choices.map((choice) => choice.value).toSorted((a, b) => b - a);
  const [best, usual] = [values[0] ?? 0, values[Math.floor(values.length * 0.7)] ?? 0];
  return choices.map(({ value }) => Math.max(0, Math.min(1, 1 - (best - value) / (best - usual || 1))));
}

/** From faint slate over violet and red to orange: how cheap a way is, on light and on dark. */
export function warmth(share: number): string {
  return `hsl(${(232 + 155 * share) % 360} ${(22 + 70 * share).toFixed(0)}% ${(68 - 13 * share).toFixed(0)}%)`;
}
