import { type AccountPlanRow, accountPlanSql, readAccountPlan } from "@wayfare/billing";
import type { Clock } from "@wayfare/contract";
import { type Database, type Queryable, runUnitOfWork } from "@wayfare/database";
import { databaseTime, timeParameter } from "./database-time.ts";
import { leaseGraceMs, settleAfterMs } from "./quota-rules.ts";
import { recordThresholds } from "./thresholds.ts";

const maxRows = 200;

interface LeaseKey {
  account_id: string;
  period_start: Date;
  holder: string;
}

interface LeaseClocks {
  /** Wall clock for event times. */
  clock: Clock;
  /** Virtual time of a test. */
  database?: Clock | undefined;
}

const isExpired = `state = 'live' AND expires_at < (SELECT ${databaseTime("$1")}) - $2 * interval '1 millisecond'`;

/**
 * Marks expired leases as lost. Units whose searches are in usage become used. The other units may have been used, and are withheld until
 * the lease is settled. Returns the number of leases that lost units.
 */
export async function loseExpiredLeases(database: Database, time: LeaseClocks): Promise<number> {
  const expiry = [timeParameter(time.database), leaseGraceMs];
  return runUnitOfWork(database, time.clock.nowMs(), async ({ tx }) => {
    const rows = await tx.query<LeaseKey>(
      `SELECT account_id, period_start, holder FROM quota_leases WHERE ${isExpired}
       ORDER BY account_id, period_start, holder LIMIT $3`,
      [...expiry, maxRows],
    );
    let lost = 0;
    for (const row of rows) {
      // Checked again under the quota's lock, because the process may have renewed the lease.
      const ended = await endLease(tx, row, { time, to: "lost", onlyIf: { sql: isExpired, values: expiry } });
      if (ended !== undefined && ended.units > 0) lost++;
    }
    return lost;
  });
}

/**
 * Settles the leases of a dead process whose journal has been written to usage: counts used units and returns the rest to the quota.
 * Returns the number of returned units.
 */
export async function settleLeasesOf(database: Database, holder: string, clock: Clock): Promise<number> {
  return runUnitOfWork(database, clock.nowMs(), async ({ tx }) => {
    const rows = await tx.query<LeaseKey>(
      `SELECT account_id, period_start, holder FROM quota_leases WHERE holder = $1 AND (units > 0 OR counted + counted_with_key > reported)
       ORDER BY account_id, period_start`,
      [holder],
    );
    let units = 0;
    for (const row of rows) units += (await endLease(tx, row, { time: { clock }, to: "settled" }))?.units ?? 0;
    return units;
  });
}

/** A lease of a dead process, whose units are withheld. */
interface LostLease {
  accountId: string;
  periodStartMs: number;
  /** Id of the process's usage journal. */
  holder: string;
  units: number;
  expiredAtMs: number;
  /** True if it expired long enough ago to be settled. */
  canSettle: boolean;
}

const isLost = `state = 'lost' AND units > 0 AND (period_ends_at IS NULL OR period_ends_at > (SELECT ${databaseTime("$1")}))`;

/** Lists lost leases of current periods, of one account or of all. */
export async function listLostLeases(
  db: Queryable,
  { accountId = null, limit }: { accountId?: string | null | undefined; limit: number },
  databaseClock?: Clock,
): Promise<LostLease[]> {
  const rows = await db.query<LeaseKey & { units: number; expires_at: Date; can_settle: boolean }>(
    `SELECT account_id, period_start, holder, units, expires_at,
            expires_at < (SELECT ${databaseTime("$1")}) - $2 * interval '1 millisecond' AS can_settle
     FROM quota_leases WHERE ${isLost} AND ($3::text IS NULL OR account_id = $3)
     ORDER BY account_id, period_start, holder LIMIT $4`,
    [timeParameter(databaseClock), settleAfterMs, accountId, limit],
  );
  return rows.map((row) => ({
    accountId: row.account_id,
    periodStartMs: row.period_start.getTime(),
    holder: row.holder,
    units: row.units,
    expiredAtMs: row.expires_at.getTime(),
    canSettle: row.can_settle,
  }));
}

/**
 * Settles one lost lease whose process will not return with its journal. Returns the number of returned units, or 0 if it is no longer
 * lost.
 */
export async function settleLostLease(database: Database, lease: LostLease, time: LeaseClocks): Promise<number> {
  const key = { account_id: lease.accountId, period_start: new Date(lease.periodStartMs), holder: lease.holder };
  const onlyIf = { sql: isLost, values: [timeParameter(time.database)] };
  const ended = await runUnitOfWork(database, time.clock.nowMs(), ({ tx }) =>
    endLease(tx, key, { time, to: "settled", onlyIf }),
  );
  return ended?.units ?? 0;
}

