import {
  type Booking,
  type BookingFailure,
  type bookingStatuses,
  type Canceller,
  type Contact,
  type Currency,
  type Flight,
  firstIdAt,
  formatInstant,
  formatMoney,
  type Metadata,
  newId,
  type pendingReasons,
  type Refund,
  type RowScope,
  readCurrency,
  type Traveler,
} from "@wayfare/contract";
import { applicationCondition, json, type Queryable } from "@wayfare/database";
import { sandboxName } from "@wayfare/suppliers";
import type { SecretBox } from "@wayfare/webhooks";
import { changesColumn, type StoredChange, toChange } from "./change-store.ts";
import { completeOffers, conditionsOf } from "./complete-offers.ts";
import { type ConfirmedRefund, ownRefund, toConfirmedRefund } from "./confirmed-refund.ts";
import { erasedData, openPersonalData, sealPersonalData, unsealedColumns } from "./personal-data.ts";
import { generateReference } from "./reference.ts";
import { airlineRefundRule, changeRefundRule, isChangedInSandbox, type RefundTerms } from "./refund.ts";
import type { DueStep, SandboxStep } from "./triggers.ts";

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
  cancelled_by: Canceller | null;
  pending_reason: (typeof pendingReasons)[number] | null;
  confirmed_refund: ConfirmedRefund | null;
  changes: StoredChange[];
  metadata: Metadata;
  source: string;
  simulated: boolean;
  supplier_reference: string | null;
  supplier_charge_minor: number | null;
  supplier_charge_currency: string | null;
  failure_code: BookingFailure["code"] | null;
  supplier_failure_code: string | null;
  sealed_personal_data: Uint8Array | null;
  travelers_erased_at: Date | null;
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
  /** Supplier of the offer. A booking at a live supplier is pending. */
  source: string;
  simulated: boolean;
  /** Step in the sandbox that follows without a request, or null. With `confirm`, the booking is pending until then. */
  step: DueStep | null;
  nowMs: number;
}

/** A stored booking with members that the API does not return. */
export interface StoredBooking {
  owner: RowScope;
  departsAtMs: number;
  totalMinor: number;
  currency: Currency;
  booking: Booking;
  /** Refund of a cancellation by the customer. */
  customerRefund: Refund;
}

const columns = `booking.id, booking.account_id, booking.environment, booking.application_id, booking.status, booking.reference, booking.kind, booking.offer_id,
  booking.search_id, booking.flight, booking.travelers, booking.contact, booking.total_minor, booking.currency, booking.miles,
  booking.program, booking.departs_at, booking.refund_minor, booking.refund_rule, booking.created_at, booking.cancelled_at,
  booking.cancelled_by, booking.client_reference, booking.metadata, booking.source, booking.simulated, booking.supplier_reference,
  booking.supplier_charge_minor, booking.supplier_charge_currency, booking.failure_code, booking.supplier_failure_code,
  booking.sealed_personal_data, booking.travelers_erased_at, booking.pending_reason, booking.confirmed_refund, ${changesColumn}`;

/** Attempts to find a free reference. Two references of an account collide with a probability of 2^-30. */
const maxAttempts = 5;

/**
 * Inserts a booking with a record locator that is unique in the account. Travelers and contact are sealed; a process of the
 * previous version shows the booking without them.
 */
export async function insertBooking(db: Queryable, made: NewBooking, box: SecretBox): Promise<Booking> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const [row] = await db.query<BookingRow>(
      `INSERT INTO bookings AS booking
         (id, account_id, environment, reference, kind, offer_id, search_id, flight, travelers, contact, total_minor, currency,
          miles, program, departs_at, refund_minor, refund_rule, airline_cancels_at, created_at,
          client_reference, metadata, application_id, source, simulated, status, sealed_personal_data, pending_reason, sandbox_step,
          sandbox_step_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29)
       ON CONFLICT (account_id, reference) DO NOTHING RETURNING ${columns}`,
      [newId("bkg", made.nowMs), made.accountId, made.environment, generateReference(), ...valuesOf(made, box)],
    );
    if (row) return toStored(row, box).booking;
  }
  throw new Error("no free record locator found");
}

