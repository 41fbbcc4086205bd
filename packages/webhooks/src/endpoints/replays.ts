import {
  type AccountScope,
  type DeliveryStatus,
  eventTypes,
  matchesEventPattern,
  newId,
  type ReplayStatus,
  type RowScope,
} from "@wayfare/contract";
import { applicationCondition, type Parameter, type Queryable } from "@wayfare/database";

/** Notification channel of new replays. */
export const replaysChannel = "wayfare_replays";

/** Events to replay to an endpoint. If the endpoint has an application, only events of that application. */
export interface ReplayFilter extends RowScope {
  endpointId: string;
  /** Event types or patterns, such as `booking.*`. */
  events: readonly string[];
  /** Inclusive, on the data clock. */
  fromMs: number;
  /** Exclusive. */
  toMs: number;
  /** Filter of the endpoint as a jsonpath predicate; null for all events. */
  filterPath: string | null;
  /** Only events whose last delivery to the endpoint has this status; null for all events. */
  status: DeliveryStatus | null;
}

export interface ReplayRecord {
  id: string;
  endpointId: string;
  matched: number;
  /** True if counting stopped early: at least `matched` events match. */
  matchedIsMinimum: boolean;
  replayed: number;
  status: ReplayStatus;
  createdAtMs: number;
  finishedAtMs: number | null;
}

export interface ReplayRow {
  id: string;
  account_id: string;
  environment: "test" | "live";
  endpoint_id: string;
  event_types: string[];
  delivery_status: DeliveryStatus | null;
  cursor: string;
  end_cursor: string;
  matched: number;
  matched_is_minimum: boolean;
  replayed: number;
  state: ReplayStatus;
  created_at: Date;
  finished_at: Date | null;
  clock_offset_ms: number;
}

/** Event ids start with their time, so that a period is a range of ids. */
const firstIdAt = (ms: number) => newId("evt", Math.max(0, ms), new Uint8Array(10));
const lastIdAt = (ms: number) => newId("evt", Math.max(0, ms), new Uint8Array(10).fill(255));

/**
 * SQL condition for the events of a replay. `$1` to `$8` are account, environment, types, first and last id, status, endpoint and the
 * endpoint's application.
 */
export const replayCondition = `account_id = $1 AND environment = $2 AND type = ANY($3) AND id >= $4 AND id <= $5 AND ${applicationCondition("$8")}
  AND ($6::text IS NULL OR $6 = (
    SELECT status FROM deliveries WHERE event_id = events.id AND endpoint_id = $7 ORDER BY id DESC LIMIT 1
  )) AND ($10::text IS NULL OR data @@ $10::jsonpath)`;

/** Maximum number of events examined for a count: more would take seconds. */
const maxCounted = 100_000;

function matchValues(filter: ReplayFilter): Parameter[] {
  const types = eventTypes.filter((type) => filter.events.some((pattern) => matchesEventPattern(pattern, type)));
  const range = [firstIdAt(filter.fromMs), lastIdAt(filter.toMs - 1)];
  return [
    filter.accountId,
    filter.environment,
    types,
    ...range,
    filter.status,
    filter.endpointId,
    filter.applicationId,
  ];
}

/** Counts the events that a replay would deliver. Examines at most `max` events of its period and types. */
export async function countReplay(
  db: Queryable,
  filter: ReplayFilter,
  max = maxCounted,
): Promise<Pick<ReplayRecord, "matched" | "matchedIsMinimum">> {
  const [row] = await db.query<{ matched: number; counted: number }>(
    `SELECT (count(*) FILTER (WHERE position <= $9 AND ${replayCondition}))::integer AS matched, count(*)::integer AS counted
     FROM (
       SELECT id, account_id, environment, application_id, type, data, row_number() OVER (ORDER BY id) AS position FROM events
       WHERE account_id = $1 AND environment = $2 AND type = ANY($3) AND id >= $4 AND id <= $5 AND ${applicationCondition("$8")}
       ORDER BY id LIMIT $9 + 1
     ) AS events`,
    [...matchValues(filter), max, filter.filterPath],
  );
  return { matched: row?.matched ?? 0, matchedIsMinimum: (row?.counted ?? 0) > max };
}

