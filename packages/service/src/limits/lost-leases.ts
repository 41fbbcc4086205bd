import { type Clock, getPlan, isPlanName } from "@wayfare/contract";
import { type Database, runUnit, type Session } from "@wayfare/database";
import { databaseTime, timeParameter } from "./database-time.ts";
import { leaseGraceMs, settleAfterMs } from "./quota-rules.ts";
import { recordThresholds } from "./thresholds.ts";

const maxRows = 200;

interface LeaseKey {
  account_id: string;
  period_start: Date;
  holder: string;
}

interface EndingTime {
  /** Wall clock: instants of events. */
  clock: Clock;
  /** Virtual time of a test. */
  database?: Clock | undefined;
}

const isExpired = `state = 'live' AND expires_at < (SELECT ${databaseTime("$1")}) - $2 * interval '1 millisecond'`;

/**
 * Marks leases whose process has not renewed them as lost. Units whose searches are in usage become used; the rest may have been used and
 * is withheld until the lease is settled. Returns how many leases lost units.
 */
export async function loseExpiredLeases(database: Database, time: EndingTime): Promise<number> {
  const expiry = [timeParameter(time.database), leaseGraceMs];
  return runUnit(database, time.clock.nowMs(), async ({ session }) => {
    const rows = await session.query<LeaseKey>(
      `SELECT account_id, period_start, holder FROM quota_leases WHERE ${isExpired}
       ORDER BY account_id, period_start, holder LIMIT $3`,
      [...expiry, maxRows],
    );
    let lost = 0;
    for (const row of rows) {
      // Looked at again under the lock of the quota: its process may have renewed it.
      const ended = await endLease(session, row, { time, to: "lost", onlyIf: { sql: isExpired, values: expiry } });
      if (ended !== undefined && ended.units > 0) lost++;
    }
    return lost;
  });
}

/**
 * Settles the leases of a process that is known to be dead and whose journal has been written to usage: units that it used are counted,
 * the rest goes back to the quota. Returns how many units went back.
 */
export async function settleLeasesOf(database: Database, holder: string, clock: Clock): Promise<number> {
  return runUnit(database, clock.nowMs(), async ({ session }) => {
    const rows = await session.query<LeaseKey>(
      `SELECT account_id, period_start, holder FROM quota_leases WHERE holder = $1 AND (units > 0 OR counted + counted_with_key > reported)
       ORDER BY account_id, period_start`,
      [holder],
    );
    let units = 0;
    for (const row of rows) units += (await endLease(session, row, { time: { clock }, to: "settled" }))?.units ?? 0;
    return units;
  });
}

/** A lease of a process that died and whose units are withheld. */
interface LostLease {
  accountId: string;
  periodStartMs: number;
  /** Id of the process's usage journal. */
  holder: string;
  units: number;
  expiredAtMs: number;
  /** Whether it expired long enough ago to be settled. */
  canSettle: boolean;
}

const isLost = `state = 'lost' AND units > 0 AND (period_ends_at IS NULL OR period_ends_at > (SELECT ${databaseTime("$1")}))`;

/** Lists lost leases of periods that have not ended, of one account or of all. */
export async function listLostLeases(
  session: Session,
  { accountId = null, limit }: { accountId?: string | null | undefined; limit: number },
  databaseClock?: Clock,
): Promise<LostLease[]> {
  const rows = await session.query<LeaseKey & { units: number; expires_at: Date; can_settle: boolean }>(
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

/** Settles one lost lease whose process will not return with its journal. Returns the units that went back; 0 if it is not lost any more. */
export async function settleLostLease(database: Database, lease: LostLease, time: EndingTime): Promise<number> {
  const key = { account_id: lease.accountId, period_start: new Date(lease.periodStartMs), holder: lease.holder };
  const onlyIf = { sql: isLost, values: [timeParameter(time.database)] };
  const ended = await runUnit(database, time.clock.nowMs(), ({ session }) =>
    endLease(session, key, { time, to: "settled", onlyIf }),
  );
  return ended?.units ?? 0;
}

/** Units that are withheld in periods that have not ended, over all accounts. */
export async function countLostUnits(session: Session, databaseClock?: Clock): Promise<number> {
  const [row] = await session.query<{ units: number }>(
    `SELECT coalesce(sum(units), 0)::bigint AS units FROM quota_leases WHERE ${isLost}`,
    [timeParameter(databaseClock)],
  );
  return row?.units ?? 0;
}

interface Ending {
  time: EndingTime;
  to: "lost" | "settled";
  /** A condition on the lease's row, whose placeholders begin at $1. */
  onlyIf?: { sql: string; values: readonly (Date | number | null)[] };
}

interface QuotaRow {
  used: number;
  plan: string;
}

interface LeaseRow {
  units: number;
  late: number;
  state: "live" | "lost";
  period_ends_at: Date | null;
}

/** Ends a lease under the lock of its quota; undefined if the condition does not hold. */
async function endLease(session: Session, key: LeaseKey, ending: Ending): Promise<{ units: number } | undefined> {
  const { account_id: accountId, period_start: periodStart, holder } = key;
  const { time, to, onlyIf = { sql: "true", values: [] } } = ending;
  const [quota] = await session.query<QuotaRow>(
    `SELECT quota.used, account.plan FROM account_quotas quota JOIN accounts account ON account.id = quota.account_id
     WHERE quota.account_id = $1 AND quota.period_start = $2 FOR UPDATE OF quota`,
    [accountId, periodStart],
  );
  const at = onlyIf.values.length;
  const [lease] = await session.query<LeaseRow>(
    `SELECT units, GREATEST(0, counted + counted_with_key - reported)::bigint AS late, state, period_ends_at
     FROM quota_leases
     WHERE ${onlyIf.sql} AND account_id = $${at + 1} AND period_start = $${at + 2} AND holder = $${at + 3} FOR UPDATE`,
    [...onlyIf.values, accountId, periodStart, holder],
  );
  if (quota === undefined || lease === undefined) return undefined;
  const { units, late, state } = lease;
  const rest = Math.max(0, units - late);
  const withheld = to === "lost" ? rest : 0;
  await session.execute(
    `UPDATE quota_leases SET units = $4, reported = reported + $5, state = 'lost'
     WHERE account_id = $1 AND period_start = $2 AND holder = $3`,
    [accountId, periodStart, holder, withheld, late],
  );
  await session.execute(
    `UPDATE account_quotas SET used = used + $3, held = held - $4, lost = lost - $5 + $6 WHERE account_id = $1 AND period_start = $2`,
    [accountId, periodStart, late, state === "live" ? units : 0, state === "lost" ? units : 0, withheld],
  );
  if (late > 0 && lease.period_ends_at !== null && isPlanName(quota.plan)) {
    await recordThresholds(session, {
      accountId,
      periodStartMs: periodStart.getTime(),
      periodEndMs: lease.period_ends_at.getTime(),
      used: quota.used + late,
      included: getPlan(quota.plan).searchesIncluded,
      nowMs: time.clock.nowMs(),
    });
  }
  return { units: rest };
}

/** How long leases of a period are kept once they have ended. */
const keptMs = 40 * 86_400_000;

/** Deletes one batch of leases that ended long ago; returns how many rows it deleted. */
export function deleteOldLeases(session: Session, nowMs: number, limit: number): Promise<number> {
  return session.execute(
    `DELETE FROM quota_leases WHERE ctid IN (
       SELECT ctid FROM quota_leases WHERE expires_at < $1 AND state <> 'live' OR expires_at < $1 AND units = 0
       ORDER BY expires_at LIMIT $2
     )`,
    [new Date(nowMs - keptMs), limit],
  );
}
