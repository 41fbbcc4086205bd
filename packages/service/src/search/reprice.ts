import {
  type Currency,
  type Flight,
  formatInstant,
  formatMoney,
  notFound,
  type Offer,
  type OfferChange,
  type OfferDifference,
  parseOfferId,
} from "@wayfare/contract";
import {
  type Candidate,
  daysOf,
  findCurrentOffer,
  narrowRequest,
  type RepricedOffer,
  repriceOffer,
  toFlight,
} from "@wayfare/search";
import { nowOf } from "../http/caller.ts";
import { newSearch } from "./new-search.ts";
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

/** An offer priced again, with what the account had sold when that was done. */
export type PricedOffer = { sales: Sales } & (
  | Exclude<RepricedOffer, { status: "changed" }>
  /** Replaced by the current offer of the same flight, which can be booked. */
  | { status: "changed"; change: CurrentOffer }
);

/**
 * Prices an offer again. If it changed, its flight is searched for the current offer.
 *
 * @param options.priceChanges treats an available offer as changed.
 * @throws DomainError NOT_FOUND if the search has no such offer, or that of a supplier that does not answer.
 */
export async function priceAgain(
  parts: SearchParts,
  search: KeptSearch,
  offerId: string,
  call: Call,
  { priceChanges = false } = {},
): Promise<PricedOffer> {
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
  const isChanged = repriced.status === "changed" || (priceChanges && repriced.status === "available");
  if (!isChanged) return { ...repriced, sales };
  // A current offer would have a new search's lifetime: an offer whose time is over gets none.
  if (nowOf(parts.clock, call.caller) >= search.expiresAtMs) return { status: "expired", sales };
  const before = repriced.status === "changed" ? repriced.quoted : repriced.candidate;
  const change = await findChange(parts, { search, quoted: before, sales, otherBrand: priceChanges }, call);
  return change ? { status: "changed", change, sales } : { status: "sold_out", sales };
}

/** A flight with one offer alone, as the wire has it. */
interface ShownOffer {
  flight: Flight;
  offer: Offer;
  simulated: boolean;
}

type CurrentOffer = ShownOffer & OfferChange;

/** Searches the flight of a changed offer, and keeps that search, so that the current offer has an id to be booked by. */
async function findChange(
  parts: SearchParts,
  changed: { search: KeptSearch; quoted: Candidate; sales: Sales; otherBrand: boolean },
  call: Call,
): Promise<CurrentOffer | undefined> {
  const { search, quoted, sales, otherBrand } = changed;
  const kept = newSearch(parts, call.caller, {
    request: narrowRequest(search.request, quoted),
    searchedAtMs: nowOf(parts.clock, call.caller),
    salesVersion: sales.version,
  });
  const current = await parts.shedding.admitSearch(search.accountId, () =>
    findCurrentOffer(
      parts.supply,
      { quoted, run: { ...kept, searchId: kept.id, soldSeats: sales.seats }, otherBrand },
      runContextOf(parts, call),
    ),
  );
  if (current === undefined) return undefined;
  await parts.store.keep(kept);
  return { ...writeCandidate(current, kept), difference: differenceOf(quoted, current, search.request.currency) };
}

/** A candidate with one offer, as the wire has it. */
export function writeCandidate(candidate: Candidate, search: KeptSearch): ShownOffer {
  const { currency, cabin } = search.request;
  const [searchedAt, expiresAt] = [formatInstant(search.searchedAtMs), formatInstant(search.expiresAtMs)];
  const flight = toFlight(candidate, { currency, cabin, searchedAt, expiresAt });
  const [offer] = [...flight.cash, ...flight.award];
  if (offer === undefined) throw new Error("a priced flight has no offer");
  return { flight, offer, simulated: candidate.simulated };
}

function differenceOf(quoted: Candidate, current: Candidate, currency: Currency): OfferDifference {
  const totalOf = ({ cash, award }: Candidate) => [...cash, ...award][0]?.offer.total ?? 0;
  const milesOf = ({ award }: Candidate) => award[0]?.offer.miles ?? 0;
  return {
    total: formatMoney(totalOf(current) - totalOf(quoted), currency),
    miles: current.award.length > 0 ? milesOf(current) - milesOf(quoted) : null,
  };
}
