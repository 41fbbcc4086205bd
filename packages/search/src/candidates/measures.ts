import type { Cabin } from "@wayfare/contract";
import {
  type AwardOffer,
  type CashOffer,
  countStops,
  type Layover,
  type Slice,
  type SuppliedFlight,
} from "@wayfare/suppliers";
import type { Candidate, Sourced } from "./merge.ts";

/** The usual value of one mile of a program, in minor units of the search's currency. */
export type MileValue = (program: string) => number;

export function durationMinutesOf(slice: Slice): number {
  const departure = slice.segments[0]?.departure;
  const arrival = slice.segments.at(-1)?.arrival;
  return departure && arrival ? arrival.epochMinutes - departure.epochMinutes : 0;
}

/** Position of each cabin, from the lowest. */
const cabinRank: Readonly<Record<Cabin, number>> = { economy: 0, premium_economy: 1, business: 2, first: 3 };

/** True if any segment of an offer is in a lower cabin than the requested one. */
export function isMixedCabin({ segments, cabin }: CashOffer | AwardOffer, requested: Cabin): boolean {
  if (segments === undefined) return isLower(cabin, requested);
  return segments.some((segment) => isLower(segment.cabin, requested));
}

/**
 * Share of the flying time in the requested cabin or a higher one, rounded down to two decimals: 1 only if all of the time is. Null if a
 * supplier does not state the times of all segments.
 */
export function cabinShareOf(
  offer: CashOffer | AwardOffer,
  { slices }: SuppliedFlight,
  requested: Cabin,
): number | null {
  let total = 0;
  let matching = 0;
  let at = 0;
  for (const { segments } of slices) {
    for (const { departure, arrival } of segments) {
      if (departure === null || arrival === null) return null;
      const minutes = arrival.epochMinutes - departure.epochMinutes;
      const { cabin } = offer.segments?.[at++] ?? offer;
      total += minutes;
      if (!isLower(cabin, requested)) matching += minutes;
    }
  }
  return Math.floor((100 * matching) / total) / 100;
}

export function isLower(cabin: Cabin, requested: Cabin): boolean {
  return cabinRank[cabin] < cabinRank[requested];
}

export function totalMinutesOf(candidate: Candidate): number {
  return candidate.flight.slices.reduce((sum, slice) => sum + durationMinutesOf(slice), 0);
}

export function isNonstop(candidate: Candidate): boolean {
  return candidate.flight.slices.every((slice) => countStops(slice) === 0);
}

/** Cash amount plus miles at their usual value. A cash amount that the supplier does not state counts as 0. */
export function awardCostOf({ offer, price }: Sourced<AwardOffer>, mileValue: MileValue): number {
  return (price ?? 0) + offer.miles * mileValue(offer.program);
}

/** The price of a cash offer in the search's currency, with the fees of requested bags; infinite without an exchange rate. */
export function cashPriceOf({ offer, price, bagFees = 0 }: Sourced<CashOffer>): number {
  return (price ?? offer.total) + bagFees;
}

/** True if the price of an offer can be compared with others: its currency has an exchange rate, or it states no price. */
export function isComparable({ price }: Pick<Sourced<CashOffer | AwardOffer>, "price">): boolean {
  return price === null || Number.isFinite(price);
}

/**
 * The lowest cash price; without one that can be compared, the lowest effective cost of an award. Infinite if no offer can be compared, so that
 * the flight comes last.
 */
export function priceOf(candidate: Candidate, mileValue: MileValue): number {
  const lowest = Math.min(...candidate.cash.map(cashPriceOf));
  return Number.isFinite(lowest) ? lowest : lowestAwardCostOf(candidate, mileValue);
}

export function lowestAwardCostOf(candidate: Candidate, mileValue: MileValue): number {
  return Math.min(...candidate.award.map((award) => awardCostOf(award, mileValue)));
}

export function lowestMilesOf(candidate: Candidate): number {
  return Math.min(...candidate.award.map(({ offer }) => offer.miles));
}

/** Minutes of a layover above the minimum connection time; null if the supplier does not state both. */
export function slackMinutesOf({ durationMinutes, minimumMinutes }: Layover): number | null {
  return durationMinutes === null || minimumMinutes === null ? null : durationMinutes - minimumMinutes;
}
