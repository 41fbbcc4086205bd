import { type EventType, newId, type ReplayStatus } from "@wayfare/contract";
import type { Database, Session } from "@wayfare/database";
import { announceDeliveries } from "../events/events.ts";
import { matches, type ReplayRow } from "./replays.ts";

const batchSize = 500;

/**
 * Does what is left of every replay. Each batch of deliveries commits with the place where it stopped, so that another process goes on where
 * one died.
 *
 * @param nowMs on the wall's clock.
 * @returns how many deliveries were made.
 */
export async function runReplays(database: Database, nowMs: number): Promise<number> {
  let made = 0;
  for (;;) {
    const batch = await database.transaction((session) => runBatch(session, nowMs));
    if (batch === null) return made;
    made += batch;
  }
}

async function runBatch(session: Session, wallMs: number): Promise<number | null> {
  const [replay] = await session.query<ReplayRow>(
    `SELECT replay.*, CASE WHEN replay.environment = 'test' THEN account.test_clock_offset_ms ELSE 0 END AS clock_offset_ms
     FROM webhook_replays replay JOIN accounts account ON account.id = replay.account_id
     WHERE replay.state = 'running' ORDER BY replay.id LIMIT 1 FOR UPDATE OF replay SKIP LOCKED`,
  );
  if (replay === undefined) return null;
  const nowMs = wallMs + replay.clock_offset_ms;
  const [endpoint] = await session.query<TargetEndpoint>(
    "SELECT status, application_id FROM webhook_endpoints WHERE id = $1 AND deleted_at IS NULL AND status IN ('active', 'paused') FOR KEY SHARE",
    [replay.endpoint_id],
  );
  if (endpoint === undefined) {
    await moveReplay(session, replay, { cursor: replay.cursor, made: 0, state: "cancelled", nowMs });
    return 0;
  }
  const events = await nextEvents(session, replay, endpoint);
  if (events.length > 0) await deliverAgain(session, replay, events, { endpoint, nowMs });
  const state = events.length < batchSize ? "finished" : "running";
  await moveReplay(session, replay, { cursor: events.at(-1)?.id ?? replay.cursor, made: events.length, state, nowMs });
  return events.length;
}

interface TargetEndpoint {
  status: string;
  application_id: string | null;
}

interface Past {
  id: string;
  type: EventType;
}

/** The first id of the range is none that an event has: it ends in eighty zero bits. */
function nextEvents(session: Session, replay: ReplayRow, endpoint: TargetEndpoint): Promise<Past[]> {
  return session.query<Past>(`SELECT id, type FROM events WHERE ${matches} AND id <> $4 ORDER BY id LIMIT $9`, [
    replay.account_id,
    replay.environment,
    replay.event_types,
    replay.cursor,
    replay.end_cursor,
    replay.delivery_status,
    replay.endpoint_id,
    endpoint.application_id,
    batchSize,
  ]);
}

async function deliverAgain(
  session: Session,
  replay: ReplayRow,
  events: readonly Past[],
  { endpoint, nowMs }: { endpoint: TargetEndpoint; nowMs: number },
): Promise<void> {
  const now = new Date(nowMs);
  const isHeld = endpoint.status === "paused";
  await session.execute(
    `INSERT INTO deliveries
       (id, account_id, environment, application_id, endpoint_id, event_id, event_type, status, due_at, held_due_at, created_at)
     SELECT id, $4, $5, $10, $6, event_id, event_type, 'pending', $7, $8, $9
     FROM unnest($1::text[], $2::text[], $3::text[]) AS row (id, event_id, event_type)`,
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
    ],
  );
  await announceDeliveries(session, replay.endpoint_id);
}

async function moveReplay(
  session: Session,
  { id }: ReplayRow,
  { cursor, made, state, nowMs }: { cursor: string; made: number; state: ReplayStatus; nowMs: number },
): Promise<void> {
  await session.execute(
    "UPDATE webhook_replays SET cursor = $2, replayed = replayed + $3, state = $4, finished_at = $5 WHERE id = $1",
    [id, cursor, made, state, state === "running" ? null : new Date(nowMs)],
  );
}
