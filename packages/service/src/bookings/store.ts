import {
  type Booking,
  type bookingStatuses,
  type Contact,
  type Currency,
  type Flight,
  firstIdAt,
  formatInstant,
  formatMoney,
  type Metadata,
  newId,
  type RowScope,
  readCurrency,
  type Traveler,
} from "@wayfare/contract";
import { json, ofApplication, type Session } from "@wayfare/database";
import { completeOffers } from "./complete-offers.ts";
import { drawReference } from "./reference.ts";
import { airlineRefundRule, type RefundTerms } from "./refund.ts";

interface BookingRow {
  id: string;
  account_id: string;
  environment: "test" | "live";
  application_id: string | null;
  status: (typeof bookingStatuses)[number];
  reference: string;
  client_reference: string | null;
  kind: "cash" | "award";
  offer_id: string;
  search_id: string;
  flight: Flight;
  travelers: Traveler[];
  contact: Contact;
  total_minor: number;
  currency: string;
  miles: number | null;
  program: string | null;
  departs_at: Date;
  refund_minor: number;
  refund_rule: string;
  created_at: Date;
  cancelled_at: Date | null;
  cancelled_by: "customer" | "airline" | null;
  metadata: Metadata;
}

/** A booking that is about to be made. */
export interface NewBooking extends RowScope {
  offerId: string;
  searchId: string;
  kind: Booking["kind"];
  flight: Flight;
  travelers: readonly Traveler[];
  contact: Contact;
  totalMinor: number;
  currency: Currency;
  miles: number | null;
  program: string | null;
  departsAtMs: number;
  refund: RefundTerms;
  clientReference: string | null;
  metadata: Metadata;
  /** When the airline will cancel it, or null. */
  airlineCancelsAtMs: number | null;
  nowMs: number;
}

/** A booking as it is kept, with what the wire does not show. */
export interface KeptBooking {
  owner: RowScope;
  departsAtMs: number;
  booking: Booking;
}

const columns = `booking.id, booking.account_id, booking.environment, booking.application_id, booking.status, booking.reference, booking.kind, booking.offer_id,
  booking.search_id, booking.flight, booking.travelers, booking.contact, booking.total_minor, booking.currency, booking.miles,
  booking.program, booking.departs_at, booking.refund_minor, booking.refund_rule, booking.created_at, booking.cancelled_at,
  booking.cancelled_by, booking.client_reference, booking.metadata`;

/** References drawn before giving up: two of an account are the same once in a billion. */
const mostDraws = 5;

/** Writes a booking under a record locator that the account does not have yet. */
export async function insertBooking(session: Session, made: NewBooking): Promise<Booking> {
  for (let draw = 0; draw < mostDraws; draw++) {
    const [row] = await session.query<BookingRow>(
      `INSERT INTO bookings AS booking
         (id, account_id, environment, status, reference, kind, offer_id, search_id, flight, travelers, contact, total_minor, currency,
          miles, program, departs_at, refund_minor, refund_rule, airline_cancels_at, created_at,
          client_reference, metadata, application_id)
       VALUES ($1, $2, $3, 'confirmed', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)
       ON CONFLICT (account_id, reference) DO NOTHING RETURNING ${columns}`,
      [newId("bkg", made.nowMs), made.accountId, made.environment, drawReference(), ...valuesOf(made)],
    );
    if (row) return toKept(row).booking;
  }
  throw new Error("no record locator is free");
}

function valuesOf(made: NewBooking) {
  return [
    made.kind,
    made.offerId,
    made.searchId,
    json(made.flight),
    json(made.travelers),
    json(made.contact),
    made.totalMinor,
    made.currency,
    made.miles,
    made.program,
    new Date(made.departsAtMs),
    made.refund.minor,
    made.refund.rule,
    made.airlineCancelsAtMs === null ? null : new Date(made.airlineCancelsAtMs),
    new Date(made.nowMs),
    made.clientReference,
    json(made.metadata),
    made.applicationId,
  ];
}

/** A booking in a scope. With `update`, the row stays locked until the transaction ends. */
export async function findBooking(
  session: Session,
  { accountId, environment, applicationId }: RowScope,
  id: string,
  lock: "update" | "none" = "none",
): Promise<KeptBooking | undefined> {
  const [row] = await session.query<BookingRow>(
    `SELECT ${columns} FROM bookings booking
     WHERE id = $1 AND account_id = $2 AND environment = $3 AND ${ofApplication("$4")}${lock === "update" ? " FOR NO KEY UPDATE" : ""}`,
    [id, accountId, environment, applicationId],
  );
  return row && toKept(row);
}

interface BookingPage {
  filters?: { status?: Booking["status"]; reference?: string; clientReference?: string };
  firstId?: string | undefined;
  afterId: string | null;
  limit: number;
}

