import type { RankOption, Wording } from "./option.ts";
import { grouped } from "./phrases.ts";

/** What miles buy here, divided by what they usually do, from which a use of them is called good, and fair. */
const goodFrom = 1.25;
const fairFrom = 0.95;

/**
 * Whether an award is worth its miles: what a mile saves of the cheapest cash price of the same flight and cabin, held
 * against its usual value. Null for cash, and where there is no cash price or no usual value to hold it against.
 */
export function verdictOf(option: RankOption, wording: Wording): string | null {
  const { valuePerMileMinor: value, mileValueMinor: usual, miles } = option;
  if (option.kind !== "award" || value === null || usual <= 0) return null;
  const of = `${grouped(miles)} miles`;
  if (value <= 0) return `a poor use of ${of}: the taxes and fees alone cost as much as a ticket in cash`;
  const format = wording.formatMileValue ?? ((minor) => `${minor.toFixed(1)} cents`);
  const gained = format(value);
  const expected = format(usual);
  const worth = gained === expected ? `${gained} a mile, as is usual` : `${gained} a mile where ${expected} is usual`;
  if (value >= goodFrom * usual) return `a good use of ${of}: ${worth}`;
  if (value >= fairFrom * usual) return `a fair use of ${of}: ${worth}`;
  return `a poor use of ${of}: ${worth}, so better paid in cash`;
}
