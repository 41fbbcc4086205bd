import type { Timetable } from "../timetable/timetable.ts";

/**
 * Returns the group within which half round trips combine: the carrier's alliance, otherwise the carrier alone. Carriers file it with each
 * fare (ATPCO category 10); **modeled** here as alliances commonly allow it and low-cost carriers do not.
 *
 * @returns a name that is equal for carriers whose halves combine.
 */
export function combinationOf({ carriers }: Timetable, carrier: number): string {
  const { code, kind, alliance } = carriers[carrier];
  return alliance === null || kind === "low_cost" ? code : alliance;
}
