import {
  coversEvent,
  type DeliveryStatus,
  eventTypes,
  newId,
  type Owner,
  type ReplayStatus,
  type RowScope,
} from "@wayfare/contract";
import { ofApplication, type Parameter, type Session } from "@wayfare/database";

/** Where replays that have something to do are announced. */
export const replaysChannel = "wayfare_replays";

/** Events to deliver again to an endpoint: those of its application if it has one. */
export interface ReplayOrder extends RowScope {
  endpointId: string;
  /** Patterns, as an endpoint has them. */
  events: readonly string[];
  /** Inclusive, in the clock of the data. */
  fromMs: number;
  /** Exclusive. */
  toMs: number;
  /** Only events whose last delivery to the endpoint has this status; null for all. */
  status: DeliveryStatus | null;
}

export interface ReplayRecord {
  id: string;
  endpointId: string;
  matched: number;
  /** Not every event of the period was counted: at least `matched` match. */
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

/** Ids of events hold their instant, so that a period is a range of ids: no id of it lies outside. */
const firstIdAt = (ms: number) => newId("evt", Math.max(0, ms), new Uint8Array(10));
const lastIdAt = (ms: number) => newId("evt", Math.max(0, ms), new Uint8Array(10).fill(255));

/**
 * Condition on the events of a replay. `$1` to `$8` are account, partition, types, first and last id, status, endpoint and the application of
 * the endpoint.
 */
export const matches = `account_id = $1 AND environment = $2 AND type = ANY($3) AND id >= $4 AND id <= $5 AND ${ofApplication("$8")}
  AND ($6::text IS NULL OR $6 = (
    SELECT status FROM deliveries WHERE event_id = events.id AND endpoint_id = $7 ORDER BY id DESC LIMIT 1
  ))`;

/** Events of a period that are looked at for a count: more would take seconds. */
const maxCounted = 100_000;

function matchValues(order: ReplayOrder): Parameter[] {
  const types = eventTypes.filter((type) => order.events.some((pattern) => coversEvent(pattern, type)));
  const range = [firstIdAt(order.fromMs), lastIdAt(order.toMs - 1)];
  return [order.accountId, order.environment, types, ...range, order.status, order.endpointId, order.applicationId];
}

/** Counts the events that a replay would deliver, looking at the first `max` events of its period and types. */
export async function countReplay(
  session: Session,
  order: ReplayOrder,
  max = maxCounted,
): Promise<Pick<ReplayRecord, "matched" | "matchedIsMinimum">> {
  const [row] = await session.query<{ matched: number; counted: number }>(
    `SELECT (count(*) FILTER (WHERE at <= $9 AND ${matches}))::integer AS matched, count(*)::integer AS counted
     FROM (
       SELECT id, account_id, environment, application_id, type, row_number() OVER (ORDER BY id) AS at FROM events
       WHERE account_id = $1 AND environment = $2 AND type = ANY($3) AND id >= $4 AND id <= $5 AND ${ofApplication("$8")}
       ORDER BY id LIMIT $9 + 1
     ) AS events`,
    [...matchValues(order), max],
  );
  return { matched: row?.matched ?? 0, matchedIsMinimum: (row?.counted ?? 0) > max };
}

/** Writes down a replay for `runReplays` to do, and wakes those who do them when the transaction commits. */
export async function insertReplay(
  session: Session,
  order: ReplayOrder,
  { matched, matchedIsMinimum, nowMs }: Pick<ReplayRecord, "matched" | "matchedIsMinimum"> & { nowMs: number },
): Promise<string> {
  const id = newId("rpl", nowMs);
  const [accountId = "", environment = "", types = [], first = "", last = "", status = null] = matchValues(order);
  await session.execute(
    `INSERT INTO webhook_replays
       (id, account_id, environment, endpoint_id, event_types, delivery_status, cursor, end_cursor, matched, matched_is_minimum, state,
        created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'running', $11)`,
    [
      id,
      accountId,
      environment,
      order.endpointId,
      types,
      status,
      first,
      last,
      matched,
      matchedIsMinimum,
      new Date(nowMs),
    ],
  );
  await session.query("SELECT pg_notify($1, '')", [replaysChannel]);
  return id;
}

/** A replay of an endpoint. */
export async function findReplay(
  session: Session,
  { accountId, environment }: Owner,
  { endpointId, id }: { endpointId: string; id: string },
): Promise<ReplayRecord | undefined> {
  const [row] = await session.query<ReplayRow>(
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
