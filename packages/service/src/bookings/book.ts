import { isDeepStrictEqual } from "node:util";
import { type Booking, type CreateBooking, DomainError, type Owner, type RowScope } from "@wayfare/contract";
import type { Session, Unit } from "@wayfare/database";
import { daysOf } from "@wayfare/search";
import type { SoldSeats } from "@wayfare/suppliers";
import { recordEvent } from "@wayfare/webhooks";
import { beginSale, findSales, insertSoldSeats } from "../search/sales-store.ts";
import { confirmedData } from "./event-data.ts";
import type { Quote } from "./quote.ts";
import { awardRefund, cashRefund } from "./refund.ts";
import { findByClientReference, insertBooking, type NewBooking } from "./store.ts";
import { obeyTrigger } from "./triggers.ts";

/** A booking needs its offer priced, or priced once more: seats of its flights were sold or given back meanwhile. */
export class QuoteNeeded extends Error {
  override readonly name = "QuoteNeeded";
}

/** How often an offer is priced for one booking. */
const mostQuotes = 5;

/**
 * Books with a quote that still holds when the seats are taken: `book` runs in a transaction and says by QuoteNeeded that it does not; the
 * offer is then priced outside of it. The first try is without one where the answer may be known already.
 *
 * @throws DomainError CONFLICT where others were quicker each time, and whatever either throws.
 */
export async function bookWithQuote<Answer>(
  parts: { quote: () => Promise<Quote>; mayBeKnown: boolean },
  book: (quote: Quote | undefined) => Promise<Answer>,
): Promise<Answer> {
  let quote = parts.mayBeKnown ? undefined : await parts.quote();
  for (let quotes = quote ? 1 : 0; quotes <= mostQuotes; quotes++) {
    try {
      return await book(quote);
    } catch (error) {
      if (!(error instanceof QuoteNeeded)) throw error;
    }
    if (quotes < mostQuotes) quote = await parts.quote();
  }
  throw new DomainError("CONFLICT", {
    detail: "Others book the same flights at the same time. Send the request again.",
  });
}

/**
 * Makes a booking, takes its seats and records its event.
 *
 * @throws QuoteNeeded if the sales behind the quote have changed, DomainError CONFLICT for a client reference in use, or that of a sandbox trigger.
 */
export async function makeBooking(
  unit: Unit,
  { accountId, environment, applicationId }: RowScope,
  { body, quote }: { body: CreateBooking; quote: Quote },
): Promise<Booking> {
  const { session, nowMs } = unit;
  const owner = { accountId, environment, applicationId };
  const airlineCancelsAtMs = obeyTrigger(body.contact, nowMs);
  const version = await beginSale(session, owner);
  await refuseUsedReference(session, owner, { body, nowMs });
  await refuseStale(unit, owner, { quote, version });
  const booking = await insertBooking(session, { ...owner, ...describe(body, quote), airlineCancelsAtMs, nowMs });
  await insertSoldSeats(session, owner, { bookingId: booking.id, version, seats: quote.seats });
  const data = confirmedData(booking);
  await recordEvent(session, { ...owner, type: "booking.confirmed", data, nowMs });
  return booking;
}

/**
 * Refuses a client reference that another booking has used within 24 hours. In a transaction this holds until its end if the account's
 * sale has begun before, because bookings of one account and environment wait for each other there.
 *
 * @throws DomainError CONFLICT with the id of the other booking.
 */
export async function refuseUsedReference(
  session: Session,
  owner: RowScope,
  { body: { clientReference }, nowMs }: { body: CreateBooking; nowMs: number },
): Promise<void> {
  if (clientReference === undefined) return;
  const id = await findByClientReference(session, owner, clientReference, nowMs);
  if (id === undefined) return;
  const detail = `Booking ${id} has used this \`clientReference\` within the last 24 hours.`;
  throw new DomainError("CONFLICT", { detail });
}

/** Compares what is sold of the offer's own flights, on which alone its price depends, with what the quote was made with. */
async function refuseStale(
  { session }: Unit,
  owner: Owner,
  { quote, version }: { quote: Quote; version: number },
): Promise<void> {
  if (version === quote.sales.version + 1) return;
  const now = await findSales(session, owner, daysOf(quote.search.request));
  const isSame = isDeepStrictEqual(soldOn(quote.seats, now.seats), soldOn(quote.seats, quote.sales.seats));
  if (!isSame) throw new QuoteNeeded();
}

function soldOn(flights: readonly SoldSeats[], sold: readonly SoldSeats[]): SoldSeats[] {
  return sold.filter((each) =>
    flights.some(
      (flight) =>
        flight.operatingCarrier === each.operatingCarrier &&
        flight.operatingFlightNumber === each.operatingFlightNumber &&
        flight.origin === each.origin &&
        flight.departureDate === each.departureDate,
    ),
  );
}

type Described = Omit<NewBooking, keyof RowScope | "airlineCancelsAtMs" | "nowMs">;

function describe({ offerId, travelers, contact, ...own }: CreateBooking, quote: Quote): Described {
  const { search, flight, offer, departsAtMs } = quote;
  const { currency } = search.request;
  const { clientReference = null, metadata = {} } = own;
  const shared = {
    offerId,
    searchId: search.id,
    flight,
    travelers,
    contact,
    currency,
    departsAtMs,
    clientReference,
    metadata,
  };
  if (offer.kind === "cash") {
    const { cash } = offer;
    return { ...shared, kind: "cash", totalMinor: cash.total, miles: null, program: null, refund: cashRefund(cash) };
  }
  const { total, miles, program } = offer.award;
  return { ...shared, kind: "award", totalMinor: total, miles, program, refund: awardRefund(offer.award, currency) };
}
