import { isDeepStrictEqual } from "node:util";
import {
  type AccountScope,
  type Booking,
  type CreateBooking,
  DomainError,
  type RowScope,
  readCurrency,
  toMinor,
} from "@wayfare/contract";
import type { Queryable, UnitOfWork } from "@wayfare/database";
import { daysOf } from "@wayfare/search";
import { type SoldSeats, sandboxName } from "@wayfare/suppliers";
import { recordEvent, type SecretBox } from "@wayfare/webhooks";
import { findSales, incrementSalesVersion, insertSoldSeats } from "../search/sales-store.ts";
import { confirmedData } from "./event-data.ts";
import { insertOrder } from "./order-store.ts";
import type { Quote } from "./quote.ts";
import { sandboxRefund, supplierRefund } from "./refund.ts";
import { findByClientReference, insertBooking, type NewBooking } from "./store.ts";
import { applyTrigger } from "./triggers.ts";

/** Requests a new quote: the booking has none yet, or seats of its flights were sold or released since it was made. */
export class QuoteRequired extends Error {
  override readonly name = "QuoteRequired";
}

/** Maximum number of quotes for one booking. */
const maxQuotes = 5;

/**
 * Books with a quote that is still valid when the seats are reserved. `book` runs in a transaction and throws QuoteRequired if it is not;
 * the offer is then priced again outside of the transaction. With `mayBeReplay`, the first attempt runs without a quote.
 *
 * @throws DomainError CONFLICT if concurrent bookings invalidate every quote, and all errors of `quote` and `book`.
 */
export async function bookWithQuote<Result>(
  options: { quote: () => Promise<Quote>; mayBeReplay: boolean },
  book: (quote: Quote | undefined) => Promise<Result>,
): Promise<Result> {
  let quote = options.mayBeReplay ? undefined : await options.quote();
  for (let quotes = quote ? 1 : 0; quotes <= maxQuotes; quotes++) {
    try {
      return await book(quote);
    } catch (error) {
      if (!(error instanceof QuoteRequired)) throw error;
    }
    if (quotes < maxQuotes) quote = await options.quote();
  }
  throw new DomainError("CONFLICT", {
    detail: "Concurrent bookings changed the seats of these flights too often. Retry the request.",
  });
}

/**
 * Creates a booking and records its event. Reserves the seats of a booking in the sandbox; one at a live supplier is pending, and its order
 * follows when the transaction has committed.
 *
 * @throws QuoteRequired if the quote is stale, DomainError OFFER_EXPIRED, CONFLICT if the client reference is in use, or the error of a sandbox trigger.
 */
export async function createBooking(
  unit: UnitOfWork,
  { accountId, environment, applicationId }: RowScope,
  { body, quote, box }: { body: CreateBooking; quote: Quote; box: SecretBox },
): Promise<Booking> {
  const { tx, nowMs } = unit;
  const owner = { accountId, environment, applicationId };
  const { order, expiresAtMs } = quote;
  if (nowMs >= expiresAtMs) throw new DomainError("OFFER_EXPIRED");
  const step = order === null ? applyTrigger(body.contact, nowMs) : null;
  const version = await incrementSalesVersion(tx, owner);
  await assertReferenceUnused(tx, owner, { body, nowMs });
  if (order === null) await assertQuoteCurrent(unit, owner, { quote, version });
  const { supplier: source, simulated } = order ?? { supplier: sandboxName, simulated: true };
  const described = { ...owner, ...describe(body, quote), source, simulated };
  const booking = await insertBooking(tx, { ...described, step, nowMs }, box);
  if (order !== null) {
    const maxTotalMinor = maxTotalOf(body, booking);
    await insertOrder(tx, owner, { ...order, bookingId: booking.id, maxTotalMinor, nowMs: unit.wallMs });
    await recordEvent(tx, { ...owner, type: "booking.pending", data: confirmedData(booking), nowMs });
    return booking;
  }
  await insertSoldSeats(tx, owner, { bookingId: booking.id, version, seats: quote.seats });
  const type = booking.status === "pending" ? "booking.pending" : "booking.confirmed";
  await recordEvent(tx, { ...owner, type, data: confirmedData(booking), nowMs });
  return booking;
}

/** The highest total that the customer accepts; null without one in the currency of the booking. */
function maxTotalOf({ maxTotal }: CreateBooking, { total }: Booking): number | null {
  if (maxTotal === undefined || maxTotal.currency !== total.currency) return null;
  return toMinor(maxTotal.amount, readCurrency(maxTotal.currency));
}

/**
 * Rejects a client reference that another booking used within 24 hours. In a transaction that has incremented the sales version, the result
 * holds until the end, because bookings of one account and environment wait for each other there.
 *
 * @throws DomainError CONFLICT that names the other booking.
 */
export async function assertReferenceUnused(
  db: Queryable,
  owner: RowScope,
  { body: { clientReference }, nowMs }: { body: CreateBooking; nowMs: number },
): Promise<void> {
  if (clientReference === undefined) return;
  const id = await findByClientReference(db, owner, clientReference, nowMs);
  if (id === undefined) return;
  const detail = `\`clientReference\` was already used by booking ${id} within the last 24 hours.`;
  throw new DomainError("CONFLICT", { detail });
}

/** Compares the sold seats of the offer's flights, on which its price depends, with those of the quote. */
async function assertQuoteCurrent(
  { tx }: UnitOfWork,
  scope: AccountScope,
  { quote, version }: { quote: Quote; version: number },
): Promise<void> {
  if (version === quote.sales.version + 1) return;
  const now = await findSales(tx, scope, daysOf(quote.search.request));
  const isSame = isDeepStrictEqual(soldOn(quote.seats, now.seats), soldOn(quote.seats, quote.sales.seats));
  if (!isSame) throw new QuoteRequired();
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

type Described = Omit<NewBooking, keyof RowScope | "step" | "nowMs" | "source" | "simulated">;

function describe({ offerId, travelers, contact, ...own }: CreateBooking, quote: Quote): Described {
  const { search, flight, offer, departsAtMs } = quote;
  // Live offers have their own currency.
  const currency = (offer.kind === "cash" ? offer.cash.currency : undefined) ?? search.request.currency;
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
    const refund = quote.order === null ? sandboxRefund(cash, currency) : supplierRefund;
    return { ...shared, kind: "cash", totalMinor: cash.total, miles: null, program: null, refund };
  }
  const { total, miles, program } = offer.award;
  if (total === null) throw new DomainError("OFFER_NOT_BOOKABLE");
  return { ...shared, kind: "award", totalMinor: total, miles, program, refund: sandboxRefund(offer.award, currency) };
}
