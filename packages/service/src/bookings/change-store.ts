import { type BookingChange, type Change, formatInstant, newId, type RowScope } from "@wayfare/contract";
import { json, type Queryable } from "@wayfare/database";

/** A change of a booking with the supplier's id. */
export interface StoredChange {
  id: string;
  supplierChangeId: string;
  initiatedBy: Change["initiatedBy"];
  status: Change["status"];
  slices: BookingChange[];
  actions: Change["actions"];
  isAccepted: boolean;
  createdAtMs: number;
  updatedAtMs: number;
}

/** Column of a statement about `bookings booking` with all changes of the booking. */
export const changesColumn = `COALESCE((
    SELECT jsonb_agg(jsonb_build_object(
      'id', change.id, 'supplierChangeId', change.supplier_change_id, 'initiatedBy', change.initiated_by, 'status', change.status,
      'slices', change.slices, 'actions', change.actions, 'isAccepted', change.accepted_at IS NOT NULL,
      'createdAtMs', floor(extract(epoch FROM change.created_at) * 1000), 'updatedAtMs', floor(extract(epoch FROM change.updated_at) * 1000)
    ) ORDER BY change.created_at, change.id)
    FROM booking_changes change WHERE change.booking_id = booking.id AND change.account_id = booking.account_id
  ), '[]'::jsonb) AS changes`;

/** The change in the form of the API. Nothing is left to do once an acceptance was sent. */
export function toChange({ id, initiatedBy, status, slices, actions, isAccepted, ...times }: StoredChange): Change {
  return {
    id,
    initiatedBy,
    status,
    slices,
    actions: status === "pending" && !isAccepted ? actions : [],
    createdAt: formatInstant(times.createdAtMs),
    updatedAt: formatInstant(times.updatedAtMs),
  };
}

/** Lists the changes of a booking with the supplier's ids, oldest first. */
export async function listChanges(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  bookingId: string,
): Promise<StoredChange[]> {
  const [row] = await db.query<{ changes: StoredChange[] }>(
    `SELECT ${changesColumn} FROM bookings booking
     WHERE booking.id = $1 AND booking.account_id = $2 AND booking.environment = $3 AND booking.application_id IS NOT DISTINCT FROM $4::text
     ORDER BY booking.id LIMIT 1`,
    [bookingId, accountId, environment, applicationId],
  );
  return row?.changes ?? [];
}

/** Inserts a change of a locked booking, or sets its status and actions. @returns the change as it is now */
export async function saveChange(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  change: Pick<StoredChange, "supplierChangeId" | "initiatedBy" | "status" | "slices" | "actions"> & {
    bookingId: string;
    /** Position in the supplier's list, so that ids sort as it does. */
    at: number;
    nowMs: number;
  },
): Promise<string> {
  const [row] = await db.query<{ id: string }>(
    `INSERT INTO booking_changes AS change (id, booking_id, account_id, environment, application_id, supplier_change_id, initiated_by, status,
       slices, actions, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)
     ON CONFLICT (booking_id, supplier_change_id) DO UPDATE
     SET status = excluded.status, actions = excluded.actions, updated_at = excluded.updated_at
     RETURNING change.id`,
    [
      newId("chg", change.nowMs + change.at),
      change.bookingId,
      accountId,
      environment,
      applicationId,
      change.supplierChangeId,
      change.initiatedBy,
      change.status,
      json(change.slices),
      json(change.actions),
      new Date(change.nowMs),
    ],
  );
  if (row === undefined) throw new Error("INSERT of a change returned no row");
  return row.id;
}

/** Notes that an acceptance of a pending change is sent. Returns false if one was sent before, or the change is not pending. */
export async function markAcceptanceSent(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  { id, nowMs }: { id: string; nowMs: number | null },
): Promise<boolean> {
  const rows = await db.execute(
    `UPDATE booking_changes SET accepted_at = $5
     WHERE id = $1 AND account_id = $2 AND environment = $3 AND application_id IS NOT DISTINCT FROM $4::text AND status = 'pending'
       AND (accepted_at IS NULL OR $5::timestamptz IS NULL)`,
    [id, accountId, environment, applicationId, nowMs === null ? null : new Date(nowMs)],
  );
  return rows > 0;
}

/** Ends the pending changes of a booking that was cancelled. */
export async function cancelChanges(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  bookingId: string,
  nowMs: number,
): Promise<void> {
  await db.execute(
    `UPDATE booking_changes SET status = 'cancelled', actions = '[]', updated_at = $5
     WHERE booking_id = $1 AND account_id = $2 AND environment = $3 AND application_id IS NOT DISTINCT FROM $4::text AND status = 'pending'`,
    [bookingId, accountId, environment, applicationId, new Date(nowMs)],
  );
}
