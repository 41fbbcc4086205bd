import type { NormalizedRequest } from "@wayfare/contract";
import { isNonstop, lowestAwardCostOf, type MileValue, priceOf, totalMinutesOf } from "./measures.ts";
import type { Candidate } from "./merge.ts";

type Measure = (candidate: Candidate) => number;

/**
 * Cuts sorted candidates to the limit, as `docs/decisions/0008-cut.md` says: the first of the order, and among them always the cheapest,
 * the cheapest nonstop, the fastest and the best award. If money and miles are requested together, up to half of the places go to the
 * best awards.
 */
export function cut(
  sorted: readonly Candidate[],
  { limit, includeCash, includeAward }: Pick<NormalizedRequest, "limit" | "includeCash" | "includeAward">,
  mileValue: MileValue,
): Candidate[] {
  if (sorted.length <= limit) return [...sorted];
  const price: Measure = (candidate) => priceOf(candidate, mileValue);
  const awarded = sorted
    .filter(({ award }) => award.length > 0)
    .map((candidate) => ({ candidate, cost: lowestAwardCostOf(candidate, mileValue) }))
    .toSorted((a, b) => a.cost - b.cost)
    .map(({ candidate }) => candidate);
  const extremes = [
    lowest(sorted, price),
    lowest(sorted.filter(isNonstop), price),
    lowest(sorted, totalMinutesOf),
    awarded[0],
  ];
  const sideBySide = includeCash && includeAward ? awarded.slice(0, Math.floor(limit / 2)) : [];
  const kept = new Set<Candidate>();
  for (const candidate of [...extremes, ...sideBySide, ...sorted]) {
    if (kept.size < limit && candidate !== undefined) kept.add(candidate);
  }
  return sorted.filter((candidate) => kept.has(candidate));
}

function lowest(candidates: readonly Candidate[], measure: Measure): Candidate | undefined {
  let best: Candidate | undefined;
  let bestValue = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const value = measure(candidate);
    if (value < bestValue) [best, bestValue] = [candidate, value];
  }
  return best;
}
