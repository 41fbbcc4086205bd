import type { AwardOffer, Slice } from "@wayfare/suppliers";
import type { Candidate } from "./merge.ts";

/** The usual value of one mile of a program, in minor units of the search's currency. */
export type MileValue = (program: string) => number;

export function durationMinutesOf(slice: Slice): number {
  const first = slice.segments[0];
  const last = slice.segments.at(-1);
  return first && last ? last.arrival.epochMinutes - first.departure.epochMinutes : 0;
}

export function totalMinutesOf(candidate: Candidate): number {
  return candidate.flight.slices.reduce((sum, slice) => sum + durationMinutesOf(slice), 0);
}

export function isNonstop(candidate: Candidate): boolean {
  return candidate.flight.slices.every((slice) => slice.segments.length === 1);
}

/** Money, and miles at their usual value. */
export function awardCostOf(offer: AwardOffer, mileValue: MileValue): number {
  return offer.total + offer.miles * mileValue(offer.program);
}

/** The lowest price in money; where there is none, the lowest effective cost of an award. */
export function priceOf(candidate: Candidate, mileValue: MileValue): number {
  return candidate.cash.length > 0
    ? Math.min(...candidate.cash.map(({ offer }) => offer.total))
    : lowestAwardCostOf(candidate, mileValue);
}

export function lowestAwardCostOf(candidate: Candidate, mileValue: MileValue): number {
  return Math.min(...candidate.award.map(({ offer }) => awardCostOf(offer, mileValue)));
}

export function lowestMilesOf(candidate: Candidate): number {
  return Math.min(...candidate.award.map(({ offer }) => offer.miles));
}
