import { type CreateBooking, DomainError, dateAt, type Flight } from "@wayfare/contract";
import type { Candidate } from "@wayfare/search";
import { type AwardOffer, type CashOffer, type SoldSeats, sandboxName } from "@wayfare/suppliers";
import { nowOf } from "../http/caller.ts";
import type { CallContext, SearchDeps } from "../search/deps.ts";
import { getSearchOfOffer, repriceWithSales, toFlightWithOffer } from "../search/reprice.ts";
import type { Sales } from "../search/sales-store.ts";
import type { StoredSearch } from "../search/store.ts";
import { assertTravelersMatch } from "./travelers.ts";
import { changesPrice } from "./triggers.ts";

type BookedOffer = { kind: "cash"; cash: CashOffer } | { kind: "award"; award: AwardOffer };

/** A price for an offer, with the sales that it depends on. */
export interface Quote {
  search: StoredSearch;
  /** The flight with this offer only. */
  flight: Flight;
  offer: BookedOffer;
  departsAtMs: number;
  /** Seats that the booking needs, by flight. */
  seats: SoldSeats[];
  /** Sold seats at the time of pricing. */
  sales: Sales;
}

/** Offset of the zone furthest ahead of UTC. A traveler born there today can have a birth date one day ahead of UTC. */
const furthestOffsetMinutes = 14 * 60;

/**
 * Prices an offer for a booking.
 *
 * @throws DomainError NOT_FOUND, OFFER_EXPIRED, TRAVELERS_MISMATCH, OFFER_NOT_BOOKABLE, OFFER_CHANGED, SOLD_OUT, or the error of
 * a supplier that does not respond.
 */
export async function quoteOffer(deps: SearchDeps, body: CreateBooking, call: CallContext): Promise<Quote> {
  const search = await getSearchOfOffer(deps, body.offerId, call);
  const nowMs = nowOf(deps.clock, call.caller);
  if (nowMs >= search.expiresAtMs) throw new DomainError("OFFER_EXPIRED");
  assertTravelersMatch(body.travelers, search.request, dateAt(nowMs, furthestOffsetMinutes));
  const priced = await repriceWithSales(deps, search, body.offerId, call, {
    priceChanges: changesPrice(body.contact),
  });
  if (priced.status === "sold_out") throw new DomainError("SOLD_OUT");
  if (priced.status === "expired") throw new DomainError("OFFER_EXPIRED");
  const { source, bookingLink } =
    priced.status === "changed" ? priced.change.offer : toFlightWithOffer(priced.candidate, search).offer;
  if (source !== sandboxName) throw notBookable(source, bookingLink);
  if (priced.status === "changed") {
    const { offer, difference } = priced.change;
    throw new DomainError("OFFER_CHANGED", { offerChange: { offer, difference } });
  }
  const { candidate, sales } = priced;
  const { adults, children } = search.request.travelers;
  const offer = bookableOffer(candidate);
  return {
    search,
    flight: toFlightWithOffer(candidate, search).flight,
    offer,
    departsAtMs: (candidate.flight.slices[0]?.segments[0]?.departure?.epochMinutes ?? 0) * 60_000,
    seats: seatsOf(candidate, offer, adults + children),
    sales,
  };
}

function bookableOffer({ cash: [cash], award: [award] }: Candidate): BookedOffer {
  if (cash) return { kind: "cash", cash: cash.offer };
  if (award) return { kind: "award", award: award.offer };
  throw new DomainError("OFFER_NOT_BOOKABLE");
}

function notBookable(source: string, bookingLink: string | null): DomainError {
  const where = bookingLink === null ? "" : ` Book at ${bookingLink}.`;
  return new DomainError("OFFER_NOT_BOOKABLE", { detail: `Offers of ${source} cannot be booked here.${where}` });
}

/** Seats of the booking: one per traveler except infants on every segment, in the cabin of the offer. */
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
