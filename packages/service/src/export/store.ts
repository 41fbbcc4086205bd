import type { Queryable } from "@wayfare/database";

/** An export that this process sends. */
export interface RunningExport {
  accountId: string;
  exportId: string;
}

/** Starts an export. Returns false if another one of the account is running. */
export async function startExport(
  db: Queryable,
  { accountId, exportId }: RunningExport,
  { nowMs, leaseMs }: { nowMs: number; leaseMs: number },
): Promise<boolean> {
  const started = await db.execute(
    `INSERT INTO account_exports AS kept (account_id, export_id, started_at, lease_ends_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (account_id) DO UPDATE SET export_id = excluded.export_id, started_at = excluded.started_at,
       lease_ends_at = excluded.lease_ends_at
     WHERE kept.lease_ends_at <= excluded.started_at`,
    [accountId, exportId, new Date(nowMs), new Date(nowMs + leaseMs)],
  );
  return started > 0;
}

/** Extends the lease of an export. Returns false if another export has started. */
export async function extendExport(
  db: Queryable,
  { accountId, exportId }: RunningExport,
  leaseEndsAtMs: number,
): Promise<boolean> {
  const extended = await db.execute(
    "UPDATE account_exports SET lease_ends_at = $3 WHERE account_id = $1 AND export_id = $2",
    [accountId, exportId, new Date(leaseEndsAtMs)],
  );
  return extended > 0;
}

export async function endExport(db: Queryable, { accountId, exportId }: RunningExport): Promise<void> {
  await db.execute("DELETE FROM account_exports WHERE account_id = $1 AND export_id = $2", [accountId, exportId]);
}
