import type { Partition } from "@wayfare/contract";
import type { Candidate } from "../candidates/merge.ts";
import type { SearchSupply } from "./find-flights.ts";

/**
 * Returns the lowest cash price of live suppliers whose terms allow storing their results, in minor units of the search's currency.
 * Simulated prices can be computed again, so they are left out.
 */
export function findStorablePrice(
  { suppliers }: Pick<SearchSupply, "suppliers">,
  environment: Partition,
  candidates: readonly Candidate[],
): { storablePrice?: number } {
  const storable = new Set(
    suppliers
      .list(environment)
      .filter(({ supplier }) => supplier.mayStoreResults && !supplier.simulated)
      .map(({ supplier }) => supplier.name),
  );
  if (storable.size === 0) return {};
  let lowest = Infinity;
  for (const { cash } of candidates) {
    for (const { source, price } of cash) if (storable.has(source) && price !== null) lowest = Math.min(lowest, price);
  }
  return Number.isFinite(lowest) ? { storablePrice: lowest } : {};
}
