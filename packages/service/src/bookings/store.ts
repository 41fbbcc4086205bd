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
  type Refund,
  type RowScope,
  readCurrency,
  type Traveler,
} from "@wayfare/contract";
import { applicationCondition, json, type Queryable } from "@wayfare/database";
import { completeOffers } from "./complete-offers.ts";
import { generateReference } from "./reference.ts";
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

/** Values of a new booking. */
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
  /** Time at which the airline cancels it, or null. */
  airlineCancelsAtMs: number | null;
  nowMs: number;
}

/** A stored booking with members that the API does not return. */
export interface StoredBooking {
  owner: RowScope;
  departsAtMs: number;
  booking: Booking;
  /** Refund of a cancellation by the customer. */
  customerRefund: Refund;
}

const columns = `booking.id, booking.account_id, booking.environment, booking.application_id, booking.status, booking.reference, booking.kind, booking.offer_id,
  booking.search_id, booking.flight, booking.travelers, booking.contact, booking.total_minor, booking.currency, booking.miles,
  booking.program, booking.departs_at, booking.refund_minor, booking.refund_rule, booking.created_at, booking.cancelled_at,
  booking.cancelled_by, booking.client_reference, booking.metadata`;

/** Attempts to find a free reference. Two references of an account collide with a probability of 2^-30. */
const maxAttempts = 5;

/** Inserts a booking with a record locator that is unique in the account. */
export async function insertBooking(db: Queryable, made: NewBooking): Promise<Booking> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const [row] = await db.query<BookingRow>(
      `INSERT INTO bookings AS booking
         (id, account_id, environment, status, reference, kind, offer_id, search_id, flight, travelers, contact, total_minor, currency,
          miles, program, departs_at, refund_minor, refund_rule, airline_cancels_at, created_at,
          client_reference, metadata, application_id)
       VALUES ($1, $2, $3, 'confirmed', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)
       ON CONFLICT (account_id, reference) DO NOTHING RETURNING ${columns}`,
      [newId("bkg", made.nowMs), made.accountId, made.environment, generateReference(), ...valuesOf(made)],
    );
    if (row) return toStored(row).booking;
  }
  throw new Error("no free record locator found");
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

/** Finds a booking in a scope. With `update`, locks the row until the transaction ends. */
export async function findBooking(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  id: string,
  lock: "update" | "none" = "none",
): Promise<StoredBooking | undefined> {
  const [row] = await db.query<BookingRow>(
    `SELECT ${columns} FROM bookings booking
     WHERE id = $1 AND account_id = $2 AND environment = $3 AND ${applicationCondition("$4")}${lock === "update" ? " FOR NO KEY UPDATE" : ""}`,
    [id, accountId, environment, applicationId],
  );
  return row && toStored(row);
}

interface BookingPage {
  filters?: { status?: Booking["status"]; reference?: string; clientReference?: string };
  firstId?: string | undefined;
  afterId: string | null;
  limit: number;
}

/** Lists bookings of an account and partition, newest first, with `firstId` ≤ id < `afterId`. */
export async function listBookings(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  { filters = {}, firstId, afterId, limit }: BookingPage,
): Promise<Booking[]> {
  const rows = await db.query<BookingRow>(
    `SELECT ${columns} FROM bookings booking
     WHERE account_id = $1 AND environment = $2 AND ($3::text IS NULL OR id < $3) AND ($4::text IS NULL OR status = $4)
       AND ($6::text IS NULL OR reference = $6) AND ($7::text IS NULL OR client_reference = $7) AND ($8::text IS NULL OR id >= $8)
       AND ${applicationCondition("$9")}
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
  return rows.map((row) => toStored(row).booking);
}

/** Time during which a client reference cannot be reused. */
const clientReferenceMs = 86_400_000;

/** Finds the id of a booking that used a client reference within the last 24 hours. */
export async function findByClientReference(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  clientReference: string,
  nowMs: number,
): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(
    `SELECT id FROM bookings
     WHERE account_id = $1 AND environment = $2 AND client_reference = $3 AND id >= $4 AND application_id IS NOT DISTINCT FROM $5::text
     ORDER BY id DESC LIMIT 1`,
    [accountId, environment, clientReference, firstIdAt("bkg", nowMs - clientReferenceMs + 1), applicationId],
  );
  return row?.id;
}

/** Marks a locked booking as cancelled. */
export async function markCancelled(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  id: string,
  { by, nowMs }: { by: "customer" | "airline"; nowMs: number },
): Promise<Booking> {
  const [row] = await db.query<BookingRow>(
    `UPDATE bookings booking SET status = 'cancelled', cancelled_at = $4, cancelled_by = $5, airline_cancels_at = NULL
     WHERE id = $1 AND account_id = $2 AND environment = $3 AND ${applicationCondition("$6")} RETURNING ${columns}`,
    [id, accountId, environment, new Date(nowMs), by, applicationId],
  );
  if (!row) throw new Error("UPDATE of a locked booking returned no row");
  return toStored(row).booking;
}

/**
 * Locks a booking whose airline cancellation is due, and skips rows that other transactions have locked. Test data is due by the test clock
 * of its account.
 *
 * @returns the booking, and the current time by the clock of its data.
 */
export async function lockDueBooking(
  db: Queryable,
  wallMs: number,
): Promise<(StoredBooking & { nowMs: number }) | undefined> {
  const [row] = await db.query<BookingRow & { offset_ms: number }>(
    `SELECT ${columns}, CASE booking.environment WHEN 'test' THEN account.test_clock_offset_ms ELSE 0 END AS offset_ms
     FROM bookings booking JOIN accounts account ON account.id = booking.account_id
     WHERE booking.airline_cancels_at IS NOT NULL
       AND booking.airline_cancels_at <= $1::timestamptz
         + (CASE booking.environment WHEN 'test' THEN account.test_clock_offset_ms ELSE 0 END) * interval '1 millisecond'
     ORDER BY booking.airline_cancels_at, booking.id LIMIT 1
     FOR NO KEY UPDATE OF booking SKIP LOCKED`,
    [new Date(wallMs)],
  );
  return row && { ...toStored(row), nowMs: wallMs + row.offset_ms };
}

/** Moves cancellations by the airline that are due for an account's test bookings back by a duration. */
export async function moveTestBookings(db: Queryable, accountId: string, backMs: number): Promise<void> {
  await db.execute(
    `UPDATE bookings SET airline_cancels_at = airline_cancels_at - $2 * interval '1 millisecond'
     WHERE account_id = $1 AND environment = 'test' AND airline_cancels_at IS NOT NULL`,
    [accountId, backMs],
  );
}

function toStored(row: BookingRow): StoredBooking {
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
    customerRefund: customerRefundOf(row, currency),
    booking: completeOffers(booking),
  };
}

/** The refund: by the refund terms if the customer cancelled, everything if the airline did. */
function refundOf(row: BookingRow, currency: Currency): Booking["refund"] {
  if (row.cancelled_by === null) return null;
  if (row.cancelled_by === "airline") {
    return { money: formatMoney(row.total_minor, currency), miles: row.miles, rule: airlineRefundRule };
  }
  return customerRefundOf(row, currency);
}

/** The refund of a cancellation by the customer. */
function customerRefundOf(row: BookingRow, currency: Currency): Refund {
  return { money: formatMoney(row.refund_minor, currency), miles: row.miles, rule: row.refund_rule };
}
