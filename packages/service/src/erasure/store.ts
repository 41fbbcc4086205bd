import { type Erasure, formatInstant, newId } from "@wayfare/contract";
import { json, type Queryable } from "@wayfare/database";

/** Account or user whose personal data is erased. */
export interface Subject {
  type: "account" | "user";
  id: string;
  accountId: string;
}

interface ErasureRow {
  id: string;
  account_id: string;
  subject_type: "account" | "user";
  subject_id: string;
  requested_at: Date;
  completed_at: Date | null;
  erased_rows: Record<string, number>;
}

const columns = "id, account_id, subject_type, subject_id, requested_at, completed_at, erased_rows";

function toErasure(row: ErasureRow): Erasure {
  return {
    id: row.id,
    accountId: row.account_id,
    subject: { type: row.subject_type, id: row.subject_id },
    status: row.completed_at === null ? "running" : "completed",
    requestedAt: formatInstant(row.requested_at.getTime()),
    completedAt: row.completed_at === null ? null : formatInstant(row.completed_at.getTime()),
    rows: row.erased_rows,
  };
}

/** Requests an erasure. A request for the same subject starts it again. */
export async function requestErasure(db: Queryable, { type, id, accountId }: Subject, nowMs: number): Promise<Erasure> {
  const [row] = await db.query<ErasureRow>(
    `INSERT INTO erasures (id, account_id, subject_type, subject_id, requested_at, due_at) VALUES ($1, $2, $3, $4, $5, $5)
     ON CONFLICT (subject_id) DO UPDATE SET requested_at = excluded.requested_at, due_at = excluded.due_at, completed_at = NULL
     RETURNING ${columns}`,
    [newId("ers", nowMs), accountId, type, id, new Date(nowMs)],
  );
  if (row === undefined) throw new Error("INSERT of an erasure returned no row");
  return toErasure(row);
}

/** Finds the erasure of an account or user. */
export async function findErasure(
  db: Queryable,
  { accountId, id }: Pick<Subject, "accountId" | "id">,
): Promise<Erasure | undefined> {
  const [row] = await db.query<ErasureRow>(
    `SELECT ${columns} FROM erasures WHERE subject_id = $1 AND account_id = $2`,
    [id, accountId],
  );
  return row && toErasure(row);
}

/** An erasure that this process works on. */
export interface LeasedErasure {
  id: string;
  leaseId: string;
  subject: Subject;
  requestedAtMs: number;
  isCompleted: boolean;
}

/** Leases the erasure that has been due for the longest time, if there is one. */
export async function leaseDueErasure(
  db: Queryable,
  { leaseId, leaseMs, nowMs }: { leaseId: string; leaseMs: number; nowMs: number },
): Promise<LeasedErasure | undefined> {
  const [row] = await db.query<ErasureRow>(
    `UPDATE erasures SET lease_id = $1, lease_ends_at = $2 WHERE id = (
       SELECT id FROM erasures WHERE due_at <= $3 AND (lease_ends_at IS NULL OR lease_ends_at <= $3)
       ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
     ) RETURNING ${columns}`,
    [leaseId, new Date(nowMs + leaseMs), new Date(nowMs)],
  );
  if (row === undefined) return undefined;
  const subject: Subject = { type: row.subject_type, id: row.subject_id, accountId: row.account_id };
  const requestedAtMs = row.requested_at.getTime();
  return { id: row.id, leaseId, subject, requestedAtMs, isCompleted: row.completed_at !== null };
}

/** Adds erased rows and extends the lease. Returns false if another process has the lease. */
export async function recordErasedRows(
  db: Queryable,
  { id, leaseId }: LeasedErasure,
  { rows, leaseEndsAtMs }: { rows: Readonly<Record<string, number>>; leaseEndsAtMs: number },
): Promise<boolean> {
  const updated = await db.execute(
    `UPDATE erasures SET lease_ends_at = $3, erased_rows = erased_rows || coalesce((
       SELECT jsonb_object_agg(added.key, coalesce((erased_rows ->> added.key)::bigint, 0) + added.value::bigint)
       FROM jsonb_each_text($4::jsonb) AS added), '{}')
     WHERE id = $1 AND lease_id = $2`,
    [id, leaseId, new Date(leaseEndsAtMs), json(rows)],
  );
  return updated > 0;
}

/**
 * Ends a pass of an erasure that was not requested again since it was leased.
 *
 * @param pass.completedAtMs null if the erasure is not complete.
 * @param pass.dueAtMs next pass; null if there is none.
 */
export async function finishPass(
  db: Queryable,
  { id, leaseId, requestedAtMs }: LeasedErasure,
  { completedAtMs, dueAtMs }: { completedAtMs: number | null; dueAtMs: number | null },
): Promise<void> {
  await db.execute(
    `UPDATE erasures SET lease_id = NULL, lease_ends_at = NULL,
       completed_at = CASE WHEN requested_at = $3 THEN coalesce(completed_at, $4) ELSE completed_at END,
       due_at = CASE WHEN requested_at = $3 THEN $5 ELSE due_at END
     WHERE id = $1 AND lease_id = $2`,
    [
      id,
      leaseId,
      new Date(requestedAtMs),
      completedAtMs === null ? null : new Date(completedAtMs),
      dueAtMs === null ? null : new Date(dueAtMs),
    ],
  );
}

/** Counts the erasures that are due, and those whose next pass is later, up to a limit. */
export async function readErasureQueue(
  db: Queryable,
  { nowMs, limit }: { nowMs: number; limit: number },
): Promise<{ due: number; later: number; isMinimum: boolean; oldestDueMs: number | null }> {
  const [row] = await db.query<{ counted: number; due: number; oldest: Date | null }>(
    `SELECT count(*)::int AS counted, (count(*) FILTER (WHERE due_at <= $1))::int AS due,
            min(due_at) FILTER (WHERE due_at <= $1) AS oldest
     FROM (SELECT due_at FROM erasures WHERE due_at IS NOT NULL ORDER BY due_at LIMIT $2) waiting`,
    [new Date(nowMs), limit + 1],
  );
  const { counted = 0, due = 0, oldest = null } = row ?? {};
  return { due, later: counted - due, isMinimum: counted > limit, oldestDueMs: oldest?.getTime() ?? null };
}