function valuesOf(made: NewBooking, box: SecretBox) {
  const { travelers, contact, step } = made;
  const isConfirmed = made.source === sandboxName && step?.step !== "confirm";
  return [
    made.kind,
    made.offerId,
    made.searchId,
    json(made.flight),
    unsealedColumns.travelers,
    unsealedColumns.contact,
    made.totalMinor,
    made.currency,
    made.miles,
    made.program,
    new Date(made.departsAtMs),
    made.refund.minor,
    made.refund.rule,
    step?.step === "cancel" ? new Date(step.atMs) : null,
    new Date(made.nowMs),
    made.clientReference,
    json(made.metadata),
    made.applicationId,
    made.source,
    made.simulated,
    isConfirmed ? "confirmed" : "pending",
    sealPersonalData(box, { travelers, contact }),
    step?.step === "confirm" ? "accepted" : null,
    ...(step === null || step.step === "cancel" ? [null, null] : [step.step, new Date(step.atMs)]),
  ];
}

/** Finds a booking in a scope. With `update`, locks the row until the transaction ends. */
export async function findBooking(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  id: string,
  { box, lock = "none" }: { box: SecretBox; lock?: "update" | "none" },
): Promise<StoredBooking | undefined> {
  const [row] = await db.query<BookingRow>(
    `SELECT ${columns} FROM bookings booking
     WHERE id = $1 AND account_id = $2 AND environment = $3 AND ${applicationCondition("$4")}${lock === "update" ? " FOR NO KEY UPDATE" : ""}`,
    [id, accountId, environment, applicationId],
  );
  return row && toStored(row, box);
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
  box: SecretBox,
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
  return rows.map((row) => toStored(row, box).booking);
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

/** Party that cancelled, if it is known, and the refund that the supplier confirmed; null for a refund by fare rules. */
export interface Cancelled {
  by: Canceller | null;
  refund: ConfirmedRefund | null;
}

/** Marks a locked booking as cancelled. */
export async function markCancelled(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  id: string,
  { by, refund, nowMs, box }: Cancelled & { nowMs: number; box: SecretBox },
): Promise<Booking> {
  const [row] = await db.query<BookingRow>(
    `UPDATE bookings booking SET status = 'cancelled', cancelled_at = $4, cancelled_by = $5, airline_cancels_at = NULL, sandbox_step = NULL,
       sandbox_step_at = NULL, confirmed_refund = $7
     WHERE id = $1 AND account_id = $2 AND environment = $3 AND ${applicationCondition("$6")} RETURNING ${columns}`,
    [id, accountId, environment, new Date(nowMs), by, applicationId, refund === null ? null : json(refund)],
  );
  if (!row) throw new Error("UPDATE of a locked booking returned no row");
  return toStored(row, box).booking;
}

/**
 * Locks a booking whose next step in the sandbox is due, and skips rows that other transactions have locked. Test data is due by the test
 * clock of its account.
 *
 * @returns the booking, its step, and the current time by the clock of its data.
 */
export async function lockDueBooking(
  db: Queryable,
  wallMs: number,
  box: SecretBox,
): Promise<(StoredBooking & { step: SandboxStep; nowMs: number }) | undefined> {
  const [row] = await db.query<BookingRow & { step: SandboxStep; offset_ms: number }>(
    `SELECT ${columns}, COALESCE(booking.sandbox_step, 'cancel') AS step,
       CASE booking.environment WHEN 'test' THEN account.test_clock_offset_ms ELSE 0 END AS offset_ms
     FROM bookings booking JOIN accounts account ON account.id = booking.account_id
     WHERE (booking.sandbox_step_at IS NOT NULL OR booking.airline_cancels_at IS NOT NULL)
       AND COALESCE(booking.sandbox_step_at, booking.airline_cancels_at) <= $1::timestamptz
         + (CASE booking.environment WHEN 'test' THEN account.test_clock_offset_ms ELSE 0 END) * interval '1 millisecond'
     ORDER BY COALESCE(booking.sandbox_step_at, booking.airline_cancels_at), booking.id LIMIT 1
     FOR NO KEY UPDATE OF booking SKIP LOCKED`,
    [new Date(wallMs)],
  );
  return row && { ...toStored(row, box), step: row.step, nowMs: wallMs + row.offset_ms };
}

/** Removes the next step of a locked booking in the sandbox. */
export async function clearSandboxStep(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  id: string,
): Promise<void> {
  await db.execute(
    `UPDATE bookings SET sandbox_step = NULL, sandbox_step_at = NULL
     WHERE id = $1 AND account_id = $2 AND environment = $3 AND application_id IS NOT DISTINCT FROM $4::text`,
    [id, accountId, environment, applicationId],
  );
}

/** Moves steps of the sandbox that are due for an account's test bookings back by a duration. */
export async function moveTestBookings(db: Queryable, accountId: string, backMs: number): Promise<void> {
  await db.execute(
    `UPDATE bookings SET airline_cancels_at = airline_cancels_at - $2 * interval '1 millisecond',
       sandbox_step_at = sandbox_step_at - $2 * interval '1 millisecond'
     WHERE account_id = $1 AND environment = 'test' AND (airline_cancels_at IS NOT NULL OR sandbox_step_at IS NOT NULL)`,
    [accountId, backMs],
  );
}

function toStored(row: BookingRow, box: SecretBox): StoredBooking {
  const { id, environment, status, reference, kind, flight, miles, program, metadata, source, simulated } = row;
  const { application_id: applicationId, sealed_personal_data: sealed } = row;
  const isErased = row.travelers_erased_at !== null;
  const { travelers, contact } = isErased ? erasedData : sealed === null ? row : openPersonalData(box, sealed);
  const currency = readCurrency(row.currency);
  const booking: Booking = {
    id,
    environment,
    applicationId,
    status,
    pendingReason: status === "pending" ? (row.pending_reason ?? "unknown") : null,
    reference,
    source,
    supplierReference: row.supplier_reference,
    clientReference: row.client_reference,
    kind,
    offerId: row.offer_id,
    searchId: row.search_id,
    flight,
    conditions: conditionsOf(flight),
    travelers,
    contact,
    total: formatMoney(row.total_minor, currency),
    miles,
    program,
    supplierCharge: chargeOf(row),
    createdAt: formatInstant(row.created_at.getTime()),
    cancelledAt: row.cancelled_at && formatInstant(row.cancelled_at.getTime()),
    cancelledBy: row.cancelled_by,
    refund: refundOf(row, currency),
    failure: failureOf(row),
    changes: row.changes.map(toChange),
    metadata,
    simulated,
    travelersErasedAt: row.travelers_erased_at && formatInstant(row.travelers_erased_at.getTime()),
  };
  return {
    owner: { accountId: row.account_id, environment, applicationId },
    departsAtMs: row.departs_at.getTime(),
    totalMinor: row.total_minor,
    currency,
    customerRefund: customerRefundOf(row, currency),
    booking: completeOffers(booking),
  };
}

/** The refund: as the supplier confirmed it, else everything if the airline cancelled, else by the refund terms. */
function refundOf(row: BookingRow, currency: Currency): Booking["refund"] {
  if (row.status !== "cancelled") return null;
  if (row.confirmed_refund !== null) return toConfirmedRefund(row.confirmed_refund, row, currency);
  if (row.cancelled_by === "airline") return fullRefund(row, currency, airlineRefundRule);
  return customerRefundOf(row, currency);
}

function fullRefund({ total_minor: minor, miles }: BookingRow, currency: Currency, rule: string): Refund {
  return { ...ownRefund, money: formatMoney(minor, currency), miles, fee: formatMoney(0, currency), rule };
}

/** The refund of a cancellation by the customer: everything if the airline has changed the flights, else by the refund terms. */
function customerRefundOf(row: BookingRow, currency: Currency): Refund {
  if (isChangedInSandbox(row)) return fullRefund(row, currency, changeRefundRule);
  const money = formatMoney(row.refund_minor, currency);
  const fee = formatMoney(Math.max(0, row.total_minor - row.refund_minor), currency);
  const milesFee = conditionsOf(row.flight).refund?.milesFee ?? 0;
  const miles = row.miles === null ? null : row.miles - milesFee;
  return { ...ownRefund, money, miles, fee, rule: row.refund_rule };
}

function chargeOf({ supplier_charge_minor: minor, supplier_charge_currency: currency }: BookingRow) {
  return minor === null || currency === null ? null : formatMoney(minor, readCurrency(currency));
}

function failureOf({ failure_code: code, supplier_failure_code: supplierCode }: BookingRow): Booking["failure"] {
  return code === null ? null : { code, supplierCode };
}

/** Result of the order of a pending booking. */
export type BookingResult =
  | {
      status: "confirmed";
      supplierReference: string | null;
      /** Amount that the supplier charged; null in the sandbox. */
      charge: { minor: number; currency: Currency } | null;
      /** The flights of the order; null if the supplier does not state them. */
      slices: Flight["slices"] | null;
    }
  | { status: "failed"; failure: BookingFailure };

/**
 * Sets the result of a pending booking, whose flights become those of the order. Returns undefined if it is not pending.
 *
 * @param settled.from `failed` to confirm a booking whose order appeared late
 */
export async function settleBooking(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  {
    id,
    result,
    box,
    from = "pending",
  }: { id: string; result: BookingResult; box: SecretBox; from?: "pending" | "failed" },
): Promise<Booking | undefined> {
  const isConfirmed = result.status === "confirmed";
  const slices = isConfirmed && (result.slices?.length ?? 0) > 0 ? result.slices : null;
  const departureAt = slices?.[0]?.departureAt;
  const [row] = await db.query<BookingRow>(
    `UPDATE bookings booking SET status = $4, supplier_reference = CASE WHEN travelers_erased_at IS NULL THEN $5 END,
       supplier_charge_minor = $6, supplier_charge_currency = $7, failure_code = $8, supplier_failure_code = $9, pending_reason = NULL,
       sandbox_step = NULL, sandbox_step_at = NULL,
       flight = CASE WHEN $12::jsonb IS NULL THEN flight ELSE jsonb_set(flight, '{slices}', $12::jsonb) END,
       departs_at = COALESCE($13::timestamptz, departs_at)
     WHERE id = $1 AND account_id = $2 AND environment = $3 AND ${applicationCondition("$10")} AND status = $11
     RETURNING ${columns}`,
    [
      id,
      accountId,
      environment,
      result.status,
      isConfirmed ? result.supplierReference : null,
      isConfirmed ? (result.charge?.minor ?? null) : null,
      isConfirmed ? (result.charge?.currency ?? null) : null,
      isConfirmed ? null : result.failure.code,
      isConfirmed ? null : result.failure.supplierCode,
      applicationId,
      from,
      slices === null ? null : json(slices),
      departureAt === undefined || departureAt === null ? null : new Date(departureAt),
    ],
  );
  return row && toStored(row, box).booking;
}

/** Notes that the supplier has accepted the order of a pending booking without a result. */
export async function markAccepted(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  id: string,
): Promise<void> {
  await db.execute(
    `UPDATE bookings SET pending_reason = 'accepted'
     WHERE id = $1 AND account_id = $2 AND environment = $3 AND application_id IS NOT DISTINCT FROM $4::text AND status = 'pending'`,
    [id, accountId, environment, applicationId],
  );
}

/** Sets the price of a pending booking, which changed before the order. */
export async function changePrice(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  { id, flight, totalMinor }: { id: string; flight: Flight; totalMinor: number },
): Promise<void> {
  await db.execute(
    `UPDATE bookings SET flight = $5, total_minor = $6
     WHERE id = $1 AND account_id = $2 AND environment = $3 AND application_id IS NOT DISTINCT FROM $4::text AND status = 'pending'`,
    [id, accountId, environment, applicationId, json(flight), totalMinor],
  );
}

/** Sets the flights and the airline's record locator of a locked booking. */
export async function changeBooking(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  { id, flight, reference, box }: { id: string; flight: Flight; reference: string | null; box: SecretBox },
): Promise<Booking> {
  const departureAt = flight.slices[0]?.departureAt;
  const [row] = await db.query<BookingRow>(
    `UPDATE bookings booking SET flight = $4, supplier_reference = CASE WHEN travelers_erased_at IS NULL THEN $5 END,
       departs_at = COALESCE($6::timestamptz, departs_at)
     WHERE id = $1 AND account_id = $2 AND environment = $3 AND ${applicationCondition("$7")} RETURNING ${columns}`,
    [
      id,
      accountId,
      environment,
      json(flight),
      reference,
      departureAt === undefined ? null : new Date(departureAt),
      applicationId,
    ],
  );
  if (!row) throw new Error("UPDATE of a locked booking returned no row");
  return toStored(row, box).booking;
}

/** Erases travelers, contact and all texts of the caller of a locked booking. */
export async function eraseBookingTravelers(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  { id, nowMs, box }: { id: string; nowMs: number; box: SecretBox },
): Promise<Booking> {
  const [row] = await db.query<BookingRow>(
    `UPDATE bookings booking SET travelers = $4, contact = $5, sealed_personal_data = NULL, metadata = '{}', client_reference = NULL,
       supplier_reference = NULL, travelers_erased_at = $6
     WHERE id = $1 AND account_id = $2 AND environment = $3 AND ${applicationCondition("$7")} RETURNING ${columns}`,
    [id, accountId, environment, unsealedColumns.travelers, unsealedColumns.contact, new Date(nowMs), applicationId],
  );
  if (!row) throw new Error("UPDATE of a locked booking returned no row");
  return toStored(row, box).booking;
}
