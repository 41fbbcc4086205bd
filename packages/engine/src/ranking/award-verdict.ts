import type { RankOption, Wording } from "./option.ts";
import { grouped } from "./phrases.ts";

/** Value of a mile relative to its usual value from which an award is a good, and a fair, use of miles. */
const goodFrom = 1.25;
const fairFrom = 0.95;

/**
 * Rates the miles of an award: the savings per mile against the cheapest cash price of the same flight and cabin, relative to the usual
 * value of a mile. Null for cash, and if there is no cash price or no usual value.
 */
export function verdictOf(option: RankOption, wording: Wording): string | null {
  const { valuePerMileMinor: value, mileValueMinor: usual, miles } = option;
  if (option.kind !== "award" || value === null || usual <= 0) return null;
  const of = `${grouped(miles)} miles`;
  if (value <= 0) return `poor value for ${of}: the taxes and fees alone cost as much as a ticket in cash`;
  const format = wording.formatMileValue ?? ((minor) => `${minor.toFixed(1)} cents`);
  const gained = format(value);
  const expected = format(usual);
  const worth = gained === expected ? `${gained} per mile, the usual value` : `${gained} per mile (usual: ${expected})`;
  if (value >= goodFrom * usual) return `good value for ${of}: ${worth}`;
  if (value >= fairFrom * usual) return `fair value for ${of}: ${worth}`;
  return `poor value for ${of}: ${worth}`;
}
