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
  fromOrdinal,
  narrowRequest,
  type RepricedOffer,
  type Sourced,
  toFlight,
} from "@wayfare/search";
import { type AwardOffer, type CashOffer, offerEndMs, sandboxSlot } from "@wayfare/suppliers";
import { nowOf } from "../http/caller.ts";
import type { CallContext, SearchDeps } from "./deps.ts";
import { jobContextOf } from "./job-context.ts";
import { keepCurrent } from "./live-change.ts";
import { newSearch } from "./new-search.ts";
import type { Sales } from "./sales-store.ts";
import type { StoredSearch } from "./store.ts";

/** Returns the search of an offer. Throws NOT_FOUND unless it belongs to the caller. */
export async function getSearchOfOffer(
  deps: SearchDeps,
  offerId: string,
  { caller }: CallContext,
): Promise<StoredSearch> {
  const parsed = parseOfferId(offerId);
  const search = parsed && (await deps.store.find(parsed.searchId, caller));
  if (!search) throw notFound("offer", offerId);
  return search;
}

/** A repriced offer, with the account's sales at that time. */
export type PricedOffer = { sales: Sales } & (
  | Exclude<RepricedOffer, { status: "changed" }>
  /** Replaced by the current offer for the same flight, which can be booked. */
  | { status: "changed"; change: CurrentOffer }
);

/**
 * Reprices an offer: an offer of the sandbox by running its search again, a stored offer of a live supplier at the supplier. If it changed,
 * returns the current offer of its flight, which a live supplier states and the sandbox is searched for.
 *
 * @param options.priceChanges treats an available offer as changed
 * @throws DomainError NOT_FOUND if the search has no such offer, or the error of a failed supplier.
 */
export async function repriceWithSales(
  deps: SearchDeps,
  search: StoredSearch,
  offerId: string,
  call: CallContext,
  { priceChanges = false } = {},
): Promise<PricedOffer> {
  const days = daysOf(search.request);
  const sales = await deps.findSales(call.caller, days);
  const { salesVersion: version = 0 } = search;
  const quoted = sales.version === version ? sales : await deps.findSales(call.caller, { ...days, version });
  const { access, onFailure } = await jobContextOf(deps, call);
  const nowMs = nowOf(deps.clock, call.caller);
  const bytes = await findKept(deps, search, offerId);
  const repriced = await deps.supply.runner.reprice(
    {
      ...repriceQueryOf(search),
      offerId,
      sales: { quoted: { ...quoted, version }, now: sales },
      ...(bytes && { kept: { bytes, nowMs, expiresAtMs: search.expiresAtMs } }),
      deadlineMs: deps.deadlineMs,
    },
    {
      access,
      onFailure,
      admit: (work) => deps.shedding.admitSearch(search.accountId, work),
    },
  );
  if (repriced.status === "changed" && repriced.current !== undefined) {
    const { quoted: before, current } = repriced;
    if (nowMs >= endMsOf(current)) return { status: "expired", sales };
    const change = await keepChange(deps, { search, offerId, quoted: before, current }, call);
    return { status: "changed", change, sales };
  }
  const isLive = bytes !== undefined;
  const isChanged = repriced.status === "changed" || (priceChanges && !isLive && repriced.status === "available");
  if (!isChanged) return { ...repriced, sales };
  const before = repriced.status === "changed" ? repriced.quoted : repriced.candidate;
  // An expired offer is not replaced, because the current offer would have the lifetime of a new search.
  if (nowMs >= Math.min(search.expiresAtMs, endMsOf(before))) return { status: "expired", sales };
  const change = await findChange(deps, { search, quoted: before, sales, otherBrand: priceChanges }, call);
  return change ? { status: "changed", change, sales } : { status: "sold_out", sales };
}

/** Finds the stored offers that contain an offer of a live supplier; undefined for an offer of the sandbox. */
async function findKept({ keptOffers }: SearchDeps, search: StoredSearch, offerId: string) {
  const parsed = parseOfferId(offerId);
  if (parsed === null || fromOrdinal(parsed.ordinal).slot === sandboxSlot) return undefined;
  return keptOffers.find(search, parsed);
}

