import {
  type CreateBooking,
  countSeats,
  DomainError,
  dateAt,
  type Flight,
  formatMoney,
  isCurrency,
  type Offer,
  type OfferDifference,
  parseOfferId,
  toMinor,
} from "@wayfare/contract";
import { type Candidate, fromOrdinal } from "@wayfare/search";
import {
  type AwardOffer,
  type CashOffer,
  latinNames,
  type NameAlphabet,
  type SoldSeats,
  sandboxName,
  sandboxSlot,
} from "@wayfare/suppliers";
import { nowOf } from "../http/caller.ts";
import type { CallContext, SearchDeps } from "../search/deps.ts";
import { getSearchOfOffer, repriceWithSales, toFlightWithOffer } from "../search/reprice.ts";
import type { Sales } from "../search/sales-store.ts";
import type { StoredSearch } from "../search/store.ts";
import { assertTravelersComplete, assertTravelersMatch, lastDateOf, type TravelerRules } from "./travelers.ts";
import { changesPrice } from "./triggers.ts";

type BookedOffer = { kind: "cash"; cash: CashOffer } | { kind: "award"; award: AwardOffer };

/** A price for an offer, with the sales that it depends on. */
export interface Quote {
  search: StoredSearch;
  /** The flight with this offer only. */
  flight: Flight;
  offer: BookedOffer;
  departsAtMs: number;
  expiresAtMs: number;
  /** Seats that the booking needs, by flight. */
  seats: SoldSeats[];
  /** Sold seats at the time of pricing. */
  sales: Sales;
  /** Set for an offer of a live supplier, which is ordered there: its name and its reference of the offer. */
  order: { supplier: string; offerReference: string; simulated: boolean } | null;
}

/** The live suppliers that take orders, by name. */
export type OrderingSuppliers = ReadonlyMap<string, { slot: number; nameAlphabet: NameAlphabet }>;

/** Offset of the zone furthest ahead of UTC. A traveler born there today can have a birth date one day ahead of UTC. */
const furthestOffsetMinutes = 14 * 60;

/**
 * Prices an offer for a booking.
 *
 * @throws DomainError NOT_FOUND, OFFER_EXPIRED, TRAVELERS_MISMATCH, OFFER_NOT_BOOKABLE, OFFER_CHANGED, SOLD_OUT, or the error of
 * a supplier that does not respond. A changed price of a live supplier is accepted within `maxTotal`; in the sandbox it has its own offer.
 */
export async function quoteOffer(
  deps: SearchDeps & { orderingSuppliers: OrderingSuppliers },
  body: CreateBooking,
  call: CallContext,
): Promise<Quote> {
  const search = await getSearchOfOffer(deps, body.offerId, call);
  const nowMs = nowOf(deps.clock, call.caller);
  if (nowMs >= search.expiresAtMs) throw new DomainError("OFFER_EXPIRED");
  const rules = travelerRulesOf(search, body.offerId, { orderingSuppliers: deps.orderingSuppliers, nowMs });
  const { flexibleDays = 0 } = search.request;
  if (flexibleDays === 0) assertTravelersMatch(body.travelers, rules);
  const priced = await repriceWithSales(deps, search, body.offerId, call, {
    priceChanges: changesPrice(body.contact),
  });
  if (priced.status === "sold_out") throw new DomainError("SOLD_OUT");
  if (priced.status === "expired") throw new DomainError("OFFER_EXPIRED");
  const current = priced.status === "changed" ? priced.change : toFlightWithOffer(priced.candidate, search);
  const { candidate, offer: shown } = current;
  const expiresAtMs = Date.parse(shown.expiresAt);
  if (nowMs >= expiresAtMs) throw new DomainError("OFFER_EXPIRED");
  const { source } = shown;
  const isOrdered = deps.orderingSuppliers.has(source) && shown.kind === "cash";
  if (source !== sandboxName && !isOrdered) throw notBookable(source, linksOf(shown));
  const isAccepted = body.maxTotal === undefined || isWithin(shown.total, body.maxTotal);
  const isSamePrice = priced.status === "available";
  if (!isAccepted || (!isSamePrice && (body.maxTotal === undefined || !isOrdered))) {
    const difference = priced.status === "changed" ? priced.change.difference : noDifference(shown);
    throw new DomainError("OFFER_CHANGED", { offerChange: { offer: shown, difference } });
  }
  if (flexibleDays > 0) {
    // The date of the last slice is that of the flight.
    assertTravelersMatch(body.travelers, { ...rules, lastDate: lastDateOfFlight(candidate) ?? rules.lastDate });
  }
  const offer = bookableOffer(candidate);
  if (isOrdered) assertTravelersComplete(body.travelers, shown.requires ?? []);
  return {
    search,
    flight: current.flight,
    offer,
    departsAtMs: (candidate.flight.slices[0]?.segments[0]?.departure?.epochMinutes ?? 0) * 60_000,
    expiresAtMs,
    seats: isOrdered ? [] : seatsOf(candidate, offer, countSeats(search.request.travelers)),
    sales: priced.sales,
    order: isOrdered ? orderOf(candidate, shown) : null,
  };
}

