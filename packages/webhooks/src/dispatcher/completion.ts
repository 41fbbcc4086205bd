import { type Database, json, type Queryable } from "@wayfare/database";
import type { Attempt } from "./attempt.ts";
import { type OnEndpointAlert, recordHealth, recordSuccesses } from "./health.ts";
import { nextDueMs } from "./retry-schedule.ts";

/** New state of a delivery after an attempt. */
interface Transition {
  attempt: Attempt;
  status: "delivered" | "awaiting_retry" | "dead_lettered" | "cancelled";
  dueAtMs: number | null;
}

/**
 * Writes attempts and the new states of their deliveries and endpoints. Endpoints whose attempts all succeeded share one statement; the
 * others, whose health changes, are written in a transaction.
 */
export async function completeAttempts(
  database: Database,
  delaysMs: readonly number[],
  attempts: readonly Attempt[],
  onAlert?: OnEndpointAlert,
): Promise<void> {
  const transitions = attempts.map((attempt) => transitionOf(attempt, delaysMs));
  const failedEndpoints = new Set(transitions.filter(({ status }) => status !== "delivered").map(endpointOf));
  const succeeded = transitions.filter((each) => !failedEndpoints.has(endpointOf(each)));
  const others = transitions.filter((each) => failedEndpoints.has(endpointOf(each)));
  if (succeeded.length > 0) {
    const { failing } = await updateDeliveries(database, succeeded);
    await recordSuccesses(database, failing);
  }
  if (others.length === 0) return;
  await database.transaction(async (tx) => {
    await lockEndpoints(tx, failedEndpoints);
    const { updated, failing } = await updateDeliveries(tx, others);
    const written = others.flatMap(({ attempt }) => (updated.has(attempt.claimed.id) ? [attempt] : []));
    await recordHealth(tx, written, failing, onAlert);
  });
}

const endpointOf = ({ attempt }: Transition): string => attempt.claimed.endpointId;

/**
 * Locks every endpoint of the transaction before any delivery, in order of id. A retry, a pause and a deletion use the same lock order,
 * which prevents deadlocks.
 */
async function lockEndpoints(db: Queryable, ids: ReadonlySet<string>): Promise<void> {
  await db.query(
    "SELECT id FROM webhook_endpoints WHERE id = ANY ($1) ORDER BY id LIMIT 1000 FOR NO KEY UPDATE",
    [[...ids]],
    { name: "lock-endpoints" },
  );
}

function transitionOf(attempt: Attempt, delaysMs: readonly number[]): Transition {
  const { result, claimed, endedAtMs } = attempt;
  if (result.outcome === "delivered") return { attempt, status: "delivered", dueAtMs: null };
  if (result.outcome === "gone") return { attempt, status: "cancelled", dueAtMs: null };
  const dueAtMs = nextDueMs(delaysMs, claimed.scheduleAttempts + 1, endedAtMs);
  return { attempt, status: dueAtMs === null ? "dead_lettered" : "awaiting_retry", dueAtMs };
}

interface UpdatedRow {
  id: string;
  endpoint_id: string;
  was_failing: boolean;
}

/**
 * Locks the endpoints first, in order of id, so that a concurrent pause or deletion cannot deadlock with this statement. Then updates the
 * deliveries that this claim still holds (after a lost lease the delivery belongs to another process), inserts their attempts, and holds
 * the retry if the endpoint was paused during the attempt. A delivery that was cancelled with its endpoint stays cancelled, whatever the
 * result of the attempt.
 */
const updateDeliveriesSql = `WITH locked AS MATERIALIZED (
    SELECT id, status, failing_since FROM webhook_endpoints WHERE id = ANY ($1) ORDER BY id FOR KEY SHARE
  ),
  next AS MATERIALIZED (
    SELECT * FROM ROWS FROM (
      unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::text[], $8::timestamptz[], $9::text[], $10::text[],
             $11::integer[], $12::text[], $13::bytea[]),
      jsonb_array_elements($14::jsonb)
    ) AS next (id, claim_id, status, due_at, ended_at, attempt_id, started_at, outcome, reason, response_status, address, response_body, documents)
  ),
  updated AS (
    UPDATE deliveries SET
      attempts = deliveries.attempts + 1, schedule_attempts = deliveries.schedule_attempts + 1,
      status = CASE WHEN deliveries.finished_at IS NULL THEN next.status ELSE deliveries.status END,
      due_at = CASE WHEN deliveries.finished_at IS NULL AND locked.status <> 'paused' THEN next.due_at END,
      held_due_at = CASE WHEN deliveries.finished_at IS NULL AND locked.status = 'paused' THEN next.due_at END,
      finished_at = coalesce(deliveries.finished_at, CASE WHEN next.due_at IS NULL THEN next.ended_at END),
      tried_late_at = CASE WHEN deliveries.attempts > 0 OR next.ended_at - deliveries.created_at > interval '10 seconds' THEN next.ended_at END,
      claim_id = NULL, lease_ends_at = NULL
    FROM next, locked
    WHERE (SELECT count(*) FROM locked) > 0 AND deliveries.id = ANY ($2) AND deliveries.id = next.id
      AND deliveries.claim_id = next.claim_id AND locked.id = deliveries.endpoint_id
    RETURNING deliveries.id, deliveries.endpoint_id, deliveries.attempts, locked.failing_since IS NOT NULL AS was_failing
  ),
  inserted AS (
    INSERT INTO delivery_attempts
      (id, delivery_id, number, started_at, outcome, reason, response_status, address, timings, request_headers, response_headers, response_body)
    SELECT next.attempt_id, updated.id, updated.attempts, next.started_at, next.outcome, next.reason, next.response_status, next.address,
           next.documents -> 0, next.documents -> 1, next.documents -> 2, next.response_body
    FROM updated JOIN next ON next.id = updated.id
  )
  SELECT id, endpoint_id, was_failing FROM updated ORDER BY id LIMIT 1000`;

/** Ids of the deliveries that were updated, and of their endpoints that had been failing. */
interface Updated {
  updated: ReadonlySet<string>;
  failing: ReadonlySet<string>;
}

async function updateDeliveries(db: Queryable, transitions: readonly Transition[]): Promise<Updated> {
  const attempts = transitions.map(({ attempt }) => attempt);
  const rows = await db.query<UpdatedRow>(
    updateDeliveriesSql,
    [
      [...new Set(attempts.map(({ claimed }) => claimed.endpointId))],
      attempts.map(({ claimed }) => claimed.id),
      attempts.map(({ claimed }) => claimed.claimId),
      transitions.map(({ status }) => status),
      transitions.map(({ dueAtMs }) => (dueAtMs === null ? null : new Date(dueAtMs))),
      attempts.map(({ endedAtMs }) => new Date(endedAtMs)),
      attempts.map(({ id }) => id),
      attempts.map(({ startedAtMs }) => new Date(startedAtMs)),
      attempts.map(({ result }) => result.outcome),
      attempts.map(({ result }) => result.reason),
      attempts.map(({ response }) => response?.status ?? null),
      attempts.map(({ address }) => address),
      attempts.map(({ response }) => response?.body ?? new Uint8Array()),
      json(attempts.map(({ timings, requestHeaders, response }) => [timings, requestHeaders, response?.headers ?? {}])),
    ],
    { name: "update-deliveries" },
  );
  const failing = rows.filter((row) => row.was_failing).map((row) => row.endpoint_id);
  return { updated: new Set(rows.map(({ id }) => id)), failing: new Set(failing) };
}
