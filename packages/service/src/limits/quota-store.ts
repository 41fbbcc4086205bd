import { type AccountPlanRow, accountPlanSql, readAccountPlan } from "@wayfare/billing";
import type { Clock, Plan } from "@wayfare/contract";
import { type Database, type Queryable, runUnitOfWork } from "@wayfare/database";
import { databaseTime, timeParameter } from "./database-time.ts";
import { leaseMs, type QuotaOutcome, type QuotaReport, type QuotaState, settleQuota } from "./quota-rules.ts";
import { recordThresholds } from "./thresholds.ts";

/** A process's report on its lease of one account's quota in one period. */
export interface QuotaLeaseReport extends QuotaReport {
  accountId: string;
  periodStartMs: number;
  periodEndMs: number;
}

export interface QuotaGrant {
  granted: number;
  plan: Plan;
  /** Searches of the period that all processes have reported. */
  used: number;
  /** Units leased to other processes. */
  heldByOthers: number;
}

interface Row extends AccountPlanRow {
  account_id: string;
  period_start: Date;
  used: number;
  held: number;
  lost: number;
}

interface LeaseRow {
  account_id: string;
  period_start: Date;
  units: number;
  reported: number;
  state: QuotaState["lease"]["state"];
}

interface Settled {
  report: QuotaLeaseReport;
  plan: Plan;
  outcome: QuotaOutcome;
}

/**
 * Settles the reports of one process in one transaction. Responses have the order of the reports. The response is undefined for an account
 * whose plan does not exist; that account gets no units and keeps its report, and other accounts are not affected.
 */
export type ExchangeUnits = (
  reports: readonly QuotaLeaseReport[],
  nowMs: number,
) => Promise<readonly (QuotaGrant | undefined)[]>;

/**
 * @param holder holder of this process's leases: the id of its usage journal, from which they can be settled
 * @param databaseClock virtual time of a test; by default leases expire by the database's own clock
 */
export function makeUnitExchange(database: Database, holder: string, databaseClock?: Clock): ExchangeUnits {
  return (reports, nowMs) =>
    runUnitOfWork(database, nowMs, async ({ tx }) => {
      const rows = await lockRows(tx, reports);
      const leases = await findLeases(tx, holder, reports);
      const outcomes = reports.map((each) => settle(each, rows, leases));
      const settled = outcomes.filter((each) => each !== undefined);
      await writeRows(tx, settled);
      await writeLeases(tx, holder, settled, databaseClock);
      for (const { report: each, plan, outcome } of settled) {
        await recordThresholds(tx, { ...each, used: outcome.used, included: plan.searchesIncluded, nowMs });
      }
      return outcomes.map((each) => each && toGrant(each));
    });
}

function settle(
  report: QuotaLeaseReport,
  rows: ReadonlyMap<string, Row>,
  leases: ReadonlyMap<string, LeaseRow>,
): Settled | undefined {
  const name = nameOf(report.accountId, report.periodStartMs);
  const row = rows.get(name);
  if (row === undefined) throw new Error(`missing quota row of account ${report.accountId}`);
  if (row.plan_terms === null) return undefined;
  const plan = readAccountPlan(row);
  return { report, plan, outcome: settleQuota({ ...row, lease: leases.get(name) ?? noLease }, report, plan) };
}

function toGrant({ plan, outcome }: Settled): QuotaGrant {
  const { granted, used, held, units } = outcome;
  return { granted, plan, used, heldByOthers: held - units };
}

const noLease: QuotaState["lease"] = { units: 0, reported: 0, state: "live" };

function nameOf(accountId: string, periodStartMs: number): string {
  return `${accountId} ${periodStartMs}`;
}

/** Locks rows in a fixed order to avoid deadlocks. */
async function lockRows(db: Queryable, reports: readonly QuotaLeaseReport[]): Promise<Map<string, Row>> {
  const found = await selectRows(db, reports);
  if (found.size === reports.length) return found;
  await db.execute(
    `INSERT INTO account_quotas (account_id, period_start)
     SELECT account_id, period_start FROM unnest($1::text[], $2::timestamptz[]) AS report (account_id, period_start)
     ORDER BY account_id, period_start ON CONFLICT DO NOTHING`,
    keysOf(reports),
  );
  return selectRows(db, reports);
}

