import type { SliceAward } from "../awards/price-slice.ts";
import type { Program } from "../awards/programs/programs.ts";
import { bestPairs, type Keyed } from "./best-pairs.ts";
import type { Candidate, SearchDirection } from "./candidates.ts";
import type { FlightSearch } from "./flight-search.ts";
import type { Journey } from "./journey.ts";
import { applyPriceLimit, awardCostOf, bandOf } from "./price-limit.ts";

/** Part of a pair's price in cents; Infinity if not possible. */
export type CentsOf = (candidate: Candidate) => number;

/** Selects the best pairs whose price is within the limit of a search. */
export type PairSelector = (
  left: readonly Keyed<Candidate>[],
  right: readonly Keyed<Candidate>[],
  options: {
    count: number;
    cents: CentsOf;
    /** True if keys are the prices, so that no pair after one that exceeds the limit is within it. */
    isByPrice: boolean;
    allows: (left: Candidate, right: Candidate) => boolean;
    makeJourney: (left: Candidate, right: Candidate) => Journey;
  },
) => [Candidate, Candidate][];

/** Creates the selector of a search; without a limit it selects the best pairs. */
export function createPairSelector(search: FlightSearch): PairSelector {
  const { priceLimit } = search;
  if (priceLimit === undefined) {
    return (left, right, { count, allows }) => bestPairs(left, right, count, allows);
  }
  const { within, outside } = bandOf(priceLimit, search, 2);
  return (left, right, { count, cents, isByPrice, allows, makeJourney }) => {
    const [cheapestLeft, cheapestRight] = [lowestOf(left, cents), lowestOf(right, cents)];
    const isWithin = (a: Candidate, b: Candidate) => {
      const sum = cents(a) + cents(b);
      if (sum > outside || !allows(a, b)) return false;
      if (sum <= within) return true;
      const journey = applyPriceLimit(makeJourney(a, b), search);
      return (journey.fares !== null && journey.exceedsLimit !== true) || journey.awards.length > 0;
    };
    return bestPairs(
      left.filter(({ item }) => cents(item) + cheapestRight <= outside),
      right.filter(({ item }) => cents(item) + cheapestLeft <= outside),
      count,
      isWithin,
      isByPrice ? outside : Number.POSITIVE_INFINITY,
    );
  };
}

function lowestOf(list: readonly Keyed<Candidate>[], cents: CentsOf): number {
  let lowest = Number.POSITIVE_INFINITY;
  for (const { item, key } of list) if (key < Number.POSITIVE_INFINITY) lowest = Math.min(lowest, cents(item));
  return lowest;
}

/** Returns the money part of the awards of a program on the candidates of a direction, for the whole party; computed once for each. */
export function moneyOfAwards(
  { charges, enumeration: { pool } }: SearchDirection,
  program: Program,
  search: FlightSearch,
): CentsOf {
  const known = new Map<Candidate, number>();
  const compute = (candidate: Candidate, award: SliceAward | undefined): number => {
    if (award === undefined) return Number.POSITIVE_INFINITY;
    return awardCostOf([award], charges.journey([{ pool, flights: candidate.flights }]), search).moneyCents;
  };
  return (candidate) => {
    let cents = known.get(candidate);
    if (cents === undefined) {
      cents = compute(
        candidate,
        candidate.awards.find((award) => award.program === program),
      );
      known.set(candidate, cents);
    }
    return cents;
  };
}