/** Counts the withheld units of current periods over all accounts. */
export async function countLostUnits(db: Queryable, databaseClock?: Clock): Promise<number> {
  const [row] = await db.query<{ units: number }>(
    `SELECT coalesce(sum(units), 0)::bigint AS units FROM quota_leases WHERE ${isLost}`,
    [timeParameter(databaseClock)],
  );
  return row?.units ?? 0;
}

interface EndLeaseOptions {
  time: LeaseClocks;
  to: "lost" | "settled";
  /** Condition on the lease's row; its placeholders start at $1. */
  onlyIf?: { sql: string; values: readonly (Date | number | null)[] };
}

interface QuotaRow extends AccountPlanRow {
  used: number;
}

interface LeaseRow {
  units: number;
  late: number;
  state: "live" | "lost";
  period_ends_at: Date | null;
}

/** Ends a lease under the lock of its quota. Returns undefined if the condition does not hold. */
async function endLease(
  db: Queryable,
  key: LeaseKey,
  options: EndLeaseOptions,
): Promise<{ units: number } | undefined> {
  const { account_id: accountId, period_start: periodStart, holder } = key;
  const { time, to, onlyIf = { sql: "true", values: [] } } = options;
  const [quota] = await db.query<QuotaRow>(
    `SELECT quota.used, account.plan, ${accountPlanSql("account")} FROM account_quotas quota JOIN accounts account ON account.id = quota.account_id
     WHERE quota.account_id = $1 AND quota.period_start = $2 FOR UPDATE OF quota`,
    [accountId, periodStart],
  );
  const at = onlyIf.values.length;
  const [lease] = await db.query<LeaseRow>(
    `SELECT units, GREATEST(0, counted + counted_with_key - reported)::bigint AS late, state, period_ends_at
     FROM quota_leases
     WHERE ${onlyIf.sql} AND account_id = $${at + 1} AND period_start = $${at + 2} AND holder = $${at + 3} FOR UPDATE`,
    [...onlyIf.values, accountId, periodStart, holder],
  );
  if (quota === undefined || lease === undefined) return undefined;
  const { units, late, state } = lease;
  const rest = Math.max(0, units - late);
  const withheld = to === "lost" ? rest : 0;
  await db.execute(
    `UPDATE quota_leases SET units = $4, reported = reported + $5, state = 'lost'
     WHERE account_id = $1 AND period_start = $2 AND holder = $3`,
    [accountId, periodStart, holder, withheld, late],
  );
  await db.execute(
    `UPDATE account_quotas SET used = used + $3, held = held - $4, lost = lost - $5 + $6 WHERE account_id = $1 AND period_start = $2`,
    [accountId, periodStart, late, state === "live" ? units : 0, state === "lost" ? units : 0, withheld],
  );
  if (late > 0 && lease.period_ends_at !== null && quota.plan_terms !== null) {
    await recordThresholds(db, {
      accountId,
      periodStartMs: periodStart.getTime(),
      periodEndMs: lease.period_ends_at.getTime(),
      used: quota.used + late,
      included: readAccountPlan(quota).searchesIncluded,
      nowMs: time.clock.nowMs(),
    });
  }
  return { units: rest };
}

/** Retention of ended leases. */
const retentionMs = 40 * 86_400_000;

/** Deletes a batch of leases past their retention. Returns the number of deleted rows. */
export function deleteOldLeases(db: Queryable, nowMs: number, limit: number): Promise<number> {
  return db.execute(
    `DELETE FROM quota_leases WHERE ctid IN (
       SELECT ctid FROM quota_leases WHERE expires_at < $1 AND state <> 'live' OR expires_at < $1 AND units = 0
       ORDER BY expires_at LIMIT $2
     )`,
    [new Date(nowMs - retentionMs), limit],
  );
}

/** Counts the lost leases of current periods over all accounts, up to a limit, and returns the expiry of the oldest. */
export async function readLostLeases(
  db: Queryable,
  limit: number,
  databaseClock?: Clock,
): Promise<{ due: number; isMinimum: boolean; oldestDueMs: number | null }> {
  const [row] = await db.query<{ due: number; oldest: Date | null }>(
    `SELECT count(*)::int AS due, min(expires_at) AS oldest FROM (
       SELECT expires_at FROM quota_leases WHERE ${isLost} ORDER BY account_id, period_start, holder LIMIT $2
     ) lost`,
    [timeParameter(databaseClock), limit + 1],
  );
  const { due = 0, oldest = null } = row ?? {};
  return { due: Math.min(due, limit), isMinimum: due > limit, oldestDueMs: oldest?.getTime() ?? null };
}
