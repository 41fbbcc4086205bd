import type { Database, Session } from "@wayfare/database";
import { nextDueMs } from "../schedule.ts";
import type { Attempt } from "./attempt.ts";
import { noteHealth } from "./health.ts";

/** What becomes of a delivery after an attempt. */
interface Next {
  attempt: Attempt;
  status: "delivered" | "awaiting_retry" | "dead_lettered" | "cancelled";
  dueAtMs: number | null;
}

/** Writes attempts and what becomes of their deliveries and endpoints, in one transaction. */
export async function completeAttempts(
  database: Database,
  delaysMs: readonly number[],
  attempts: readonly Attempt[],
): Promise<void> {
  // In the order of ids, so that two processes never wait for each other's rows in a circle.
  const nexts = attempts.map((attempt) => nextOf(attempt, delaysMs)).sort((a, b) => compareIds(a.attempt, b.attempt));
  await database.transaction(async (session) => {
    await lockEndpoints(session, attempts);
    const kept = await updateDeliveries(session, nexts);
    const ours = nexts.filter(({ attempt }) => kept.has(attempt.claimed.id)).map(({ attempt }) => attempt);
    if (ours.length === 0) return;
    await insertAttempts(session, ours);
    await noteHealth(session, ours);
  });
}

function compareIds(a: Attempt, b: Attempt): number {
  return a.claimed.id < b.claimed.id ? -1 : 1;
}

function nextOf(attempt: Attempt, delaysMs: readonly number[]): Next {
  const { verdict, claimed, endedAtMs } = attempt;
  if (verdict.outcome === "delivered") return { attempt, status: "delivered", dueAtMs: null };
  if (verdict.outcome === "gone") return { attempt, status: "cancelled", dueAtMs: null };
  const dueAtMs = nextDueMs(delaysMs, claimed.scheduleAttempts + 1, endedAtMs);
  return { attempt, status: dueAtMs === null ? "dead_lettered" : "awaiting_retry", dueAtMs };
}

/**
 * Holds the endpoints first, in their order: who pauses or deletes one waits for us or has been waited for, and nobody waits in a circle.
 */
async function lockEndpoints(session: Session, attempts: readonly Attempt[]): Promise<void> {
  await session.query(
    "SELECT id FROM webhook_endpoints WHERE id = ANY($1) ORDER BY id LIMIT 1000 FOR KEY SHARE",
    [[...new Set(attempts.map(({ claimed }) => claimed.endpointId))]],
    { name: "lock-endpoints" },
  );
}

/**
 * Moves deliveries on that are still ours, and answers which those are: one whose lease was lost belongs to another process, and one whose
 * endpoint was deleted has been cancelled. A retry of an endpoint that was paused meanwhile is held.
 */
async function updateDeliveries(session: Session, nexts: readonly Next[]): Promise<Set<string>> {
  const rows = await session.query<{ id: string }>(
    `UPDATE deliveries SET
       status = CASE WHEN next.due_at IS NOT NULL AND endpoint.status = 'disabled' THEN 'cancelled' ELSE next.status END, attempts = deliveries.attempts + 1, schedule_attempts = deliveries.schedule_attempts + 1,
       due_at = CASE WHEN endpoint.status NOT IN ('paused', 'disabled') THEN next.due_at END,
       held_due_at = CASE WHEN endpoint.status = 'paused' THEN next.due_at END,
       finished_at = CASE WHEN next.due_at IS NULL OR endpoint.status = 'disabled' THEN next.ended_at END, claim_id = NULL, lease_ends_at = NULL
     FROM unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[])
       AS next (id, claim_id, status, due_at, ended_at), webhook_endpoints endpoint
     WHERE deliveries.id = next.id AND deliveries.claim_id = next.claim_id AND endpoint.id = deliveries.endpoint_id
     RETURNING deliveries.id`,
    [
      nexts.map(({ attempt }) => attempt.claimed.id),
      nexts.map(({ attempt }) => attempt.claimed.claimId),
      nexts.map(({ status }) => status),
      nexts.map(({ dueAtMs }) => (dueAtMs === null ? null : new Date(dueAtMs))),
      nexts.map(({ attempt }) => new Date(attempt.endedAtMs)),
    ],
    { name: "complete-deliveries" },
  );
  return new Set(rows.map(({ id }) => id));
}

async function insertAttempts(session: Session, attempts: readonly Attempt[]): Promise<void> {
  await session.execute(
    `INSERT INTO delivery_attempts
       (id, delivery_id, number, started_at, outcome, reason, response_status, address, timings, request_headers, response_headers, response_body)
     SELECT id, delivery_id, number, started_at, outcome, reason, response_status, address, timings::jsonb, request_headers::jsonb,
            response_headers::jsonb, response_body
     FROM unnest($1::text[], $2::text[], $3::integer[], $4::timestamptz[], $5::text[], $6::text[], $7::integer[], $8::text[], $9::text[],
                 $10::text[], $11::text[], $12::bytea[])
       AS row (id, delivery_id, number, started_at, outcome, reason, response_status, address, timings, request_headers, response_headers, response_body)`,
    [
      attempts.map(({ id }) => id),
      attempts.map(({ claimed }) => claimed.id),
      attempts.map(({ number }) => number),
      attempts.map(({ startedAtMs }) => new Date(startedAtMs)),
      attempts.map(({ verdict }) => verdict.outcome),
      attempts.map(({ verdict }) => verdict.reason),
      attempts.map(({ response }) => response?.status ?? null),
      attempts.map(({ address }) => address),
      attempts.map(({ timings }) => JSON.stringify(timings)),
      attempts.map(({ requestHeaders }) => JSON.stringify(requestHeaders)),
      attempts.map(({ response }) => JSON.stringify(response?.headers ?? {})),
      attempts.map(({ response }) => response?.body ?? new Uint8Array()),
    ],
    { name: "insert-attempts" },
  );
}
