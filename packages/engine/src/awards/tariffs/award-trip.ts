import type { Cabin } from "../../fares/cabins.ts";
import type { AwardEndpoint } from "./zoning.ts";

/** One flight of a trip. `carrier` operates it; `miles` are statute miles. */
export interface AwardLeg {
  readonly carrier: string;
  readonly miles: number;
  readonly cabin: Cabin;
}

/** One way, one traveler with a seat; a round trip is two of these. */
export interface AwardTrip {
  readonly legs: readonly AwardLeg[];
  readonly origin: AwardEndpoint;
  readonly destination: AwardEndpoint;
  /** Statute miles flown on all legs. */
  readonly miles: number;
  /** The highest of the legs' cabins. */
  readonly cabin: Cabin;
  /** A leg is in a lower cabin. */
  readonly mixedCabin: boolean;
  /** Local date of departure as month × 100 + day, for peak dates. */
  readonly monthDay: number;
  /** Cheapest cash fare of the same flights and cabin before taxes; null without one. */
  readonly cashUsdCents: number | null;
}

/** Computes the members that follow from the legs, of which there must be at least one. */
export function createTrip(facts: Omit<AwardTrip, "miles" | "cabin" | "mixedCabin">): AwardTrip {
  let miles = 0;
  let cabin: Cabin = facts.legs[0].cabin;
  let mixedCabin = false;
  for (const leg of facts.legs) {
    miles += leg.miles;
    if (leg.cabin !== cabin) mixedCabin = true;
    if (leg.cabin > cabin) cabin = leg.cabin;
  }
  return { ...facts, miles, cabin, mixedCabin };
}
