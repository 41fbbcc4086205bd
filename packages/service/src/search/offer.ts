import { formatInstant, type OfferResponse } from "@wayfare/contract";
import { collectDictionaries } from "@wayfare/search";
import { nowOf } from "../http/caller.ts";
import type { Call, SearchParts } from "./parts.ts";
import { getSearchOf, priceAgain, writeCandidate } from "./reprice.ts";

/** Prices an offer again. Throws NOT_FOUND unless its search is the caller's own. */
export async function getOffer(parts: SearchParts, offerId: string, call: Call): Promise<OfferResponse> {
  const search = await getSearchOf(parts, offerId, call);
  const nowMs = nowOf(parts.clock, call.caller);
  const priced = await priceAgain(parts, search, offerId, call);
  const change = priced.status === "changed" ? priced.change : undefined;
  const shown = change ?? (priced.status === "available" ? writeCandidate(priced.candidate, search) : undefined);
  return {
    id: offerId,
    status: nowMs >= search.expiresAtMs ? "expired" : priced.status,
    environment: search.environment,
    searchId: search.id,
    request: search.request,
    checkedAt: formatInstant(nowMs),
    expiresAt: formatInstant(search.expiresAtMs),
    offer: shown?.offer ?? null,
    difference: change?.difference ?? null,
    flight: shown?.flight ?? null,
    dictionaries: collectDictionaries(shown ? [shown.flight] : [], parts.supply),
    simulated: shown?.simulated ?? false,
  };
}
