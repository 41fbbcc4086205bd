import { formatInstant, type OfferResponse } from "@wayfare/contract";
import { collectDictionaries } from "@wayfare/search";
import { nowOf } from "../http/caller.ts";
import type { CallContext, SearchDeps } from "./deps.ts";
import { getSearchOfOffer, repriceWithSales, toFlightWithOffer } from "./reprice.ts";

/** Reprices an offer. A live offer that its supplier withdraws earlier expires then. Throws NOT_FOUND unless its search belongs to the caller. */
export async function getOffer(deps: SearchDeps, offerId: string, call: CallContext): Promise<OfferResponse> {
  const search = await getSearchOfOffer(deps, offerId, call);
  const nowMs = nowOf(deps.clock, call.caller);
  const priced = await repriceWithSales(deps, search, offerId, call);
  const change = priced.status === "changed" ? priced.change : undefined;
  const current = change ?? (priced.status === "available" ? toFlightWithOffer(priced.candidate, search) : undefined);
  const ownExpiry = change === undefined && current !== undefined ? current.offer.expiresAt : null;
  const expiresAt = ownExpiry ?? formatInstant(search.expiresAtMs);
  return {
    id: offerId,
    status: nowMs >= Date.parse(expiresAt) ? "expired" : priced.status,
    environment: search.environment,
    searchId: search.id,
    request: search.request,
    checkedAt: formatInstant(nowMs),
    expiresAt,
    offer: current?.offer ?? null,
    difference: change?.difference ?? null,
    flight: current?.flight ?? null,
    dictionaries: collectDictionaries(current ? [current.candidate] : [], deps.supply),
    simulated: current?.candidate.simulated ?? false,
  };
}
