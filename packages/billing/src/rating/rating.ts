import { type Currency, minorDigitsOf } from "@wayfare/contract";
import type { Segment } from "../records/records.ts";
import { divideRounded, divideUp, parseDecimal, toMinor } from "./exact.ts";

/** A segment of a period, and the searches that were counted in it. */
export interface UsedSegment {
  segment: Segment;
  endMs: number;
  used: number;
}

/** Searches beyond those included, at one price. */
export interface Overage {
  segment: Segment;
  endMs: number;
  searches: number;
  amountMinor: number;
}

/** Searches at a price of major units each, rounded once to whole minor units, halves away from zero. */
export function rate(searches: number, pricePerSearch: string, currency: Currency): number {
  const { digits, scale } = parseDecimal(pricePerSearch);
  const minor = BigInt(searches) * digits * 10n ** BigInt(minorDigitsOf(currency));
  return toMinor(divideRounded(minor, 10n ** BigInt(scale)));
}

/** What a period includes: of each segment's plan, the share of the period that it lasted; a part of a search counts as one. */
export function includedIn(segments: readonly Pick<UsedSegment, "segment" | "endMs">[]): number {
  let [sum, common] = [0n, 1n];
  for (const { segment, endMs } of segments) {
    const [lasted, period] = [endMs - segment.startedAtMs, segment.periodEndMs - segment.periodStartMs];
    sum = sum * BigInt(period) + BigInt(segment.searchesIncluded) * BigInt(lasted) * common;
    common *= BigInt(period);
  }
  return toMinor(divideUp(sum, common));
}

/**
 * What was used beyond what the period includes. Searches use up what is included in the order of the segments, so that each search
 * beyond it costs what the plan of its own segment asks: a later upgrade neither frees what was used before nor makes it dearer.
 */
export function rateOverage(segments: readonly UsedSegment[], currency: Currency): Overage[] {
  const included = includedIn(segments);
  const overages: Overage[] = [];
  let before = 0;
  for (const { segment, endMs, used } of segments) {
    const searches = Math.max(0, before + used - included) - Math.max(0, before - included);
    before += used;
    if (searches === 0 || segment.overagePerSearch === null) continue;
    const amountMinor = rate(searches, segment.overagePerSearch, currency);
    overages.push({ segment, endMs, searches, amountMinor });
  }
  return overages;
}