/** Events that an endpoint subscribes to and has not received. */
export interface MissedEvents {
  matched: number;
  /** True if counting stopped early. */
  matchedIsMinimum: boolean;
  /** Time of the oldest of them. */
  fromMs: number;
}

/**
 * Finds the events of a period that match and were not delivered to the endpoint. Examines at most `max` events of the period and types.
 *
 * @returns null if there are none.
 */
export async function findMissedEvents(
  db: Queryable,
  filter: Omit<ReplayFilter, "status">,
  max = 10_000,
): Promise<MissedEvents | null> {
  const [accountId = "", environment = "", types = [], first = "", last = "", , endpointId = "", applicationId = null] =
    matchValues({ ...filter, status: null });
  const [row] = await db.query<{ matched: number; examined: number; first_at: Date | null }>(
    `SELECT (count(*) FILTER (WHERE missed))::integer AS matched, count(*)::integer AS examined,
            min(created_at) FILTER (WHERE missed) AS first_at
     FROM (
       SELECT created_at, NOT EXISTS (
         SELECT FROM deliveries WHERE event_id = events.id AND endpoint_id = $6 AND status = 'delivered'
       ) AND ($9::text IS NULL OR data @@ $9::jsonpath) AS missed
       FROM events
       WHERE account_id = $1 AND environment = $2 AND type = ANY($3) AND id >= $4 AND id <= $5 AND ${applicationCondition("$7")}
       ORDER BY id LIMIT $8
     ) AS examined`,
    [accountId, environment, types, first, last, endpointId, applicationId, max, filter.filterPath],
  );
  if (row === undefined || row.first_at === null) return null;
  return { matched: row.matched, matchedIsMinimum: row.examined === max, fromMs: row.first_at.getTime() };
}

/** Inserts a replay for `runReplays`. Workers are notified when the transaction commits. */
export async function insertReplay(
  db: Queryable,
  filter: ReplayFilter,
  { matched, matchedIsMinimum, nowMs }: Pick<ReplayRecord, "matched" | "matchedIsMinimum"> & { nowMs: number },
): Promise<string> {
  const id = newId("rpl", nowMs);
  const [accountId = "", environment = "", types = [], first = "", last = "", status = null] = matchValues(filter);
  await db.execute(
    `INSERT INTO webhook_replays
       (id, account_id, environment, endpoint_id, event_types, delivery_status, cursor, end_cursor, matched, matched_is_minimum, state,
        created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'running', $11)`,
    [
      id,
      accountId,
      environment,
      filter.endpointId,
      types,
      status,
      first,
      last,
      matched,
      matchedIsMinimum,
      new Date(nowMs),
    ],
  );
  await db.query("SELECT pg_notify($1, '')", [replaysChannel]);
  return id;
}

/** Finds a replay of an endpoint. */
export async function findReplay(
  db: Queryable,
  { accountId, environment }: AccountScope,
  { endpointId, id }: { endpointId: string; id: string },
): Promise<ReplayRecord | undefined> {
  const [row] = await db.query<ReplayRow>(
    `SELECT id, endpoint_id, matched, matched_is_minimum, replayed, state, created_at, finished_at FROM webhook_replays
     WHERE id = $1 AND endpoint_id = $2 AND account_id = $3 AND environment = $4`,
    [id, endpointId, accountId, environment],
  );
  if (row === undefined) return undefined;
  const { matched, matched_is_minimum: matchedIsMinimum, replayed, state: status } = row;
  const { created_at: createdAt, finished_at: finishedAt } = row;
  const instants = { createdAtMs: createdAt.getTime(), finishedAtMs: finishedAt?.getTime() ?? null };
  return { id, endpointId, matched, matchedIsMinimum, replayed, status, ...instants };
}
