import { type Currency, minorDigitsOf } from "@wayfare/contract";
import type { Phase } from "../records/records.ts";
import { divideRounded, divideUp, parseDecimal, toMinor } from "./exact.ts";

/** A phase of a period with its number of searches. */
export interface UsedPhase {
  phase: Phase;
  endMs: number;
  used: number;
}

/** Searches beyond the included ones, at one price. */
export interface Overage {
  phase: Phase;
  endMs: number;
  searches: number;
  amountMinor: number;
}

/** Multiplies searches by a price in major units; rounded once to whole minor units, halves away from zero. */
export function rate(searches: number, pricePerSearch: string, currency: Currency): number {
  const { digits, scale } = parseDecimal(pricePerSearch);
  const minor = BigInt(searches) * digits * 10n ** BigInt(minorDigitsOf(currency));
  return toMinor(divideRounded(minor, 10n ** BigInt(scale)));
}

/**
 * Returns the included searches of a period: for each phase, its plan's searches times the phase's share of the period. The sum is rounded
 * up.
 */
export function includedSearches(phases: readonly Pick<UsedPhase, "phase" | "endMs">[]): number {
  let [sum, common] = [0n, 1n];
  for (const { phase, endMs } of phases) {
    const [lasted, period] = [endMs - phase.startedAtMs, phase.periodEndMs - phase.periodStartMs];
    sum = sum * BigInt(period) + BigInt(phase.searchesIncluded) * BigInt(lasted) * common;
    common *= BigInt(period);
  }
  return toMinor(divideUp(sum, common));
}

/**
 * Returns the overage of a period. Included searches are used up in the order of the phases, and each further search is charged at the
 * price of its phase: a later upgrade makes earlier searches neither free nor more expensive.
 */
export function rateOverage(phases: readonly UsedPhase[], currency: Currency): Overage[] {
  const included = includedSearches(phases);
  const overages: Overage[] = [];
  let before = 0;
  for (const { phase, endMs, used } of phases) {
    const searches = Math.max(0, before + used - included) - Math.max(0, before - included);
    before += used;
    if (searches === 0 || phase.overagePerSearch === null) continue;
    const amountMinor = rate(searches, phase.overagePerSearch, currency);
    overages.push({ phase, endMs, searches, amountMinor });
  }
  return overages;
}
