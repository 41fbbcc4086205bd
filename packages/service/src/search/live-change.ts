import { formatOfferId } from "@wayfare/contract";
import { type Candidate, encodeKeptFlights, narrowRequest, type Sourced } from "@wayfare/search";
import { nowOf } from "../http/caller.ts";
import type { CallContext, SearchDeps } from "./deps.ts";
import { newSearch } from "./new-search.ts";
import type { StoredSearch } from "./store.ts";

/** A changed offer of a live supplier, and the offer that replaces it. */
export interface LiveChange {
  search: StoredSearch;
  current: Candidate;
  /** Permanent slot of the supplier. */
  slot: number;
}

/** Stores the current offer of a live supplier under a new id, so that it can be priced again. */
export async function keepCurrent(
  deps: SearchDeps,
  { search, current, slot }: LiveChange,
  { caller }: CallContext,
): Promise<{ stored: StoredSearch; candidate: Candidate }> {
  const stored = newSearch(deps, caller, {
    request: narrowRequest(search.request, current),
    searchedAtMs: nowOf(deps.clock, caller),
    salesVersion: search.salesVersion ?? 0,
  });
  const { flight } = current;
  const identify = <Offer>(sourced: Sourced<Offer>) => ({ ...sourced, id: formatOfferId(stored.id, slot), flight });
  const candidate = { ...current, cash: current.cash.map(identify), award: current.award.map(identify) };
  const kept = encodeKeptFlights([candidate]);
  if (kept === undefined) throw new Error("a current offer has no offer");
  await Promise.all([
    deps.store.insert(stored),
    deps.keptOffers.insert(stored, { searchId: stored.id, part: 0, kept }),
  ]);
  return { stored, candidate };
}
