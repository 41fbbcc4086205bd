import { type EventType, newId, type ReplayStatus } from "@wayfare/contract";
import type { Database, Queryable } from "@wayfare/database";
import { nextOrderingPosition, notifyDispatchers } from "../events/events.ts";
import { type ReplayRow, replayCondition } from "./replays.ts";

const batchSize = 500;

/**
 * Runs every replay to its end. Each batch of deliveries commits together with the replay's cursor, so that another process can continue
 * after a crash.
 *
 * @param nowMs in real time.
 * @returns the number of deliveries created.
 */
export async function runReplays(database: Database, nowMs: number): Promise<number> {
  let created = 0;
  for (;;) {
    const batch = await database.transaction((tx) => runBatch(tx, nowMs));
    if (batch === null) return created;
    created += batch;
  }
}

async function runBatch(db: Queryable, realNowMs: number): Promise<number | null> {
  const [replay] = await db.query<ReplayRow>(
    `SELECT replay.*, CASE WHEN replay.environment = 'test' THEN account.test_clock_offset_ms ELSE 0 END AS clock_offset_ms
     FROM webhook_replays replay JOIN accounts account ON account.id = replay.account_id
     WHERE replay.state = 'running' ORDER BY replay.id LIMIT 1 FOR UPDATE OF replay SKIP LOCKED`,
  );
  if (replay === undefined) return null;
  const nowMs = realNowMs + replay.clock_offset_ms;
  const [endpoint] = await db.query<TargetEndpoint>(
    "SELECT status, application_id, filter_path, ordered FROM webhook_endpoints WHERE id = $1 AND deleted_at IS NULL AND status IN ('active', 'paused') FOR KEY SHARE",
    [replay.endpoint_id],
  );
  if (endpoint === undefined) {
    await updateReplay(db, replay, { cursor: replay.cursor, created: 0, state: "cancelled", nowMs });
    return 0;
  }
  const events = await findNextEvents(db, replay, endpoint);
  if (events.length > 0) await createDeliveries(db, replay, events, { endpoint, nowMs });
  const state = events.length < batchSize ? "finished" : "running";
  await updateReplay(db, replay, {
    cursor: events.at(-1)?.id ?? replay.cursor,
    created: events.length,
    state,
    nowMs,
  });
  return events.length;
}

interface TargetEndpoint {
  status: string;
  application_id: string | null;
  filter_path: string | null;
  ordered: boolean;
}

interface PastEvent {
  id: string;
  type: EventType;
  subject: string | null;
}

/** The initial cursor is not the id of an event: its 80 random bits are zero. */
function findNextEvents(db: Queryable, replay: ReplayRow, endpoint: TargetEndpoint): Promise<PastEvent[]> {
  return db.query<PastEvent>(
    `SELECT id, type, subject FROM events WHERE ${replayCondition} AND id <> $4 ORDER BY id LIMIT $9`,
    [
      replay.account_id,
      replay.environment,
      replay.event_types,
      replay.cursor,
      replay.end_cursor,
      replay.delivery_status,
      replay.endpoint_id,
      endpoint.application_id,
      batchSize,
      endpoint.filter_path,
    ],
  );
}

async function createDeliveries(
  db: Queryable,
  replay: ReplayRow,
  events: readonly PastEvent[],
  { endpoint, nowMs }: { endpoint: TargetEndpoint; nowMs: number },
): Promise<void> {
  const now = new Date(nowMs);
  const isHeld = endpoint.status === "paused";
  await db.execute(
    `INSERT INTO deliveries
       (id, account_id, environment, application_id, endpoint_id, event_id, event_type, status, due_at, held_due_at, created_at,
        ordering_key, ordering_position)
     SELECT id, $4, $5, $10, $6, event_id, event_type, 'pending', $7, $8, $9, subject, CASE WHEN subject IS NOT NULL THEN ${nextOrderingPosition} END
     FROM unnest($1::text[], $2::text[], $3::text[], $11::text[]) WITH ORDINALITY AS row (id, event_id, event_type, subject, place)
     ORDER BY place`,
    [
      events.map(() => newId("dlv", nowMs)),
      events.map(({ id }) => id),
      events.map(({ type }) => type),
      replay.account_id,
      replay.environment,
      replay.endpoint_id,
      isHeld ? null : now,
      isHeld ? now : null,
      now,
      endpoint.application_id,
      events.map(({ subject }) => (endpoint.ordered ? subject : null)),
    ],
  );
  await notifyDispatchers(db, replay.endpoint_id);
}

async function updateReplay(
  db: Queryable,
  { id }: ReplayRow,
  { cursor, created, state, nowMs }: { cursor: string; created: number; state: ReplayStatus; nowMs: number },
): Promise<void> {
  await db.execute(
    "UPDATE webhook_replays SET cursor = $2, replayed = replayed + $3, state = $4, finished_at = $5 WHERE id = $1",
    [id, cursor, created, state, state === "running" ? null : new Date(nowMs)],
  );
}

/** Counts the replays of all accounts that are running, up to a limit. */
export async function readReplayQueue(
  db: Queryable,
  limit: number,
): Promise<{ due: number; isMinimum: boolean; oldestDueMs: number | null }> {
  const [row] = await db.query<{ due: number; oldest: Date | null }>(
    `SELECT count(*)::int AS due, min(created_at) AS oldest FROM (
       SELECT created_at FROM webhook_replays WHERE state = 'running' ORDER BY id LIMIT $1
     ) running`,
    [limit + 1],
  );
  const due = row?.due ?? 0;
  return { due: Math.min(due, limit), isMinimum: due > limit, oldestDueMs: row?.oldest?.getTime() ?? null };
}
