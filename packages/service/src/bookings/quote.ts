import { type CreateBooking, DomainError, dateAt, type Flight } from "@wayfare/contract";
import type { Candidate, Sourced } from "@wayfare/search";
import { type AwardOffer, type CashOffer, type SoldSeats, sandboxName } from "@wayfare/suppliers";
import { nowOf } from "../http/caller.ts";
import type { Call, SearchParts } from "../search/parts.ts";
import { getSearchOf, priceAgain, writeCandidate } from "../search/reprice.ts";
import type { Sales } from "../search/sales-store.ts";
import type { KeptSearch } from "../search/store.ts";
import { refuseMismatch } from "./travelers.ts";
import { changesPrice } from "./triggers.ts";

type BookedOffer = { kind: "cash"; cash: CashOffer } | { kind: "award"; award: AwardOffer };

/** An offer that stands, and what that rests on. */
export interface Quote {
  search: KeptSearch;
  /** With the offer alone. */
  flight: Flight;
  offer: BookedOffer;
  departsAtMs: number;
  /** What booking it takes, by flight. */
  seats: SoldSeats[];
  /** What had been sold when it was priced. */
  sales: Sales;
}

/** The zone furthest ahead of UTC: whoever is born there is born "tomorrow". */
const furthestOffsetMinutes = 14 * 60;

/**
 * Prices an offer for a booking.
 *
 * @throws DomainError NOT_FOUND, OFFER_EXPIRED, TRAVELERS_MISMATCH, OFFER_NOT_BOOKABLE, OFFER_CHANGED, SOLD_OUT, or that of
 * a supply that does not answer.
 */
export async function quoteOffer(parts: SearchParts, body: CreateBooking, call: Call): Promise<Quote> {
  const search = await getSearchOf(parts, body.offerId, call);
  const nowMs = nowOf(parts.clock, call.caller);
  if (nowMs >= search.expiresAtMs) throw new DomainError("OFFER_EXPIRED");
  refuseMismatch(body.travelers, search.request, dateAt(nowMs, furthestOffsetMinutes));
  const priced = await priceAgain(parts, search, body.offerId, call, { priceChanges: changesPrice(body.contact) });
  if (priced.status === "sold_out") throw new DomainError("SOLD_OUT");
  if (priced.status === "expired") throw new DomainError("OFFER_EXPIRED");
  if (priced.status === "changed") {
    const { offer, difference } = priced.change;
    throw new DomainError("OFFER_CHANGED", { offerChange: { offer, difference } });
  }
  const { candidate, sales } = priced;
  const { adults, children } = search.request.travelers;
  const offer = bookableOffer(candidate);
  return {
    search,
    flight: writeCandidate(candidate, search).flight,
    offer,
    departsAtMs: (candidate.flight.slices[0]?.segments[0]?.departure.epochMinutes ?? 0) * 60_000,
    seats: seatsOf(candidate, offer, adults + children),
    sales,
  };
}

function bookableOffer({ cash: [cash], award: [award] }: Candidate): BookedOffer {
  if (cash && isSandboxes(cash)) return { kind: "cash", cash: cash.offer };
  if (award && isSandboxes(award)) return { kind: "award", award: award.offer };
  throw new DomainError("OFFER_NOT_BOOKABLE");
}

function isSandboxes({ source }: Sourced<unknown>): boolean {
  return source === sandboxName;
}

/** A seat for each traveler but infants on every flight, in the cabin that the offer has there. */
function seatsOf({ flight }: Candidate, offer: BookedOffer, party: number): SoldSeats[] {
  const segments = flight.slices.flatMap((slice) => slice.segments);
  return segments.map(({ operatingCarrier, operatingFlightNumber, origin, departure }, at) => {
    const { cabin, saver } = takenOf(offer, at);
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

function takenOf(offer: BookedOffer, segment: number): Pick<SoldSeats, "cabin"> & { saver: boolean } {
  if (offer.kind === "cash") {
    return { cabin: offer.cash.segments[segment]?.cabin ?? offer.cash.cabin, saver: false };
  }
  const { segments, cabin, level } = offer.award;
  return segments?.[segment] ?? { cabin, saver: level === "saver" };
}
