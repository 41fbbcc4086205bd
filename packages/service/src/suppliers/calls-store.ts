import { type Database, type Queryable, runUnitOfWork } from "@wayfare/database";
import type { CallLimits } from "./store.ts";

/** UTC day and month in which calls are counted, such as `2026-11-23` and `2026-11`. */
export interface CallPeriods {
  day: string;
  month: string;
}

/** Calls of a credential that processes have taken. */
export interface CallsTaken {
  today: number;
  thisMonth: number;
}

interface Row {
  period: string;
  calls: number;
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
      `SELECT period, calls, bookings FROM supplier_calls WHERE credential_id = $1 AND period = ANY($2::text[])
       ORDER BY period LIMIT 2 FOR UPDATE`,
      [credentialId, names],
    );
    const granted = Math.max(0, Math.min(block, ...remaining(rows, periods, limits, callCostCents)));
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

export async function readCallsTaken(db: Queryable, credentialId: string, nowMs: number): Promise<CallsTaken> {
  const { day, month } = periodsAt(nowMs);
  const rows = await db.query<Row>(
    `SELECT period, calls, bookings FROM supplier_calls WHERE credential_id = $1 AND period = ANY($2::text[])
     ORDER BY period LIMIT 2`,
    [credentialId, [month, day]],
  );
  const callsOf = (period: string) => rows.find((row) => row.period === period)?.calls ?? 0;
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

/** Returns how many calls each limit leaves. */
function remaining(
  rows: readonly Row[],
  { day, month }: CallPeriods,
  { callsPerDay, spendPerMonthCents, callsPerBooking }: CallLimits,
  callCostCents: number,
): number[] {
  const callsOf = (period: string) => rows.find((row) => row.period === period)?.calls ?? 0;
  const bookings = rows.find(({ period }) => period === month)?.bookings ?? 0;
  const left: number[] = [];
  if (callsPerDay !== null) left.push(callsPerDay - callsOf(day));
  if (spendPerMonthCents !== null && callCostCents > 0) {
    left.push(Math.floor(spendPerMonthCents / callCostCents) - callsOf(month));
  }
  // The first booking of a month comes after searches.
  if (callsPerBooking !== null) left.push(callsPerBooking * (bookings + 1) - callsOf(month));
  return left;
}
