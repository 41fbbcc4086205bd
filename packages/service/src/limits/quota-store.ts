import { type Clock, getPlan, isPlanName, type Plan } from "@wayfare/contract";
import { type Database, runUnit, type Session } from "@wayfare/database";
import { databaseTime, timeParameter } from "./database-time.ts";
import { leaseMs, type QuotaOutcome, type QuotaReport, type QuotaState, settleQuota } from "./quota-rules.ts";
import { recordThresholds } from "./thresholds.ts";

/** The quota of one account in one period, and what a process says of its lease of it. */
export interface QuotaAsked extends QuotaReport {
  accountId: string;
  periodStartMs: number;
  periodEndMs: number;
}

export interface QuotaAnswered {
  granted: number;
  plan: Plan;
  /** Of the period, by all processes, as far as they have reported. */
  used: number;
  /** Units that other processes hold. */
  heldByOthers: number;
}

interface Row {
  account_id: string;
  period_start: Date;
  used: number;
  held: number;
  lost: number;
  plan: string;
}

interface LeaseRow {
  account_id: string;
  period_start: Date;
  units: number;
  reported: number;
  state: QuotaState["lease"]["state"];
}

interface Settled {
  asked: QuotaAsked;
  plan: Plan;
  outcome: QuotaOutcome;
}

/**
 * Settles what one process reports of its leases, all of it or nothing, in the order in which it was asked. Undefined for an account
 * whose plan this version does not know: it gets nothing and keeps its report, and others do not suffer for it.
 */
export type ExchangeUnits = (
  asked: readonly QuotaAsked[],
  nowMs: number,
) => Promise<readonly (QuotaAnswered | undefined)[]>;

/**
 * @param holder names this process's leases: the id of its usage journal, so that they can be settled from it.
 * @param databaseClock virtual time of a test; leases end by the database's own clock without it.
 */
export function makeUnitExchange(database: Database, holder: string, databaseClock?: Clock): ExchangeUnits {
  return (asked, nowMs) =>
    runUnit(database, nowMs, async ({ session }) => {
      const rows = await lockRows(session, asked);
      const leases = await findLeases(session, holder, asked);
      const outcomes = asked.map((each) => settle(each, rows, leases));
      const settled = outcomes.filter((each) => each !== undefined);
      await writeRows(session, settled);
      await writeLeases(session, holder, settled, databaseClock);
      for (const { asked: each, plan, outcome } of settled) {
        await recordThresholds(session, { ...each, used: outcome.used, included: plan.searchesIncluded, nowMs });
      }
      return outcomes.map((each) => each && answerOf(each));
    });
}

function settle(
  asked: QuotaAsked,
  rows: ReadonlyMap<string, Row>,
  leases: ReadonlyMap<string, LeaseRow>,
): Settled | undefined {
  const name = nameOf(asked.accountId, asked.periodStartMs);
  const row = rows.get(name);
  if (row === undefined) throw new Error(`the quota of ${asked.accountId} is not there`);
  if (!isPlanName(row.plan)) return undefined;
  const plan = getPlan(row.plan);
  return { asked, plan, outcome: settleQuota({ ...row, lease: leases.get(name) ?? noLease }, asked, plan) };
}

function answerOf({ plan, outcome }: Settled): QuotaAnswered {
  const { granted, used, held, units } = outcome;
  return { granted, plan, used, heldByOthers: held - units };
}

const noLease: QuotaState["lease"] = { units: 0, reported: 0, state: "live" };

function nameOf(accountId: string, periodStartMs: number): string {
  return `${accountId} ${periodStartMs}`;
}

/** In one order everywhere, so that two processes never wait for each other in a circle. */
async function lockRows(session: Session, asked: readonly QuotaAsked[]): Promise<Map<string, Row>> {
  const found = await selectRows(session, asked);
  if (found.size === asked.length) return found;
  await session.execute(
    `INSERT INTO account_quotas (account_id, period_start)
     SELECT account_id, period_start FROM unnest($1::text[], $2::timestamptz[]) AS asked (account_id, period_start)
     ORDER BY account_id, period_start ON CONFLICT DO NOTHING`,
    keysOf(asked),
  );
  return selectRows(session, asked);
}

