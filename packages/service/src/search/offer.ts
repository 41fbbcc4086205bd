import { formatInstant, type OfferResponse } from "@wayfare/contract";
import { collectDictionaries, toFlight } from "@wayfare/search";
import { nowOf } from "../http/caller.ts";
import type { Call, SearchParts } from "./parts.ts";
import { getSearchOf, priceAgain } from "./reprice.ts";

/** Prices an offer again. Throws NOT_FOUND where the search is not the caller's own. */
export async function getOffer(parts: SearchParts, offerId: string, call: Call): Promise<OfferResponse> {
  const search = await getSearchOf(parts, offerId, call);
  const { status, candidate } = await priceAgain(parts, search, offerId, call);
  const nowMs = nowOf(parts.clock, call.caller);
  const context = { currency: search.request.currency, expiresAt: formatInstant(search.expiresAtMs) };
  const flight = candidate ? toFlight(candidate, context) : null;
  const expired = nowMs >= search.expiresAtMs;
  const [cash] = flight?.cash ?? [];
  return {
    id: offerId,
    status: expired ? "expired" : status,
    kind: flight ? (cash ? "cash" : "award") : null,
    environment: search.environment,
    searchId: search.id,
    request: search.request,
    checkedAt: formatInstant(nowMs),
    expiresAt: context.expiresAt,
    offer: cash ?? flight?.award[0] ?? null,
    flight,
    dictionaries: collectDictionaries(flight ? [flight] : [], parts.supply),
    simulated: candidate?.simulated ?? false,
  };
}
