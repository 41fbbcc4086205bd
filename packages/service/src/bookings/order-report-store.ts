import {
  type Booking,
  type CredentialOwner,
  formatInstant,
  formatMoney,
  type OperatorBooking,
  type OrderReportType,
  type Partition,
  type RowScope,
  readCurrency,
} from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";

/** Report about an order for operators. */
export interface OrderReport {
  accountId: string;
  environment: Partition;
  bookingId: string;
  supplier: string;
  orderId: string | null;
  type: OrderReportType;
  /** True if an operator has to act. */
  isOpen: boolean;
  nowMs: number;
}

/** Stores the last report about a booking. Returns false if the same one is stored already. */
export async function reportOrder(db: Queryable, report: OrderReport): Promise<boolean> {
  const rows = await db.execute(
    `INSERT INTO order_reports AS report (booking_id, account_id, environment, supplier, order_id, kind, created_at, resolved_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (booking_id) DO UPDATE
     SET order_id = COALESCE(excluded.order_id, report.order_id), kind = excluded.kind, created_at = excluded.created_at,
         resolved_at = excluded.resolved_at
     WHERE report.kind <> excluded.kind`,
    [
      report.bookingId,
      report.accountId,
      report.environment,
      report.supplier,
      report.orderId,
      report.type,
      new Date(report.nowMs),
      report.isOpen ? null : new Date(report.nowMs),
    ],
  );
  return rows > 0;
}

/** Resolves the open report about a booking, if there is one. */
export async function resolveReport(
  db: Queryable,
  { bookingId, nowMs }: { bookingId: string; nowMs: number },
): Promise<void> {
  await db.execute("UPDATE order_reports SET resolved_at = $2 WHERE booking_id = $1 AND resolved_at IS NULL", [
    bookingId,
    new Date(nowMs),
  ]);
}

/** Counts the open reports of all accounts by type. */
export async function countOpenReports(db: Queryable): Promise<Map<OrderReportType, number>> {
  const rows = await db.query<{ kind: OrderReportType; reports: number }>(
    `SELECT kind, count(*)::int AS reports FROM order_reports WHERE resolved_at IS NULL GROUP BY kind ORDER BY kind LIMIT 20`,
  );
  return new Map(rows.map(({ kind, reports }) => [kind, reports]));
}

/** An order about which an operator decides. */
export interface ReportedOrder {
  bookingId: string;
  owner: RowScope;
  supplier: string;
  credentialOwner: CredentialOwner | null;
  orderId: string | null;
  status: Booking["status"];
  /** Offset of the account's test clock; 0 for live data. */
  offsetMs: number;
}

/** Finds the order of a booking of any account. With `lock`, locks booking and order until the transaction ends. */
export async function findReportedOrder(
  db: Queryable,
  bookingId: string,
  { lock = false } = {},
): Promise<ReportedOrder | undefined> {
  const [row] = await db.query<{
    account_id: string;
    environment: Partition;
    application_id: string | null;
    supplier: string;
    credential_owner: CredentialOwner | null;
    order_id: string | null;
    status: Booking["status"];
    offset_ms: number;
  }>(
    `SELECT placed.account_id, placed.environment, placed.application_id, placed.supplier, placed.credential_owner, placed.order_id,
       booking.status, CASE placed.environment WHEN 'test' THEN account.test_clock_offset_ms ELSE 0 END AS offset_ms
     FROM booking_orders placed JOIN bookings booking ON booking.id = placed.booking_id JOIN accounts account ON account.id = placed.account_id
     WHERE placed.booking_id = $1 ORDER BY placed.booking_id LIMIT 1${lock ? " FOR UPDATE OF placed, booking" : ""}`,
    [bookingId],
  );
  if (row === undefined) return undefined;
  const { account_id: accountId, environment, application_id: applicationId, credential_owner: credentialOwner } = row;
  const owner = { accountId, environment, applicationId };
  const { supplier, order_id: orderId, status, offset_ms: offsetMs } = row;
  return { bookingId, owner, supplier, credentialOwner, orderId, status, offsetMs };
}

interface ReportRow {
  booking_id: string;
  account_id: string;
  environment: Partition;
  supplier: string;
  order_id: string | null;
  kind: OrderReportType;
  created_at: Date;
  resolved_at: Date | null;
  status: Booking["status"] | null;
  pending_reason: Booking["pendingReason"];
  total_minor: number | null;
  currency: string | null;
  requested_at: Date | null;
  looked_up_at: Date | null;
}

const selectReports = `SELECT report.booking_id, COALESCE(booking.account_id, report.account_id) AS account_id, report.environment, report.supplier,
     COALESCE(placed.order_id, report.order_id) AS order_id, report.kind, report.created_at, report.resolved_at, booking.status,
     booking.pending_reason, booking.total_minor, booking.currency, placed.requested_at, placed.looked_up_at
   FROM order_reports report
   LEFT JOIN bookings booking ON booking.id = report.booking_id
   LEFT JOIN booking_orders placed ON placed.booking_id = report.booking_id`;

/** Finds the report about a booking of any account. */
export async function findReport(db: Queryable, bookingId: string): Promise<OperatorBooking | undefined> {
  const [row] = await db.query<ReportRow>(
    `${selectReports} WHERE report.booking_id = $1 ORDER BY report.booking_id LIMIT 1`,
    [bookingId],
  );
  return row && toOperatorBooking(row);
}

interface ReportPage {
  filters: { type?: OrderReportType; open?: boolean };
  afterId: string | null;
  limit: number;
}

/** Lists the reports about bookings of all accounts, newest booking first. */
export async function listReports(
  db: Queryable,
  { filters: { type, open }, afterId, limit }: ReportPage,
): Promise<OperatorBooking[]> {
  const rows = await db.query<ReportRow>(
    `${selectReports}
     WHERE ($1::text IS NULL OR report.booking_id < $1) AND ($2::text IS NULL OR report.kind = $2)
       AND ($3::boolean IS NULL OR (report.resolved_at IS NULL) = $3)
     ORDER BY report.booking_id DESC LIMIT $4`,
    [afterId, type ?? null, open ?? null, limit],
  );
  return rows.map(toOperatorBooking);
}

function toOperatorBooking(row: ReportRow): OperatorBooking {
  const { booking_id: id, account_id: accountId, environment, kind: type, status, supplier: source } = row;
  const instantOf = (time: Date | null) => time && formatInstant(time.getTime());
  return {
    id,
    accountId,
    environment,
    type,
    status,
    pendingReason: status === "pending" ? (row.pending_reason ?? "unknown") : null,
    source,
    orderReference: row.order_id,
    total:
      row.total_minor === null || row.currency === null
        ? null
        : formatMoney(row.total_minor, readCurrency(row.currency)),
    requestedAt: instantOf(row.requested_at),
    lookedUpAt: instantOf(row.looked_up_at),
    reportedAt: formatInstant(row.created_at.getTime()),
    resolvedAt: instantOf(row.resolved_at),
  };
}
