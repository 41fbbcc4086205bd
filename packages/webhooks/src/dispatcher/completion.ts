import { type Database, json, type Session } from "@wayfare/database";
import type { Attempt } from "./attempt.ts";
import { noteHealth, noteSuccesses } from "./health.ts";
import { nextDueMs } from "./schedule.ts";

/** What becomes of a delivery after an attempt. */
interface Next {
  attempt: Attempt;
  status: "delivered" | "awaiting_retry" | "dead_lettered" | "cancelled";
  dueAtMs: number | null;
}

/**
 * Writes attempts and what becomes of their deliveries and endpoints. Where all attempts of an endpoint succeeded that is one statement for all
 * such endpoints; the others, whose health changes, are written in a transaction.
 */
export async function completeAttempts(
  database: Database,
  delaysMs: readonly number[],
  attempts: readonly Attempt[],
): Promise<void> {
  const nexts = attempts.map((attempt) => nextOf(attempt, delaysMs));
  const failed = new Set(nexts.filter(({ status }) => status !== "delivered").map(endpointOf));
  const smooth = nexts.filter((next) => !failed.has(endpointOf(next)));
  const rough = nexts.filter((next) => failed.has(endpointOf(next)));
  if (smooth.length > 0) {
    const { failing } = await moveOn(database, smooth);
    await noteSuccesses(database, failing);
  }
  if (rough.length === 0) return;
  await database.transaction(async (session) => {
    await holdEndpoints(session, failed);
    const { moved, failing } = await moveOn(session, rough);
    const ours = rough.flatMap(({ attempt }) => (moved.has(attempt.claimed.id) ? [attempt] : []));
    await noteHealth(session, ours, failing);
  });
}

const endpointOf = ({ attempt }: Next): string => attempt.claimed.endpointId;

/**
 * Takes every endpoint of the transaction before any delivery, in their order, as whoever retries, pauses or deletes does: nobody then holds
 * what another needs and waits for what the other holds.
 */
async function holdEndpoints(session: Session, ids: ReadonlySet<string>): Promise<void> {
  await session.query(
    "SELECT id FROM webhook_endpoints WHERE id = ANY ($1) ORDER BY id LIMIT 1000 FOR NO KEY UPDATE",
    [[...ids]],
    { name: "hold-endpoints" },
  );
}

function nextOf(attempt: Attempt, delaysMs: readonly number[]): Next {
  const { verdict, claimed, endedAtMs } = attempt;
  if (verdict.outcome === "delivered") return { attempt, status: "delivered", dueAtMs: null };
  if (verdict.outcome === "gone") return { attempt, status: "cancelled", dueAtMs: null };
  const dueAtMs = nextDueMs(delaysMs, claimed.scheduleAttempts + 1, endedAtMs);
  return { attempt, status: dueAtMs === null ? "dead_lettered" : "awaiting_retry", dueAtMs };
}

interface MovedRow {
  id: string;
  endpoint_id: string;
  was_failing: boolean;
}

/**
 * Holds the endpoints first, in their order: who pauses or deletes one waits for us or has been waited for, and nobody waits in a circle. Then
 * moves on the deliveries that are still ours (one whose lease was lost belongs to another process), writes their attempts, and holds a retry
 * of an endpoint that was paused meanwhile. One that was cancelled with its endpoint stays so, whatever its attempt came to.
 */
const moveOnSql = `WITH held AS MATERIALIZED (
    SELECT id, status, failing_since FROM webhook_endpoints WHERE id = ANY ($1) ORDER BY id FOR KEY SHARE
  ),
  next AS MATERIALIZED (
    SELECT * FROM ROWS FROM (
      unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::text[], $8::timestamptz[], $9::text[], $10::text[],
             $11::integer[], $12::text[], $13::bytea[]),
      jsonb_array_elements($14::jsonb)
    ) AS next (id, claim_id, status, due_at, ended_at, attempt_id, started_at, outcome, reason, response_status, address, response_body, documents)
  ),
  moved AS (
    UPDATE deliveries SET
      attempts = deliveries.attempts + 1, schedule_attempts = deliveries.schedule_attempts + 1,
      status = CASE WHEN deliveries.finished_at IS NULL THEN next.status ELSE deliveries.status END,
      due_at = CASE WHEN deliveries.finished_at IS NULL AND held.status <> 'paused' THEN next.due_at END,
      held_due_at = CASE WHEN deliveries.finished_at IS NULL AND held.status = 'paused' THEN next.due_at END,
      finished_at = coalesce(deliveries.finished_at, CASE WHEN next.due_at IS NULL THEN next.ended_at END),
      tried_late_at = CASE WHEN deliveries.attempts > 0 OR next.ended_at - deliveries.created_at > interval '10 seconds' THEN next.ended_at END,
      claim_id = NULL, lease_ends_at = NULL
    FROM next, held
    WHERE (SELECT count(*) FROM held) > 0 AND deliveries.id = ANY ($2) AND deliveries.id = next.id
      AND deliveries.claim_id = next.claim_id AND held.id = deliveries.endpoint_id
    RETURNING deliveries.id, deliveries.endpoint_id, deliveries.attempts, held.failing_since IS NOT NULL AS was_failing
  ),
  noted AS (
    INSERT INTO delivery_attempts
      (id, delivery_id, number, started_at, outcome, reason, response_status, address, timings, request_headers, response_headers, response_body)
    SELECT next.attempt_id, moved.id, moved.attempts, next.started_at, next.outcome, next.reason, next.response_status, next.address,
           next.documents -> 0, next.documents -> 1, next.documents -> 2, next.response_body
    FROM moved JOIN next ON next.id = moved.id
  )
  SELECT id, endpoint_id, was_failing FROM moved ORDER BY id LIMIT 1000`;

/** Which deliveries were still ours, and which of their endpoints had been failing. */
interface Moved {
  moved: ReadonlySet<string>;
  failing: ReadonlySet<string>;
}

async function moveOn(session: Session, nexts: readonly Next[]): Promise<Moved> {
  const attempts = nexts.map(({ attempt }) => attempt);
  const rows = await session.query<MovedRow>(
    moveOnSql,
    [
      [...new Set(attempts.map(({ claimed }) => claimed.endpointId))],
      attempts.map(({ claimed }) => claimed.id),
      attempts.map(({ claimed }) => claimed.claimId),
      nexts.map(({ status }) => status),
      nexts.map(({ dueAtMs }) => (dueAtMs === null ? null : new Date(dueAtMs))),
      attempts.map(({ endedAtMs }) => new Date(endedAtMs)),
      attempts.map(({ id }) => id),
      attempts.map(({ startedAtMs }) => new Date(startedAtMs)),
      attempts.map(({ verdict }) => verdict.outcome),
      attempts.map(({ verdict }) => verdict.reason),
      attempts.map(({ response }) => response?.status ?? null),
      attempts.map(({ address }) => address),
      attempts.map(({ response }) => response?.body ?? new Uint8Array()),
      json(attempts.map(({ timings, requestHeaders, response }) => [timings, requestHeaders, response?.headers ?? {}])),
    ],
    { name: "move-deliveries-on" },
  );
  const failing = rows.filter((row) => row.was_failing).map((row) => row.endpoint_id);
  return { moved: new Set(rows.map(({ id }) => id)), failing: new Set(failing) };
}
