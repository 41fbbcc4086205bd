import { type CredentialOwner, newId, type Partition } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import type { OrderSource } from "./found-order-store.ts";

const dayMs = 86_400_000;

/** A scan of a supplier's list whose next pages this process alone may read until the lease ends. */
export interface LeasedScan extends OrderSource {
  leaseId: string;
  /** Account of the credential; for the deployment, the account that ordered last. */
  callerId: string;
  after: string | null;
  lastOrderedAtMs: number;
  attempts: number;
}

interface ScanKey {
  supplier: string;
  environment: Partition;
  credentialOwner: CredentialOwner;
  accountId: string;
  nowMs: number;
}

const credentialOf = ({ credentialOwner, accountId }: Pick<ScanKey, "credentialOwner" | "accountId">): string =>
  credentialOwner === "deployment" ? "deployment" : accountId;

/** Schedules the daily scan of a credential that places an order. */
export async function scheduleScan(db: Queryable, key: ScanKey): Promise<void> {
  await db.execute(
    `INSERT INTO order_scans AS scan (supplier, environment, credential_owner, account_id, credential, due_at, last_ordered_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (supplier, environment, credential) DO UPDATE
     SET last_ordered_at = excluded.last_ordered_at, account_id = excluded.account_id
     WHERE scan.last_ordered_at < excluded.last_ordered_at - interval '1 hour'`,
    [
      key.supplier,
      key.environment,
      key.credentialOwner,
      key.accountId,
      credentialOf(key),
      new Date(key.nowMs + dayMs),
      new Date(key.nowMs),
    ],
  );
}

/** Makes the scan of a source due now: the supplier has reported an order that is not known. Does nothing soon after a complete one. */
export async function makeScanDue(
  db: Queryable,
  { supplier, environment, credentialOwner, accountId }: OrderSource,
  { nowMs, pauseMs }: { nowMs: number; pauseMs: number },
): Promise<void> {
  await db.execute(
    `UPDATE order_scans SET due_at = $4
     WHERE supplier = $1 AND environment = $2 AND credential = $3 AND due_at > $4
       AND (completed_at IS NULL OR completed_at <= $5)`,
    [
      supplier,
      environment,
      credentialOf({ credentialOwner, accountId: accountId ?? "" }),
      new Date(nowMs),
      new Date(nowMs - pauseMs),
    ],
  );
}

/** Leases the next due scan of any account. */
export async function leaseDueScan(
  db: Queryable,
  { nowMs, leaseMs }: { nowMs: number; leaseMs: number },
): Promise<LeasedScan | undefined> {
  const leaseId = newId("req", nowMs);
  const [row] = await db.query<{
    supplier: string;
    environment: Partition;
    credential_owner: CredentialOwner;
    account_id: string;
    after: string | null;
    last_ordered_at: Date;
    attempts: number;
  }>(
    `WITH due AS (
       SELECT supplier, environment, credential FROM order_scans
       WHERE due_at <= $1 AND (lease_ends_at IS NULL OR lease_ends_at <= $1)
       ORDER BY due_at, credential LIMIT 1 FOR UPDATE SKIP LOCKED
     )
     UPDATE order_scans scan SET lease_id = $2, lease_ends_at = $3, attempts = scan.attempts + 1
     FROM due
     WHERE scan.supplier = due.supplier AND scan.environment = due.environment AND scan.credential = due.credential
     RETURNING scan.supplier, scan.environment, scan.credential_owner, scan.account_id, scan.after, scan.last_ordered_at, scan.attempts`,
    [new Date(nowMs), leaseId, new Date(nowMs + leaseMs)],
  );
  if (row === undefined) return undefined;
  const { credential_owner: credentialOwner, account_id: callerId } = row;
  return {
    leaseId,
    supplier: row.supplier,
    environment: row.environment,
    credentialOwner,
    accountId: credentialOwner === "deployment" ? null : callerId,
    callerId,
    after: row.after,
    lastOrderedAtMs: row.last_ordered_at.getTime(),
    attempts: row.attempts,
  };
}

/** Stores the cursor of a leased scan, and ends the lease. */
export async function releaseScan(
  db: Queryable,
  { leaseId, supplier, environment, credentialOwner, callerId }: LeasedScan,
  {
    after,
    dueAtMs,
    completedAtMs,
    isFailed = false,
  }: {
    after: string | null;
    dueAtMs: number;
    completedAtMs: number | null;
    isFailed?: boolean;
  },
): Promise<void> {
  await db.execute(
    `UPDATE order_scans
     SET after = $5, due_at = $6, completed_at = COALESCE($7, completed_at), attempts = CASE WHEN $8 THEN attempts ELSE 0 END,
         lease_id = NULL, lease_ends_at = NULL
     WHERE supplier = $1 AND environment = $2 AND credential = $3 AND lease_id = $4`,
    [
      supplier,
      environment,
      credentialOf({ credentialOwner, accountId: callerId }),
      leaseId,
      after,
      new Date(dueAtMs),
      completedAtMs === null ? null : new Date(completedAtMs),
      isFailed,
    ],
  );
}

/** Deletes a leased scan whose credential has placed no order for a long time. */
export async function deleteScan(
  db: Queryable,
  { leaseId, supplier, environment, credentialOwner, callerId }: LeasedScan,
): Promise<void> {
  await db.execute(
    "DELETE FROM order_scans WHERE supplier = $1 AND environment = $2 AND credential = $3 AND lease_id = $4",
    [supplier, environment, credentialOf({ credentialOwner, accountId: callerId }), leaseId],
  );
}