/** Rules of an offer by its supplier, which is known before the offer is priced. */
function travelerRulesOf(
  { request }: StoredSearch,
  offerId: string,
  { orderingSuppliers, nowMs }: { orderingSuppliers: OrderingSuppliers; nowMs: number },
): TravelerRules {
  const { slot } = fromOrdinal(parseOfferId(offerId)?.ordinal ?? 0);
  const ordering = [...orderingSuppliers.values()].find((each) => each.slot === slot);
  return {
    request,
    lastDate: lastDateOf(request),
    today: dateAt(nowMs, furthestOffsetMinutes),
    needsExactAges: ordering !== undefined,
    // The sandbox has the alphabet of suppliers, so that integrators meet it in test.
    nameAlphabet: ordering?.nameAlphabet ?? (slot === sandboxSlot ? latinNames : null),
  };
}

function lastDateOfFlight({ flight }: Candidate): string | undefined {
  const departure = flight.slices.at(-1)?.segments[0]?.departure;
  return departure ? dateAt(departure.epochMinutes * 60_000, departure.offsetMinutes) : undefined;
}

/** True if the total is at most the accepted one, in the same currency. */
function isWithin(total: Offer["total"], max: NonNullable<CreateBooking["maxTotal"]>): boolean {
  if (total === null || total.currency !== max.currency || !isCurrency(max.currency)) return false;
  const [is, limit] = [toMinor(total.amount, max.currency), toMinor(max.amount, max.currency)];
  return is !== null && limit !== null && is <= limit;
}

/** Difference of an offer that did not change, but exceeds the accepted total. */
function noDifference({ kind, total }: Offer): OfferDifference {
  const currency = total !== null && isCurrency(total.currency) ? total.currency : "USD";
  return { total: formatMoney(0, currency), miles: kind === "award" ? 0 : null };
}

function orderOf({ cash: [cash], simulated }: Candidate, { source }: Offer): Quote["order"] {
  const reference = cash?.offer.reference;
  if (cash === undefined || reference === undefined) throw new DomainError("OFFER_NOT_BOOKABLE");
  return { supplier: source, offerReference: reference, simulated };
}

function bookableOffer({ cash: [cash], award: [award] }: Candidate): BookedOffer {
  if (cash) return { kind: "cash", cash: cash.offer };
  if (award) return { kind: "award", award: award.offer };
  throw new DomainError("OFFER_NOT_BOOKABLE");
}

/** Links of an offer, or of each of its tickets. */
function linksOf(offer: Offer): string[] {
  const tickets = offer.kind === "award" ? (offer.tickets ?? []) : [];
  return [offer, ...tickets].flatMap(({ bookingLink }) => bookingLink ?? []);
}

function notBookable(source: string, links: readonly string[]): DomainError {
  const where = links.length === 0 ? "" : ` Book at ${[...new Set(links)].join(" and ")}.`;
  return new DomainError("OFFER_NOT_BOOKABLE", { detail: `Offers of ${source} cannot be booked here.${where}` });
}

/** Seats of the booking: one per traveler except infants on a lap on every segment, in the cabin of the offer. */
function seatsOf({ flight }: Candidate, offer: BookedOffer, party: number): SoldSeats[] {
  const segments = flight.slices.flatMap((slice) => slice.segments);
  return segments.map(({ operatingCarrier, operatingFlightNumber, origin, departure }, at) => {
    const { cabin, saver } = cabinOf(offer, at);
    if (operatingCarrier === null || operatingFlightNumber === null || departure === null) {
      throw new DomainError("OFFER_NOT_BOOKABLE");
    }
    return {
      operatingCarrier,
      operatingFlightNumber,
      origin,
      departureDate: dateAt(departure.epochMinutes * 60_000, departure.offsetMinutes),
      cabin,
      seats: party,
      saverSeats: saver ? party : 0,
    };
  });
}

function cabinOf(offer: BookedOffer, segment: number): Pick<SoldSeats, "cabin"> & { saver: boolean } {
  if (offer.kind === "cash") {
    return { cabin: offer.cash.segments[segment]?.cabin ?? offer.cash.cabin, saver: false };
  }
  const { segments, cabin, level } = offer.award;
  const own = segments?.[segment];
  return own ? { cabin: own.cabin, saver: own.saver === true } : { cabin, saver: level === "saver" };
}
