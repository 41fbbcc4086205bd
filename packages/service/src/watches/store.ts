import {
  type AccountScope,
  type Metadata,
  newId,
  type Partition,
  type RowScope,
  type SearchRequest,
  type WatchCondition,
  type WatchFlight,
  type WatchRun,
  type WatchStatus,
} from "@wayfare/contract";
import { applicationCondition, json, type Queryable } from "@wayfare/database";
import { initialState, type WatchRecord, type WatchState } from "./record.ts";

export interface WatchRow {
  id: string;
  account_id: string;
  environment: Partition;
  application_id: string | null;
  created_by: string;
  status: WatchStatus;
  search: SearchRequest;
  search_key: string;
  condition: WatchCondition;
  interval_minutes: number;
  metadata: Metadata;
  created_at: Date;
  expires_at: Date;
  state: WatchState;
  matches: WatchFlight[];
  match_count: number;
  last_run: WatchRun | null;
  last_matched_at: Date | null;
  due_at: Date | null;
}

/** Columns of a row of `watch`. */
export const watchColumns = [
  "id",
  "account_id",
  "environment",
  "application_id",
  "created_by",
  "status",
  "search",
  "search_key",
  "condition",
  "interval_minutes",
  "metadata",
  "created_at",
  "expires_at",
  "state",
  "matches",
  "match_count",
  "last_run",
  "last_matched_at",
  "due_at",
]
  .map((column) => `watch.${column}`)
  .join(", ");

export function toWatch(row: WatchRow): WatchRecord {
  return {
    id: row.id,
    accountId: row.account_id,
    environment: row.environment,
    applicationId: row.application_id,
    createdBy: row.created_by,
    status: row.status,
    search: row.search,
    searchKey: row.search_key,
    condition: row.condition,
    intervalMinutes: row.interval_minutes,
    metadata: row.metadata,
    createdAtMs: row.created_at.getTime(),
    expiresAtMs: row.expires_at.getTime(),
    state: row.state,
    matches: row.matches,
    matchCount: row.match_count,
    lastRun: row.last_run,
    lastMatchedAtMs: row.last_matched_at?.getTime() ?? null,
    dueAtMs: row.due_at?.getTime() ?? null,
  };
}

type NewWatch = RowScope &
  Pick<
    WatchRecord,
    "createdBy" | "search" | "searchKey" | "condition" | "intervalMinutes" | "metadata" | "expiresAtMs"
  > & {
    /** Time of the data. */
    nowMs: number;
    /** Real time of the first run. */
    dueAtMs: number;
  };

export async function insertWatch(db: Queryable, watch: NewWatch): Promise<WatchRecord> {
  const [row] = await db.query<WatchRow>(
    `INSERT INTO watches AS watch
       (id, account_id, environment, application_id, created_by, status, search, search_key, condition, interval_minutes, metadata,
        created_at, expires_at, state, matches, due_at)
     VALUES ($1, $2, $3, $4, $5, 'active', $6, $7, $8, $9, $10, $11, $12, $13, '[]', $14)
     RETURNING ${watchColumns}`,
    [
      newId("wat", watch.nowMs),
      watch.accountId,
      watch.environment,
      watch.applicationId,
      watch.createdBy,
      json(watch.search),
      watch.searchKey,
      json(watch.condition),
      watch.intervalMinutes,
      json(watch.metadata),
      new Date(watch.nowMs),
      new Date(watch.expiresAtMs),
      json(initialState),
      new Date(watch.dueAtMs),
    ],
  );
  if (row === undefined) throw new Error("INSERT of a watch returned no row");
  return toWatch(row);
}

/** Finds a watch. With `lock`, locks it until the transaction ends. */
export async function findWatch(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  id: string,
  { lock = false } = {},
): Promise<WatchRecord | undefined> {
  const [row] = await db.query<WatchRow>(
    `SELECT ${watchColumns} FROM watches watch
     WHERE id = $1 AND account_id = $2 AND environment = $3 AND ${applicationCondition("$4")}${lock ? " FOR UPDATE" : ""}`,
    [id, accountId, environment, applicationId],
  );
  return row && toWatch(row);
}

