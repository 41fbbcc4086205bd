import type { Timetable } from "../timetable/timetable.ts";

/**
 * Whose half round trips make a round trip with those of a carrier: the members of its alliance, else its own alone. Carriers file
 * it with each fare (ATPCO category 10); **modelled** here, as alliances commonly allow it and low-cost carriers do not.
 *
 * @returns a name that is equal for carriers whose halves combine.
 */
export function combinationOf({ carriers }: Timetable, carrier: number): string {
  const { code, kind, alliance } = carriers[carrier];
  return alliance === null || kind === "low_cost" ? code : alliance;
}
