import {
  type Attempt,
  type Delivery,
  type DeliveryStatus,
  type EventType,
  formatInstant,
  type RowScope,
} from "@wayfare/contract";
import { applicationCondition, type Queryable } from "@wayfare/database";
import { deliveriesChannel, nextOrderingPosition } from "../events/events.ts";

interface DeliveryRow {
  id: string;
  endpoint_id: string;
  event_id: string;
  event_type: EventType;
  application_id: string | null;
  status: DeliveryStatus;
  attempts: number;
  due_at: Date | null;
  created_at: Date;
  finished_at: Date | null;
}

/** A delivery in flight has no next attempt, although its row keeps `due_at`. */
const columns =
  "id, endpoint_id, event_id, event_type, application_id, status, attempts, CASE WHEN claim_id IS NULL THEN due_at END AS due_at, created_at, finished_at";
const formatTimeOrNull = (date: Date | null): string | null => (date === null ? null : formatInstant(date.getTime()));

function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    webhookId: row.endpoint_id,
    eventId: row.event_id,
    type: row.event_type,
    applicationId: row.application_id,
    status: row.status,
    attemptCount: row.attempts,
    nextAttemptAt: formatTimeOrNull(row.due_at),
    createdAt: formatInstant(row.created_at.getTime()),
    finishedAt: formatTimeOrNull(row.finished_at),
  };
}

export interface DeliveryFilter {
  status?: DeliveryStatus | undefined;
  webhookId?: string | undefined;
  eventId?: string | undefined;
  type?: EventType | undefined;
  /** Subject of the events. */
  subject?: string | undefined;
}

/** Maximum number of events of one subject whose deliveries are listed: the newest. */
const maxSubjectEvents = 1000;

/** SQL condition on `$11`, the subject, and `$9`, the application. Only a list with this filter reads the events. */
const isAboutSubject = `AND event_id = ANY (ARRAY(
         SELECT id FROM events
         WHERE account_id = $1 AND environment = $2 AND subject = $11 AND ${applicationCondition("$9")}
         ORDER BY id DESC LIMIT ${maxSubjectEvents}
       ))`;

/** Lists the deliveries of an account and environment, newest first, after an id. */
export async function listDeliveries(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  {
    filter,
    firstId,
    afterId,
    limit,
  }: { filter: DeliveryFilter; firstId?: string | undefined; afterId: string | null; limit: number },
): Promise<Delivery[]> {
  const rows = await db.query<DeliveryRow>(
    `SELECT ${columns} FROM deliveries
     WHERE account_id = $1 AND environment = $2 AND ($3::text IS NULL OR id < $3) AND ($4::text IS NULL OR status = $4)
       AND ($5::text IS NULL OR endpoint_id = $5) AND ($6::text IS NULL OR event_type = $6) AND ($7::text IS NULL OR event_id = $7)
       AND ${applicationCondition("$9")} AND ($10::text IS NULL OR id >= $10)
       ${filter.subject === undefined ? "" : isAboutSubject}
     ORDER BY id DESC LIMIT $8`,
    [
      accountId,
      environment,
      afterId,
      filter.status ?? null,
      filter.webhookId ?? null,
      filter.type ?? null,
      filter.eventId ?? null,
      limit,
      applicationId,
      firstId ?? null,
      ...(filter.subject === undefined ? [] : [filter.subject]),
    ],
  );
  return rows.map(toDelivery);
}

/** Lists deliveries that were retried or first attempted late, or are about to be retried, latest first. */
export async function listLateDeliveries(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  limit: number,
): Promise<Delivery[]> {
  const rows = await db.query<DeliveryRow>(
    `SELECT ${columns} FROM deliveries
     WHERE account_id = $1 AND environment = $2 AND tried_late_at IS NOT NULL AND ${applicationCondition("$4")}
     ORDER BY tried_late_at DESC LIMIT $3`,
    [accountId, environment, limit, applicationId],
  );
  return rows.map(toDelivery);
}

/** Finds a delivery. `lock` prevents concurrent updates until the transaction ends. */
export async function findDelivery(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  id: string,
  { lock = false } = {},
): Promise<Delivery | undefined> {
  const [row] = await db.query<DeliveryRow>(
    `SELECT ${columns} FROM deliveries
     WHERE account_id = $1 AND environment = $2 AND id = $3 AND ${applicationCondition("$4")}${lock ? " FOR NO KEY UPDATE" : ""}`,
    [accountId, environment, id, applicationId],
  );
  return row && toDelivery(row);
}

/**
 * Restarts the retry schedule of a delivery that was found with `lock`. It is due now; dispatchers are notified when the transaction
 * commits. An attempt that was in flight when the delivery was cancelled does not count in the new schedule. To an ordered endpoint, it is
 * sent after the deliveries of its subject that already wait.
 */
export async function restartDelivery(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  id: string,
  nowMs: number,
): Promise<void> {
  await db.execute(
    `UPDATE deliveries
     SET status = 'pending', schedule_attempts = 0, due_at = $4, held_due_at = NULL, finished_at = NULL, claim_id = NULL, lease_ends_at = NULL,
         tried_late_at = $4, ordering_position = CASE WHEN ordering_key IS NOT NULL THEN ${nextOrderingPosition} END
     WHERE id = $1 AND account_id = $2 AND environment = $3 AND ${applicationCondition("$5")}`,
    [id, accountId, environment, new Date(nowMs), applicationId],
  );
  await db.query("SELECT pg_notify($1, '')", [deliveriesChannel]);
}

interface AttemptRow {
  id: string;
  number: number;
  started_at: Date;
  outcome: string;
  reason: string;
  response_status: number | null;
  address: string | null;
  timings: Record<string, unknown>;
  request_headers: Record<string, unknown>;
  response_headers: Record<string, unknown>;
  response_body: Uint8Array;
}

/** Lists the attempts of a delivery, oldest first. */
export async function listAttempts(db: Queryable, deliveryId: string): Promise<Attempt[]> {
  const rows = await db.query<AttemptRow>(
    `SELECT id, number, started_at, outcome, reason, response_status, address, timings, request_headers, response_headers, response_body
     FROM delivery_attempts WHERE delivery_id = $1 ORDER BY number LIMIT 1000`,
    [deliveryId],
  );
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    startedAt: formatInstant(row.started_at.getTime()),
    status: row.outcome,
    reason: row.reason,
    responseStatus: row.response_status,
    address: row.address,
    timings: row.timings,
    requestHeaders: row.request_headers,
    responseHeaders: row.response_headers,
    ...decodeBody(Buffer.from(row.response_body)),
  }));
}

function decodeBody(body: Buffer): Pick<Attempt, "responseBody" | "responseBodyIsBase64"> {
  try {
    const responseBody = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
    return { responseBody, responseBodyIsBase64: false };
  } catch {
    return { responseBody: body.toString("base64"), responseBodyIsBase64: true };
  }
}