/** Bookings of an account and partition, newest first, below `afterId` and not below `firstId`. */
export async function listBookings(
  session: Session,
  { accountId, environment, applicationId }: RowScope,
  { filters = {}, firstId, afterId, limit }: BookingPage,
): Promise<Booking[]> {
  const rows = await session.query<BookingRow>(
    `SELECT ${columns} FROM bookings booking
     WHERE account_id = $1 AND environment = $2 AND ($3::text IS NULL OR id < $3) AND ($4::text IS NULL OR status = $4)
       AND ($6::text IS NULL OR reference = $6) AND ($7::text IS NULL OR client_reference = $7) AND ($8::text IS NULL OR id >= $8)
       AND ${ofApplication("$9")}
     ORDER BY id DESC LIMIT $5`,
    [
      accountId,
      environment,
      afterId,
      filters.status ?? null,
      limit,
      filters.reference ?? null,
      filters.clientReference ?? null,
      firstId ?? null,
      applicationId,
    ],
  );
  return rows.map((row) => toKept(row).booking);
}

/** How long a client reference cannot be used again. */
const clientReferenceMs = 86_400_000;

/** The id of the booking that was made with a client reference within the last 24 hours. */
export async function findByClientReference(
  session: Session,
  { accountId, environment, applicationId }: RowScope,
  clientReference: string,
  nowMs: number,
): Promise<string | undefined> {
  const [row] = await session.query<{ id: string }>(
    `SELECT id FROM bookings
     WHERE account_id = $1 AND environment = $2 AND client_reference = $3 AND id >= $4 AND application_id IS NOT DISTINCT FROM $5::text
     ORDER BY id DESC LIMIT 1`,
    [accountId, environment, clientReference, firstIdAt("bkg", nowMs - clientReferenceMs + 1), applicationId],
  );
  return row?.id;
}

/** Marks a booking that was found for update. */
export async function markCancelled(
  session: Session,
  { accountId, environment, applicationId }: RowScope,
  id: string,
  { by, nowMs }: { by: "customer" | "airline"; nowMs: number },
): Promise<Booking> {
  const [row] = await session.query<BookingRow>(
    `UPDATE bookings booking SET status = 'cancelled', cancelled_at = $4, cancelled_by = $5, airline_cancels_at = NULL
     WHERE id = $1 AND account_id = $2 AND environment = $3 AND ${ofApplication("$6")} RETURNING ${columns}`,
    [id, accountId, environment, new Date(nowMs), by, applicationId],
  );
  if (!row) throw new Error("a booking that was found is gone");
  return toKept(row).booking;
}

/**
 * Takes a booking that its airline cancels now, passing over those that somebody else has taken. Test data is due in its account's clock.
 *
 * @returns the booking, and the instant in the clock of its data.
 */
export async function takeDueBooking(
  session: Session,
  wallMs: number,
): Promise<(KeptBooking & { nowMs: number }) | undefined> {
  const [row] = await session.query<BookingRow & { offset_ms: number }>(
    `SELECT ${columns}, CASE booking.environment WHEN 'test' THEN account.test_clock_offset_ms ELSE 0 END AS offset_ms
     FROM bookings booking JOIN accounts account ON account.id = booking.account_id
     WHERE booking.airline_cancels_at IS NOT NULL
       AND booking.airline_cancels_at <= $1::timestamptz
         + (CASE booking.environment WHEN 'test' THEN account.test_clock_offset_ms ELSE 0 END) * interval '1 millisecond'
     ORDER BY booking.airline_cancels_at, booking.id LIMIT 1
     FOR NO KEY UPDATE OF booking SKIP LOCKED`,
    [new Date(wallMs)],
  );
  return row && { ...toKept(row), nowMs: wallMs + row.offset_ms };
}

function toKept(row: BookingRow): KeptBooking {
  const { id, environment, status, reference, kind, flight, travelers, contact, miles, program, metadata } = row;
  const { application_id: applicationId } = row;
  const currency = readCurrency(row.currency);
  const booking: Booking = {
    id,
    environment,
    applicationId,
    status,
    reference,
    clientReference: row.client_reference,
    kind,
    offerId: row.offer_id,
    searchId: row.search_id,
    flight,
    travelers,
    contact,
    total: formatMoney(row.total_minor, currency),
    miles,
    program,
    createdAt: formatInstant(row.created_at.getTime()),
    cancelledAt: row.cancelled_at && formatInstant(row.cancelled_at.getTime()),
    cancelledBy: row.cancelled_by,
    refund: refundOf(row, currency),
    metadata,
    simulated: true,
  };
  return {
    owner: { accountId: row.account_id, environment, applicationId },
    departsAtMs: row.departs_at.getTime(),
    booking: completeOffers(booking),
  };
}

/** What came back: by the terms when the customer cancelled, everything when the airline did. */
function refundOf(row: BookingRow, currency: Currency): Booking["refund"] {
  if (row.cancelled_by === null) return null;
  if (row.cancelled_by === "airline") {
    return { money: formatMoney(row.total_minor, currency), miles: row.miles, rule: airlineRefundRule };
  }
  return { money: formatMoney(row.refund_minor, currency), miles: row.miles, rule: row.refund_rule };
}