interface WatchPage {
  filters: { status?: WatchStatus | undefined };
  firstId: string | undefined;
  afterId: string | null;
  limit: number;
}

/** Lists watches, newest first, after an id. */
export async function listWatches(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  { filters, firstId, afterId, limit }: WatchPage,
): Promise<WatchRecord[]> {
  const rows = await db.query<WatchRow>(
    `SELECT ${watchColumns} FROM watches watch
     WHERE account_id = $1 AND environment = $2 AND ($3::text IS NULL OR id < $3) AND ($4::text IS NULL OR id >= $4)
       AND ($5::text IS NULL OR status = $5) AND ${applicationCondition("$6")}
     ORDER BY id DESC LIMIT $7`,
    [accountId, environment, afterId, firstId ?? null, filters.status ?? null, applicationId, limit],
  );
  return rows.map(toWatch);
}

/** Counts the watches of an account and environment that have not expired. Locks the account, so that concurrent creations wait. */
export async function countWatches(db: Queryable, { accountId, environment }: AccountScope): Promise<number> {
  await db.query("SELECT id FROM accounts WHERE id = $1 FOR NO KEY UPDATE", [accountId]);
  const [row] = await db.query<{ count: number }>(
    "SELECT count(*)::integer AS count FROM watches WHERE account_id = $1 AND environment = $2 AND status <> 'expired'",
    [accountId, environment],
  );
  return row?.count ?? 0;
}

/** Writes the changes of a locked watch, and drops a run of it: the run began before the change. */
export async function updateWatch(db: Queryable, watch: WatchRecord): Promise<void> {
  await db.execute(
    `UPDATE watches
     SET status = $5, interval_minutes = $6, metadata = $7, expires_at = $8, due_at = $9, ended_at = NULL, lease_id = NULL, lease_ends_at = NULL
     WHERE id = $1 AND account_id = $2 AND environment = $3 AND application_id IS NOT DISTINCT FROM $4::text`,
    [
      watch.id,
      watch.accountId,
      watch.environment,
      watch.applicationId,
      watch.status,
      watch.intervalMinutes,
      json(watch.metadata),
      new Date(watch.expiresAtMs),
      watch.dueAtMs === null ? null : new Date(watch.dueAtMs),
    ],
  );
}

export async function deleteWatch(
  db: Queryable,
  { accountId, environment, applicationId, id }: RowScope & { id: string },
): Promise<void> {
  await db.execute(
    `DELETE FROM watches
     WHERE id = $1 AND account_id = $2 AND environment = $3 AND application_id IS NOT DISTINCT FROM $4::text`,
    [id, accountId, environment, applicationId],
  );
}

/** Deletes the watches of an application. Returns their number. */
export function deleteWatchesOfApplication(
  db: Queryable,
  { accountId, environment }: AccountScope,
  applicationId: string,
): Promise<number> {
  return db.execute("DELETE FROM watches WHERE account_id = $1 AND environment = $2 AND application_id = $3", [
    accountId,
    environment,
    applicationId,
  ]);
}

/** Makes the active watches of an account's test data due, because its test clock has moved. Drops runs that began before. */
export async function runTestWatches(db: Queryable, accountId: string, nowMs: number): Promise<void> {
  await db.execute(
    `UPDATE watches SET due_at = $2, lease_id = NULL, lease_ends_at = NULL
     WHERE account_id = $1 AND environment = 'test' AND status = 'active'`,
    [accountId, new Date(nowMs)],
  );
}

/** Retention of expired watches. */
const retentionMs = 30 * 86_400_000;

/** Deletes a batch of watches that expired 30 days ago. Returns the number of deleted rows. */
export function deleteOldWatches(db: Queryable, nowMs: number, limit: number): Promise<number> {
  return db.execute(
    "DELETE FROM watches WHERE id IN (SELECT id FROM watches WHERE ended_at < $1 ORDER BY ended_at LIMIT $2)",
    [new Date(nowMs - retentionMs), limit],
  );
}
