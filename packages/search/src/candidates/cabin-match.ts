import type { NormalizedRequest } from "@wayfare/contract";
import { type CabinMinutes, meetsCabinMatch } from "@wayfare/engine";
import type { AwardOffer, CashOffer, SuppliedFlight } from "@wayfare/suppliers";
import { isLower } from "./measures.ts";

/** True if every slice of an offer meets the request's `cabinMatch`. Suppliers may ignore it. */
export function matchesCabin(
  offer: CashOffer | AwardOffer,
  { slices }: SuppliedFlight,
  { cabin, cabinMatch }: Pick<NormalizedRequest, "cabin" | "cabinMatch">,
): boolean {
  let at = 0;
  return slices.every(({ segments }) => {
    const flown: CabinMinutes = { total: 0, matching: 0, longestLower: 0 };
    for (const { departure, arrival } of segments) {
      const minutes = arrival.epochMinutes - departure.epochMinutes;
      const { cabin: booked } = offer.segments?.[at++] ?? offer;
      flown.total += minutes;
      if (isLower(booked, cabin)) flown.longestLower = Math.max(flown.longestLower, minutes);
      else flown.matching += minutes;
    }
    return meetsCabinMatch(cabinMatch, flown);
  });
}