async function selectRows(db: Queryable, reports: readonly QuotaLeaseReport[]): Promise<Map<string, Row>> {
  const rows = await db.query<Row>(
    `SELECT quota.account_id, quota.period_start, quota.used, quota.held, quota.lost, account.plan, ${accountPlanSql("account")}
     FROM unnest($1::text[], $2::timestamptz[]) AS report (account_id, period_start)
     JOIN account_quotas quota ON quota.account_id = report.account_id AND quota.period_start = report.period_start
     JOIN accounts account ON account.id = quota.account_id
     ORDER BY quota.account_id, quota.period_start FOR UPDATE OF quota`,
    keysOf(reports),
    { name: "lock-quotas" },
  );
  return new Map(rows.map((row) => [nameOf(row.account_id, row.period_start.getTime()), row]));
}

/** Runs after the lock, so that it sees the writes of the previous lock holder. */
async function findLeases(
  db: Queryable,
  holder: string,
  reports: readonly QuotaLeaseReport[],
): Promise<Map<string, LeaseRow>> {
  const rows = await db.query<LeaseRow>(
    `SELECT lease.account_id, lease.period_start, lease.units, lease.reported, lease.state
     FROM unnest($1::text[], $2::timestamptz[]) AS report (account_id, period_start)
     JOIN quota_leases lease ON lease.account_id = report.account_id AND lease.period_start = report.period_start
     WHERE lease.holder = $3 ORDER BY lease.account_id, lease.period_start`,
    [...keysOf(reports), holder],
    { name: "find-quota-leases" },
  );
  return new Map(rows.map((row) => [nameOf(row.account_id, row.period_start.getTime()), row]));
}

function keysOf(reports: readonly QuotaLeaseReport[]): [string[], Date[]] {
  return [reports.map(({ accountId }) => accountId), reports.map(({ periodStartMs }) => new Date(periodStartMs))];
}

async function writeRows(db: Queryable, settled: readonly Settled[]): Promise<void> {
  await db.execute(
    `UPDATE account_quotas SET used = row.used, held = row.held, lost = row.lost
     FROM unnest($1::text[], $2::timestamptz[], $3::bigint[], $4::bigint[], $5::bigint[])
       AS row (account_id, period_start, used, held, lost)
     WHERE account_quotas.account_id = row.account_id AND account_quotas.period_start = row.period_start`,
    [
      ...keysOf(settled.map(({ report }) => report)),
      settled.map(({ outcome }) => outcome.used),
      settled.map(({ outcome }) => outcome.held),
      settled.map(({ outcome }) => outcome.lost),
    ],
    { name: "write-quotas" },
  );
}

async function writeLeases(
  db: Queryable,
  holder: string,
  settled: readonly Settled[],
  databaseClock: Clock | undefined,
): Promise<void> {
  await db.execute(
    `INSERT INTO quota_leases (account_id, period_start, holder, units, reported, period_ends_at, expires_at)
     SELECT account_id, period_start, $3, units, reported, period_end, ${databaseTime("$7")} + $8 * interval '1 millisecond'
     FROM unnest($1::text[], $2::timestamptz[], $4::bigint[], $5::bigint[], $6::timestamptz[])
       AS row (account_id, period_start, units, reported, period_end)
     ORDER BY account_id, period_start
     ON CONFLICT (account_id, period_start, holder) DO UPDATE
       SET units = EXCLUDED.units, reported = EXCLUDED.reported, period_ends_at = EXCLUDED.period_ends_at,
           expires_at = EXCLUDED.expires_at, state = 'live'`,
    [
      ...keysOf(settled.map(({ report }) => report)),
      holder,
      settled.map(({ outcome }) => outcome.units),
      settled.map(({ report }) => report.used),
      settled.map(({ report }) => new Date(report.periodEndMs)),
      timeParameter(databaseClock),
      leaseMs,
    ],
    { name: "write-quota-leases" },
  );
}

/** Counts the searches of a period: those that processes reported, and those that are in usage but not reported yet. */
export async function findQuotaUse(db: Queryable, accountId: string, periodStartMs: number): Promise<number> {
  const [row] = await db.query<{ used: number }>(
    `SELECT used + coalesce((
       SELECT sum(counted + counted_with_key - reported) FROM quota_leases
       WHERE account_id = $1 AND period_start = $2 AND counted + counted_with_key > reported
     ), 0)::bigint AS used
     FROM account_quotas WHERE account_id = $1 AND period_start = $2`,
    [accountId, new Date(periodStartMs)],
  );
  return row?.used ?? 0;
}
