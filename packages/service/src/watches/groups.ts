import { formatOfferId, parseOfferId, type WatchFlight } from "@wayfare/contract";
import type { AccessBySupplier } from "@wayfare/suppliers";
import type { LeasedWatch } from "./run-store.ts";

/** Watches with the same search whose results are the same, too: one search answers all of them. */
export interface WatchGroup {
  watches: LeasedWatch[];
  environment: LeasedWatch["environment"];
  /** The only account of the group; null if the search depends on no account. */
  accountId: string | null;
  access: AccessBySupplier;
  /** Offset of the test clock. */
  offsetMs: number;
}

interface GroupDeps {
  accessFor(accountId: string, environment: LeasedWatch["environment"]): Promise<AccessBySupplier>;
  /** Returns the accounts that have sold seats in the sandbox. */
  findSellers(accountIds: readonly string[], environment: LeasedWatch["environment"]): Promise<ReadonlySet<string>>;
}

/**
 * Groups watches with the same search. The results of an account differ from those of others if it searches live suppliers with its own
 * credential and budget, has sold seats in the sandbox, or has advanced its test clock.
 */
export async function groupWatches(deps: GroupDeps, watches: readonly LeasedWatch[]): Promise<WatchGroup[]> {
  const [first] = watches;
  if (first === undefined) return [];
  const { environment } = first;
  const accountIds = [...new Set(watches.map(({ accountId }) => accountId))];
  const sellers = await deps.findSellers(accountIds, environment);
  const access = new Map(
    await Promise.all(accountIds.map(async (id) => [id, await deps.accessFor(id, environment)] as const)),
  );
  const groups = new Map<string, WatchGroup>();
  for (const watch of watches) {
    const { accountId: id, offsetMs } = watch;
    const own = access.get(id) ?? new Map();
    const accountId = own.size > 0 || sellers.has(id) ? id : null;
    const key = `${accountId ?? ""} ${offsetMs}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { watches: [watch], environment, accountId, access: own, offsetMs });
    else known.watches.push(watch);
  }
  return [...groups.values()];
}

/** Returns flights whose offers belong to another search with the same result. */
export function withSearchId(flights: readonly WatchFlight[], searchId: string): WatchFlight[] {
  const move = <Offer extends { offerId: string }>(offer: Offer | null): Offer | null =>
    offer && { ...offer, offerId: formatOfferId(searchId, parseOfferId(offer.offerId)?.ordinal ?? 0) };
  return flights.map((flight) => ({ ...flight, cash: move(flight.cash), award: move(flight.award) }));
}
