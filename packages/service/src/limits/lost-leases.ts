import type { Database, Session } from "@wayfare/database";
import { leaseGraceMs } from "./quota-rules.ts";

const mostRows = 200;

interface LeaseRow {
  account_id: string;
  period_start: Date;
  holder: string;
}

/**
 * Takes the units of processes that died out of what is held: they may have been used, so nobody gets them, but no customer is told
 * that they were, until the period ends. Answers how many leases there were that held any; one without is of a process that is merely idle.
 */
export function loseExpiredLeases(database: Database, nowMs: number): Promise<number> {
  const expiredBefore = new Date(nowMs - leaseGraceMs);
  return database.transaction(async (session) => {
    const rows = await session.query<LeaseRow>(
      `SELECT account_id, period_start, holder FROM quota_leases WHERE state = 'live' AND expires_at < $1
       ORDER BY account_id, period_start, holder LIMIT $2`,
      [expiredBefore, mostRows],
    );
    let lost = 0;
    for (const row of rows) lost += await loseLease(session, row, expiredBefore);
    return lost;
  });
}

/** Under the lock of the quota's row, looked at again: its holder may have renewed it meanwhile. */
async function loseLease(session: Session, row: LeaseRow, expiredBefore: Date): Promise<number> {
  const quota = [row.account_id, row.period_start];
  await session.query("SELECT 1 FROM account_quotas WHERE account_id = $1 AND period_start = $2 FOR UPDATE", quota);
  const [lease] = await session.query<{ units: number }>(
    `UPDATE quota_leases SET state = 'lost'
     WHERE account_id = $1 AND period_start = $2 AND holder = $3 AND state = 'live' AND expires_at < $4 RETURNING units`,
    [...quota, row.holder, expiredBefore],
  );
  if (lease === undefined) return 0;
  await session.execute(
    "UPDATE account_quotas SET held = held - $3, lost = lost + $3 WHERE account_id = $1 AND period_start = $2",
    [...quota, lease.units],
  );
  return lease.units > 0 ? 1 : 0;
}

/** How long leases of a period are kept once they have ended. */
const keptMs = 40 * 86_400_000;

/** Deletes one batch of leases that ended long ago; answers how many there were. */
export function deleteOldLeases(session: Session, nowMs: number, limit: number): Promise<number> {
  return session.execute(
    `DELETE FROM quota_leases WHERE ctid IN (
       SELECT ctid FROM quota_leases WHERE expires_at < $1 AND state <> 'live' OR expires_at < $1 AND units = 0
       ORDER BY expires_at LIMIT $2
     )`,
    [new Date(nowMs - keptMs), limit],
  );
}
