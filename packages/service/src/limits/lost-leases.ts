import type { Database, Session } from "@wayfare/database";
import { leaseGraceMs } from "./quota-rules.ts";

/** Searches of an account in the period that begins at an instant, as durable records of usage count them. */
export type CountMetered = (accountId: string, periodStartMs: number) => Promise<number>;

const mostRows = 200;

interface LeaseRow {
  account_id: string;
  period_start: Date;
  holder: string;
}

interface LossRow {
  account_id: string;
  period_start: Date;
  used: number;
  lost: number;
}

/**
 * Takes the units of processes that died out of what is held: they may have been used, so nobody gets them, but no customer is told
 * that they were. Answers how many leases there were that held any; one without is of a process that is merely idle.
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

/**
 * Gives lost units back that were proven unused. While no process holds units of a quota, all that was answered is either reported or was
 * answered by a process that died, and what was metered counts both. Answers how many quotas there were.
 */
export async function proveLostUnits(database: Database, countMetered: CountMetered): Promise<number> {
  const rows = await database.query<LossRow>(
    `SELECT account_id, period_start, used, lost FROM account_quotas WHERE lost > 0 AND held = 0
     ORDER BY account_id, period_start LIMIT $1`,
    [mostRows],
  );
  let proven = 0;
  for (const row of rows) {
    const metered = await countMetered(row.account_id, row.period_start.getTime());
    proven += await database.transaction((session) => settleByMeter(session, row, metered));
  }
  return proven;
}

/** Changes nothing where searches were reported or units leased since before the count was made: a later run comes to it again. */
async function settleByMeter(session: Session, row: LossRow, metered: number): Promise<number> {
  const quota = [row.account_id, row.period_start];
  const settled = await session.execute(
    `UPDATE account_quotas SET used = GREATEST(used, LEAST(used + lost, $3)), lost = 0
     WHERE account_id = $1 AND period_start = $2 AND used = $4 AND lost = $5 AND held = 0`,
    [...quota, metered, row.used, row.lost],
  );
  if (settled === 0) return 0;
  await session.execute(
    "UPDATE quota_leases SET state = 'metered', units = 0 WHERE account_id = $1 AND period_start = $2 AND state = 'lost'",
    quota,
  );
  return 1;
}

/** How long leases of a period are kept once they have ended. */
const keptMs = 40 * 86_400_000;

/** Deletes one batch of leases that ended long ago; answers how many there were. */
export function deleteOldLeases(database: Database, nowMs: number, limit = 5000): Promise<number> {
  return database.execute(
    `DELETE FROM quota_leases WHERE ctid IN (
       SELECT ctid FROM quota_leases WHERE expires_at < $1 AND state <> 'live' OR expires_at < $1 AND units = 0
       ORDER BY expires_at LIMIT $2
     )`,
    [new Date(nowMs - keptMs), limit],
  );
}
