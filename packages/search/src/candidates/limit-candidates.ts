import type { NormalizedRequest } from "@wayfare/contract";
import { isNonstop, lowestAwardCostOf, type MileValue, priceOf, totalMinutesOf } from "./measures.ts";
import type { Candidate } from "./merge.ts";

type Measure = (candidate: Candidate) => number;

/**
 * Limits sorted candidates to `limit`, see `docs/decisions/0008-limit.md`: keeps the first in sort order, and always the cheapest, the
 * cheapest nonstop, the fastest and the best award. If cash and awards are both requested, up to half of the results go to the best awards.
 */
export function limitCandidates(
  sorted: readonly Candidate[],
  { limit, includeCash, includeAward }: Pick<NormalizedRequest, "limit" | "includeCash" | "includeAward">,
  mileValue: MileValue,
): Candidate[] {
  if (sorted.length <= limit) return [...sorted];
  const price: Measure = (candidate) => priceOf(candidate, mileValue);
  const withAward = sorted
    .filter(({ award }) => award.length > 0)
    .map((candidate) => ({ candidate, cost: lowestAwardCostOf(candidate, mileValue) }))
    .toSorted((a, b) => a.cost - b.cost)
    .map(({ candidate }) => candidate);
  const extremes = [
    lowestBy(sorted, price),
    lowestBy(sorted.filter(isNonstop), price),
    lowestBy(sorted, totalMinutesOf),
    withAward[0],
  ];
  const bestAwards = includeCash && includeAward ? withAward.slice(0, Math.floor(limit / 2)) : [];
  const kept = new Set<Candidate>();
  for (const candidate of [...extremes, ...bestAwards, ...sorted]) {
    if (kept.size < limit && candidate !== undefined) kept.add(candidate);
  }
  return sorted.filter((candidate) => kept.has(candidate));
}

function lowestBy(candidates: readonly Candidate[], measure: Measure): Candidate | undefined {
  let best: Candidate | undefined;
  let bestValue = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const value = measure(candidate);
    if (value < bestValue) [best, bestValue] = [candidate, value];
  }
  return best;
}
