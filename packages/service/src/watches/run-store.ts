import { newId, type Period, type WatchFlight, type WatchRun } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import type { KeyUsageLimits } from "../http/caller.ts";
import { type AccountState, readAccountState } from "../tenancy/account-state.ts";
import { readPaidPeriod } from "../tenancy/paid-period.ts";
import type { WatchRecord, WatchState } from "./record.ts";
import { toWatch, type WatchRow, watchColumns } from "./store.ts";

/** A watch that this process alone may run until the lease ends. */
export interface LeasedWatch extends WatchRecord {
  /** Offset of the account's test clock; 0 for live data. */
  offsetMs: number;
  account: AccountState;
  paidPeriod: Period | null;
  /** Usage limits of the key that created the watch; none for a user. */
  usageLimits: KeyUsageLimits;
}

/** Watches with the same search, leased together. */
export interface LeasedWatches {
  leaseId: string;
  watches: LeasedWatch[];
}

interface LeasedRow extends WatchRow {
  offset_ms: number;
  suspended_at: Date | null;
  closes_at: Date | null;
  period_start: Date | null;
  period_end: Date | null;
  usage_limits: KeyUsageLimits | null;
}

/** Due watches without a lease of another process. */
const isDue = "due_at <= $1 AND (lease_ends_at IS NULL OR lease_ends_at <= $1)";

/** Leases the watch that has been due for the longest time, and other due watches with the same search. Returns undefined if none is due. */
export async function leaseDueWatches(
  db: Queryable,
  { nowMs, leaseMs, limit }: { nowMs: number; leaseMs: number; limit: number },
): Promise<LeasedWatches | undefined> {
  const leaseId = newId("req", nowMs);
  const rows = await db.query<LeasedRow>(
    `WITH oldest AS MATERIALIZED (
       SELECT search_key, environment FROM watches WHERE ${isDue}
       ORDER BY due_at, search_key LIMIT 1 FOR UPDATE SKIP LOCKED
     ), due AS MATERIALIZED (
       SELECT id FROM watches
       WHERE search_key = (SELECT search_key FROM oldest) AND environment = (SELECT environment FROM oldest) AND ${isDue}
       ORDER BY due_at, id LIMIT $4 FOR UPDATE SKIP LOCKED
     )
     UPDATE watches watch SET lease_id = $2, lease_ends_at = $3
     FROM due CROSS JOIN accounts account
     WHERE watch.id = due.id AND account.id = watch.account_id
     RETURNING ${watchColumns}, account.suspended_at, account.closes_at, account.period_start, account.period_end,
       (SELECT key.usage_limits FROM api_keys key WHERE (key.account_id, key.id) = (watch.account_id, watch.created_by)) AS usage_limits,
       CASE watch.environment WHEN 'test' THEN account.test_clock_offset_ms ELSE 0 END AS offset_ms`,
    [new Date(nowMs), leaseId, new Date(nowMs + leaseMs), limit],
    { name: "lease-watches" },
  );
  if (rows.length === 0) return undefined;
  const watches = rows.map((row) => ({
    ...toWatch(row),
    offsetMs: row.offset_ms,
    account: readAccountState(row),
    paidPeriod: readPaidPeriod(row),
    usageLimits: row.usage_limits ?? {},
  }));
  return { leaseId, watches };
}

/** Result of a run of one watch. */
export interface FinishedRun {
  watch: LeasedWatch;
  status: WatchRecord["status"];
  run: WatchRun | null;
  state: WatchState;
  matches: readonly WatchFlight[];
  matchCount: number;
  lastMatchedAtMs: number | null;
  /** Real time of the next run; null if there is none. */
  dueAtMs: number | null;
}

/**
 * Stores runs and ends their leases. Returns the ids of the watches whose lease was still held: others were changed, deleted or leased by
 * another process since, and their runs do not count.
 */
export async function finishRuns(
  db: Queryable,
  leaseId: string,
  runs: readonly FinishedRun[],
  nowMs: number,
): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(
    `UPDATE watches watch
     SET status = run.status, last_run = run.last_run::jsonb, state = run.state::jsonb, matches = run.matches::jsonb,
         match_count = run.match_count, last_matched_at = run.last_matched_at, due_at = run.due_at,
         ended_at = CASE WHEN run.status = 'expired' THEN $11::timestamptz END, lease_id = NULL, lease_ends_at = NULL
     FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::integer[], $9::timestamptz[], $10::timestamptz[],
                 $12::text[], $13::text[])
       AS run (id, account_id, status, last_run, state, matches, match_count, last_matched_at, due_at, environment, application_id)
     WHERE watch.id = run.id AND watch.account_id = run.account_id AND watch.environment = run.environment
       AND watch.application_id IS NOT DISTINCT FROM run.application_id AND watch.lease_id = $1
     RETURNING watch.id`,
    [
      leaseId,
      runs.map(({ watch }) => watch.id),
      runs.map(({ watch }) => watch.accountId),
      runs.map(({ status }) => status),
      runs.map(({ run }) => (run === null ? null : JSON.stringify(run))),
      runs.map(({ state }) => JSON.stringify(state)),
      runs.map(({ matches }) => JSON.stringify(matches)),
      runs.map(({ matchCount }) => matchCount),
      runs.map(({ lastMatchedAtMs }) => (lastMatchedAtMs === null ? null : new Date(lastMatchedAtMs))),
      runs.map(({ dueAtMs }) => (dueAtMs === null ? null : new Date(dueAtMs))),
      new Date(nowMs),
      runs.map(({ watch }) => watch.environment),
      runs.map(({ watch }) => watch.applicationId),
    ],
    { name: "finish-watches" },
  );
  return new Set(rows.map(({ id }) => id));
}

/** Ends a lease without a run: its watches are due again at a time. */
export async function postponeRuns(db: Queryable, leaseId: string, dueAtMs: number): Promise<void> {
  await db.execute("UPDATE watches SET due_at = $2, lease_id = NULL, lease_ends_at = NULL WHERE lease_id = $1", [
    leaseId,
    new Date(dueAtMs),
  ]);
}

/**
 * Counts the due watches of all accounts, with those that are running, up to a limit.
 *
 * @returns the counts, and the due time of the watch that has been due for the longest time
 */
export async function readWatchQueue(
  db: Queryable,
  { nowMs, limit }: { nowMs: number; limit: number },
): Promise<{ due: number; retrying: number; isMinimum: boolean; oldestDueMs: number | null }> {
  const [row] = await db.query<{ due: number; retrying: number; oldest: Date | null }>(
    `SELECT count(*)::int AS due, (count(*) FILTER (WHERE last_run ->> 'status' = 'failed'))::int AS retrying, min(due_at) AS oldest
     FROM (SELECT due_at, last_run FROM watches WHERE due_at <= $1 ORDER BY due_at LIMIT $2) waiting`,
    [new Date(nowMs), limit + 1],
  );
  const { due = 0, retrying = 0, oldest = null } = row ?? {};
  return { due: Math.min(due, limit), retrying, isMinimum: due > limit, oldestDueMs: oldest?.getTime() ?? null };
}
