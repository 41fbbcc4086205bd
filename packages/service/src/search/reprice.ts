import { notFound, parseOfferId } from "@wayfare/contract";
import { daysOf, type RepricedOffer, repriceOffer } from "@wayfare/search";
import type { Call, SearchParts } from "./parts.ts";
import { runContextOf } from "./run-context.ts";
import type { Sales } from "./sales-store.ts";
import type { KeptSearch } from "./store.ts";

/** The search that an offer came from; throws NOT_FOUND unless it is the caller's own. */
export async function getSearchOf(parts: SearchParts, offerId: string, { caller }: Call): Promise<KeptSearch> {
  const parsed = parseOfferId(offerId);
  const search = parsed && (await parts.store.find(parsed.searchId, caller));
  if (!search) throw notFound("offer", offerId);
  return search;
}

/**
 * Prices an offer again, and answers with what the account had sold when that was done.
 *
 * @throws DomainError NOT_FOUND if the search has no such offer, or that of a supplier that does not answer.
 */
export async function priceAgain(
  parts: SearchParts,
  search: KeptSearch,
  offerId: string,
  call: Call,
): Promise<RepricedOffer & { sales: Sales }> {
  const days = daysOf(search.request);
  const sales = await parts.findSales(call.caller, days);
  const { salesVersion: version = 0 } = search;
  const quoted = sales.version === version ? sales : await parts.findSales(call.caller, { ...days, version });
  const repriced = await repriceOffer(
    parts.supply,
    { ...search, offerId, sales: { quoted: { ...quoted, version }, now: sales } },
    {
      ...runContextOf(parts, call),
      admit: (work) => parts.shedding.admitSearch(search.accountId, work),
    },
  );
  return { ...repriced, sales };
}
