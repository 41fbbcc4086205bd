import { type Database, type Queryable, runUnitOfWork } from "@wayfare/database";
import type { CallLimits } from "./store.ts";

/** UTC day and month in which calls are counted, such as `2026-11-23` and `2026-11`. */
export interface CallPeriods {
  day: string;
  month: string;
}

/** Calls that were made with a credential. */
export interface CallsMade {
  today: number;
  thisMonth: number;
}

/** Use of a credential's budget. */
export interface BudgetUse extends CallsMade {
  /** Used part of the limit that is closest to its end, 0–1; null without limits. */
  usedRatio: number | null;
}

interface Row {
  period: string;
  calls: number;
  made: number;
  bookings: number;
}

/** Returns the periods of an instant. */
export function periodsAt(nowMs: number): CallPeriods {
  const day = new Date(nowMs).toISOString().slice(0, 10);
  return { day, month: day.slice(0, 7) };
}

/**
 * Takes up to `block` calls of a credential, at most what its limits leave. They count as used until they are given back.
 *
 * @param callCostCents cost of one call in US cents
 * @returns the number of calls; 0 if a limit is reached
 */
export function takeCalls(
  database: Database,
  credentialId: string,
  { limits, callCostCents, block, nowMs }: { limits: CallLimits; callCostCents: number; block: number; nowMs: number },
): Promise<number> {
  const periods = periodsAt(nowMs);
  const names = [periods.month, periods.day];
  return runUnitOfWork(database, nowMs, async ({ tx }) => {
    await tx.execute(
      `INSERT INTO supplier_calls (credential_id, period)
       SELECT $1, period FROM unnest($2::text[]) AS given (period) ORDER BY period ON CONFLICT DO NOTHING`,
      [credentialId, names],
    );
    const rows = await tx.query<Row>(
      `SELECT period, calls, made, bookings FROM supplier_calls WHERE credential_id = $1 AND period = ANY($2::text[])
       ORDER BY period LIMIT 2 FOR UPDATE`,
      [credentialId, names],
    );
    const left = usesOf(rows, { periods, count: "calls" }, limits, callCostCents).map(
      ({ limit, used }) => limit - used,
    );
    const granted = Math.max(0, Math.min(block, ...left));
    if (granted > 0) await addCalls(tx, credentialId, names, granted);
    return granted;
  });
}

/** Gives back calls that a process took and did not use. */
export async function giveBackCalls(
  database: Database,
  credentialId: string,
  { periods, calls }: { periods: CallPeriods; calls: number },
): Promise<void> {
  await addCalls(database, credentialId, [periods.month, periods.day], -calls);
}

/** Adds calls that a process has made of those that it took. */
export async function addMadeCalls(
  database: Database,
  credentialId: string,
  { periods, calls }: { periods: CallPeriods; calls: number },
): Promise<void> {
  await database.execute(
    "UPDATE supplier_calls SET made = made + $3 WHERE credential_id = $1 AND period = ANY($2::text[])",
    [credentialId, [periods.month, periods.day], calls],
  );
}

export async function readCallsMade(db: Queryable, credentialId: string, nowMs: number): Promise<CallsMade> {
  return callsMade(await readRows(db, credentialId, nowMs), nowMs);
}

/** Reads how much of a credential's limits is used. @param callCostCents cost of one call in US cents */
export async function readBudgetUse(
  db: Queryable,
  credentialId: string,
  { limits, callCostCents, nowMs }: { limits: CallLimits; callCostCents: number; nowMs: number },
): Promise<BudgetUse> {
  const rows = await readRows(db, credentialId, nowMs);
  const ratios = usesOf(rows, { periods: periodsAt(nowMs), count: "made" }, limits, callCostCents).map(
    ({ limit, used }) => (limit === 0 ? 1 : used / limit),
  );
  return { ...callsMade(rows, nowMs), usedRatio: ratios.length === 0 ? null : Math.max(...ratios) };
}

function readRows(db: Queryable, credentialId: string, nowMs: number): Promise<Row[]> {
  const { day, month } = periodsAt(nowMs);
  return db.query<Row>(
    `SELECT period, calls, made, bookings FROM supplier_calls WHERE credential_id = $1 AND period = ANY($2::text[])
     ORDER BY period LIMIT 2`,
    [credentialId, [month, day]],
  );
}

function callsMade(rows: readonly Row[], nowMs: number): CallsMade {
  const { day, month } = periodsAt(nowMs);
  const callsOf = (period: string) => rows.find((row) => row.period === period)?.made ?? 0;
  return { today: callsOf(day), thisMonth: callsOf(month) };
}

/** Deletes the counts of months before the previous one. @returns the number of deleted rows */
export function deleteOldCalls(database: Database, nowMs: number, limit: number): Promise<number> {
  const oldest = periodsAt(nowMs - 62 * 86_400_000).month;
  return database.execute(
    `DELETE FROM supplier_calls WHERE (credential_id, period) IN (
       SELECT credential_id, period FROM supplier_calls WHERE period < $1 ORDER BY credential_id, period LIMIT $2
     )`,
    [oldest, limit],
  );
}

async function addCalls(db: Queryable, credentialId: string, names: readonly string[], calls: number): Promise<void> {
  await db.execute(
    "UPDATE supplier_calls SET calls = greatest(0, calls + $3) WHERE credential_id = $1 AND period = ANY($2::text[])",
    [credentialId, names, calls],
  );
}

/** Returns the calls that each limit allows and how many of them are taken or made. */
function usesOf(
  rows: readonly Row[],
  { periods: { day, month }, count }: { periods: CallPeriods; count: "calls" | "made" },
  { callsPerDay, spendPerMonthCents, callsPerBooking }: CallLimits,
  callCostCents: number,
): { limit: number; used: number }[] {
  const callsOf = (period: string) => rows.find((row) => row.period === period)?.[count] ?? 0;
  const bookings = rows.find(({ period }) => period === month)?.bookings ?? 0;
  const uses: { limit: number; used: number }[] = [];
  if (callsPerDay !== null) uses.push({ limit: callsPerDay, used: callsOf(day) });
  if (spendPerMonthCents !== null && callCostCents > 0) {
    uses.push({ limit: Math.floor(spendPerMonthCents / callCostCents), used: callsOf(month) });
  }
  // The first booking of a month comes after searches.
  if (callsPerBooking !== null) uses.push({ limit: callsPerBooking * (bookings + 1), used: callsOf(month) });
  return uses;
}
