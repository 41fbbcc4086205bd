import type { CodeshareColumns } from "@wayfare/engine";
import { SEASONS } from "../facts/nonstop.ts";
import type { Pattern } from "./schedule.ts";

/**
 * Splits each flight whose block time depends on the season into two, one for each season, with the same codeshares.
 *
 * @param codeshares of the patterns, in their order
 * @param operates true if a flight operates on at least one day; the others are dropped
 */
export function splitBySeason(
  patterns: readonly Pattern[],
  codeshares: CodeshareColumns,
  operates: (pattern: Pattern) => boolean,
): { patterns: Pattern[]; codeshares: CodeshareColumns } {
  const split: Pattern[] = [];
  const rowsOf: number[][] = patterns.map((pattern) => {
    const { blockMinutesBySeason } = pattern;
    const isSame = blockMinutesBySeason === null || blockMinutesBySeason.winter === blockMinutesBySeason.summer;
    const parts = isSame
      ? [pattern]
      : SEASONS.map((season) => ({ ...pattern, season, blockMinutes: blockMinutesBySeason[season] }));
    return parts.filter(operates).map((part) => split.push(part) - 1);
  });
  const shared = [...codeshares.pattern].flatMap((pattern, row) => (rowsOf[pattern] ?? []).map((to) => ({ to, row })));
  return {
    patterns: split,
    codeshares: {
      count: shared.length,
      pattern: Uint32Array.from(shared, ({ to }) => to),
      carrier: Uint16Array.from(shared, ({ row }) => codeshares.carrier[row] ?? 0),
      flightNumber: Uint16Array.from(shared, ({ row }) => codeshares.flightNumber[row] ?? 0),
    },
  };
}