async function selectRows(session: Session, asked: readonly QuotaAsked[]): Promise<Map<string, Row>> {
  const rows = await session.query<Row>(
    `SELECT quota.account_id, quota.period_start, quota.used, quota.held, quota.lost, account.plan
     FROM unnest($1::text[], $2::timestamptz[]) AS asked (account_id, period_start)
     JOIN account_quotas quota ON quota.account_id = asked.account_id AND quota.period_start = asked.period_start
     JOIN accounts account ON account.id = quota.account_id
     ORDER BY quota.account_id, quota.period_start FOR UPDATE OF quota`,
    keysOf(asked),
    { name: "lock-quotas" },
  );
  return new Map(rows.map((row) => [nameOf(row.account_id, row.period_start.getTime()), row]));
}

/** After the lock, so that it sees what whoever held it before has written. */
async function findLeases(
  session: Session,
  holder: string,
  asked: readonly QuotaAsked[],
): Promise<Map<string, LeaseRow>> {
  const rows = await session.query<LeaseRow>(
    `SELECT lease.account_id, lease.period_start, lease.units, lease.reported, lease.state
     FROM unnest($1::text[], $2::timestamptz[]) AS asked (account_id, period_start)
     JOIN quota_leases lease ON lease.account_id = asked.account_id AND lease.period_start = asked.period_start
     WHERE lease.holder = $3 ORDER BY lease.account_id, lease.period_start`,
    [...keysOf(asked), holder],
    { name: "find-quota-leases" },
  );
  return new Map(rows.map((row) => [nameOf(row.account_id, row.period_start.getTime()), row]));
}

function keysOf(asked: readonly QuotaAsked[]): [string[], Date[]] {
  return [asked.map(({ accountId }) => accountId), asked.map(({ periodStartMs }) => new Date(periodStartMs))];
}

async function writeRows(session: Session, settled: readonly Settled[]): Promise<void> {
  await session.execute(
    `UPDATE account_quotas SET used = row.used, held = row.held, lost = row.lost
     FROM unnest($1::text[], $2::timestamptz[], $3::bigint[], $4::bigint[], $5::bigint[])
       AS row (account_id, period_start, used, held, lost)
     WHERE account_quotas.account_id = row.account_id AND account_quotas.period_start = row.period_start`,
    [
      ...keysOf(settled.map(({ asked }) => asked)),
      settled.map(({ outcome }) => outcome.used),
      settled.map(({ outcome }) => outcome.held),
      settled.map(({ outcome }) => outcome.lost),
    ],
    { name: "write-quotas" },
  );
}

async function writeLeases(
  session: Session,
  holder: string,
  settled: readonly Settled[],
  databaseClock: Clock | undefined,
): Promise<void> {
  await session.execute(
    `INSERT INTO quota_leases (account_id, period_start, holder, units, reported, period_ends_at, expires_at)
     SELECT account_id, period_start, $3, units, reported, period_end, ${databaseTime("$7")} + $8 * interval '1 millisecond'
     FROM unnest($1::text[], $2::timestamptz[], $4::bigint[], $5::bigint[], $6::timestamptz[])
       AS row (account_id, period_start, units, reported, period_end)
     ORDER BY account_id, period_start
     ON CONFLICT (account_id, period_start, holder) DO UPDATE
       SET units = EXCLUDED.units, reported = EXCLUDED.reported, period_ends_at = EXCLUDED.period_ends_at,
           expires_at = EXCLUDED.expires_at, state = 'live'`,
    [
      ...keysOf(settled.map(({ asked }) => asked)),
      holder,
      settled.map(({ outcome }) => outcome.units),
      settled.map(({ asked }) => asked.used),
      settled.map(({ asked }) => new Date(asked.periodEndMs)),
      timeParameter(databaseClock),
      leaseMs,
    ],
    { name: "write-quota-leases" },
  );
}

/** Searches of a period: those that processes reported, and those that are in usage already and were not reported. */
export async function findQuotaUse(session: Session, accountId: string, periodStartMs: number): Promise<number> {
  const [row] = await session.query<{ used: number }>(
    `SELECT used + coalesce((
       SELECT sum(counted + counted_with_key - reported) FROM quota_leases
       WHERE account_id = $1 AND period_start = $2 AND counted + counted_with_key > reported
     ), 0)::bigint AS used
     FROM account_quotas WHERE account_id = $1 AND period_start = $2`,
    [accountId, new Date(periodStartMs)],
  );
  return row?.used ?? 0;
}
