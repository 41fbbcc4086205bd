import { type Currency, minorDigitsOf, type OverageTier } from "@wayfare/contract";
import type { Phase } from "../records/records.ts";
import { divideRounded, divideUp, parseDecimal, toMinor } from "./exact.ts";

/** A phase of a period with its number of searches. */
export interface UsedPhase {
  phase: Phase;
  endMs: number;
  used: number;
}

/** Searches of a phase beyond the included ones, at the price of one tier. */
export interface Overage {
  phase: Phase;
  endMs: number;
  /** The tier; `from` is its first search, counted from the first one of the period beyond those included. */
  tier: OverageTier & { from: number };
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
    sum = sum * BigInt(period) + BigInt(phase.terms.searchesIncluded) * BigInt(lasted) * common;
    common *= BigInt(period);
  }
  return toMinor(divideUp(sum, common));
}

/**
 * Returns the overage of a period. Included searches are used up in the order of the phases, and each further search is charged at the
 * price of its phase: a later upgrade makes earlier searches neither free nor more expensive. The n-th search of the period beyond those
 * included has the price of the tier that contains n. Each amount is rounded once.
 */
export function rateOverage(phases: readonly UsedPhase[], currency: Currency): Overage[] {
  const included = includedSearches(phases);
  const overages: Overage[] = [];
  let before = 0;
  for (const { phase, endMs, used } of phases) {
    const [first, last] = [Math.max(0, before - included), Math.max(0, before + used - included)];
    before += used;
    for (const { tier, searches } of splitByTier(phase.terms.overageTiers, first, last)) {
      overages.push({ phase, endMs, tier, searches, amountMinor: rate(searches, tier.unitPrice, currency) });
    }
  }
  return overages;
}

/** Splits the searches after `first` up to `last` into those of each tier; tiers without searches are left out. */
function splitByTier(tiers: readonly OverageTier[], first: number, last: number): Pick<Overage, "tier" | "searches">[] {
  let start = 0;
  return tiers.flatMap((tier) => {
    const [from, end] = [start, tier.upTo ?? Number.POSITIVE_INFINITY];
    start = end;
    const searches = Math.min(last, end) - Math.max(first, from);
    return searches > 0 ? [{ tier: { ...tier, from: from + 1 }, searches }] : [];
  });
}