/** A flight with a single offer, in API form. */
interface FlightWithOffer {
  candidate: Candidate;
  flight: Flight;
  offer: Offer;
}

type CurrentOffer = FlightWithOffer & OfferChange;

async function keepChange(
  deps: SearchDeps,
  changed: { search: StoredSearch; offerId: string; quoted: Candidate; current: Candidate },
  call: CallContext,
): Promise<CurrentOffer> {
  const { search, quoted, current, offerId } = changed;
  const { slot } = fromOrdinal(parseOfferId(offerId)?.ordinal ?? 0);
  const { candidate, stored } = await keepCurrent(deps, { search, current, slot }, call);
  return {
    ...toFlightWithOffer(candidate, stored),
    difference: differenceOf(quoted, candidate, search.request.currency),
  };
}

/** Searches the flight of a changed offer and stores that search, so that the current offer can be booked by its id. */
async function findChange(
  deps: SearchDeps,
  changed: { search: StoredSearch; quoted: Candidate; sales: Sales; otherBrand: boolean },
  call: CallContext,
): Promise<CurrentOffer | undefined> {
  const { search, quoted, sales, otherBrand } = changed;
  const stored = newSearch(deps, call.caller, {
    request: narrowRequest(search.request, quoted),
    searchedAtMs: nowOf(deps.clock, call.caller),
    salesVersion: sales.version,
  });
  const context = await jobContextOf(deps, call);
  const current = await deps.shedding.admitSearch(search.accountId, () =>
    deps.supply.runner.findCurrent(
      {
        quoted,
        run: { ...repriceQueryOf(stored), searchId: stored.id, soldSeats: sales.seats },
        otherBrand,
        deadlineMs: deps.deadlineMs,
      },
      context,
    ),
  );
  if (current === undefined) return undefined;
  await deps.store.insert(stored);
  return {
    ...toFlightWithOffer(current, stored),
    difference: differenceOf(quoted, current, search.request.currency),
  };
}

/** Returns the members of a stored search that its suppliers need. */
function repriceQueryOf({ accountId, environment, request, searchedAtMs, versions }: StoredSearch) {
  return { accountId, environment, request, searchedAtMs, versions };
}

/** Converts a candidate with a single offer to its API form. */
export function toFlightWithOffer(candidate: Candidate, search: StoredSearch): FlightWithOffer {
  const { currency, cabin } = search.request;
  const [searchedAt, expiresAt] = [formatInstant(search.searchedAtMs), formatInstant(search.expiresAtMs)];
  const flight = toFlight(candidate, { currency, cabin, searchedAt, expiresAt });
  const [offer] = [...flight.cash, ...flight.award];
  if (offer === undefined) throw new Error("a priced flight has no offer");
  return { candidate, flight, offer };
}

/** Compares prices in the currency of both offers, or in that of the search if they have different ones. */
function differenceOf(quoted: Candidate, current: Candidate, searched: Currency): OfferDifference {
  const [before, after] = [offerOf(quoted), offerOf(current)];
  const isSame = before?.offer.currency === after?.offer.currency;
  const totalOf = (sourced: typeof before) => (isSame ? sourced?.offer.total : sourced?.price) ?? 0;
  const currency = (isSame ? after?.offer.currency : undefined) ?? searched;
  const milesOf = ({ award }: Candidate) => award[0]?.offer.miles ?? 0;
  return {
    total: formatMoney(totalOf(after) - totalOf(before), currency),
    miles: current.award.length > 0 ? milesOf(current) - milesOf(quoted) : null,
  };
}

/** Returns the end of a single offer by itself. */
function endMsOf(candidate: Candidate): number {
  const sourced = offerOf(candidate);
  return sourced === undefined ? Number.NEGATIVE_INFINITY : offerEndMs(sourced.offer, candidate.flight);
}

function offerOf({ cash, award }: Candidate): Sourced<CashOffer | AwardOffer> | undefined {
  return [...cash, ...award][0];
}
