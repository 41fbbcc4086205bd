import { type EventType, newId, type RowScope, subjectOf } from "@wayfare/contract";
import { json, type Queryable } from "@wayfare/database";

/** Notification channel of due deliveries. */
export const deliveriesChannel = "wayfare_deliveries";

/** `applicationId` is that of the event's object; null for events of the whole account. */
export interface NewEvent extends RowScope {
  type: EventType;
  data: Record<string, unknown>;
  /** Id of the object that the event is about; default: the member of `data` that the event catalog names. */
  subject?: string;
  /** On the data clock. */
  nowMs: number;
  /** An endpoint that does not receive the event: the one it is about. */
  exceptEndpointId?: string;
}

/** Maximum number of endpoint ids in a notification, whose payload is limited to 8,000 bytes. */
const maxNotifiedIds = 200;

/**
 * SQL expression of the next place in the order of deliveries. Transactions that change the same object wait for each other, so their
 * deliveries get their places in the order of the changes.
 */
export const nextOrderingPosition = "nextval('delivery_positions')";

/**
 * One statement inserts the event and its deliveries. It also creates the delivery ids, because only the database knows their number: the
 * time and 64 random bits in hexadecimal digits, which are valid in ids.
 */
const recordSql = `WITH event AS (
    INSERT INTO events (id, account_id, environment, type, data, created_at, application_id, subject)
    VALUES ($1, $2, $3, $4, $5, $6, $11, $12)
  ),
  targets AS (
    SELECT id, status, application_id, ordered FROM webhook_endpoints
    WHERE account_id = $2 AND environment = $3 AND deleted_at IS NULL AND status IN ('active', 'paused')
      AND events && $7::text[] AND id IS DISTINCT FROM $8 AND (application_id IS NULL OR application_id = $11)
      AND (filter_path IS NULL OR $5::jsonb @@ filter_path::jsonpath)
    ORDER BY id LIMIT 1000 FOR KEY SHARE
  ),
  inserted AS (
    INSERT INTO deliveries
      (id, account_id, environment, application_id, endpoint_id, event_id, event_type, status, due_at, held_due_at, created_at,
       ordering_key, ordering_position)
    SELECT $9 || substr(md5(gen_random_uuid()::text), 1, 16), $2, $3, application_id, id, $1, $4, 'pending',
           CASE WHEN status = 'active' THEN $6::timestamptz END, CASE WHEN status = 'paused' THEN $6::timestamptz END, $6,
           CASE WHEN ordered THEN $12 END, CASE WHEN ordered AND $12 IS NOT NULL THEN ${nextOrderingPosition} END
    FROM targets
    RETURNING endpoint_id
  )
  SELECT pg_notify($10, CASE WHEN count(*) <= ${maxNotifiedIds} THEN string_agg(endpoint_id, ',') ELSE '' END) FROM inserted HAVING count(*) > 0`;

/**
 * Inserts an event and a delivery for each active or paused endpoint that subscribes to it. Call it in the transaction of the change, so
 * that both commit or neither does. An endpoint with an application receives only events of that application; one without receives all.
 * Dispatchers are notified when the transaction commits.
 *
 * @returns the event's id.
 */
export async function recordEvent(db: Queryable, event: NewEvent): Promise<string> {
  const { accountId, environment, applicationId, type, data, nowMs, exceptEndpointId = null } = event;
  const eventId = newId("evt", nowMs);
  const patterns = ["*", `${type.slice(0, type.indexOf("."))}.*`, type];
  const idStart = newId("dlv", nowMs).slice(0, -16);
  const row = [eventId, accountId, environment, type, json(data), new Date(nowMs)];
  const name = "record-event";
  const values = [...row, patterns, exceptEndpointId, idStart, deliveriesChannel, applicationId, subjectOfEvent(event)];
  await db.query(recordSql, values, { name });
  return eventId;
}

function subjectOfEvent({ subject, type, data }: Pick<NewEvent, "subject" | "type" | "data">): string | null {
  return subject ?? subjectOf(type, data);
}

/**
 * Records several events: two statements, and one more for each event with subscribers.
 *
 * @returns the ids of the events, in the same order.
 */
export async function recordEvents(
  db: Queryable,
  events: readonly Omit<NewEvent, "exceptEndpointId">[],
): Promise<string[]> {
  if (events.length === 0) return [];
  const ids = events.map(({ nowMs }) => newId("evt", nowMs));
  const instants = events.map(({ nowMs }) => new Date(nowMs));
  const owners = [events.map(({ accountId }) => accountId), events.map(({ environment }) => environment)];
  const applications = events.map(({ applicationId }) => applicationId);
  const types = events.map(({ type }) => type);
  await db.execute(
    `INSERT INTO events (id, account_id, environment, application_id, type, data, created_at, subject)
     SELECT id, account_id, environment, application_id, type, data::jsonb, at, subject
     FROM unnest($1::text[], $2::text[], $3::text[], $7::text[], $4::text[], $5::text[], $6::timestamptz[], $8::text[])
       AS event (id, account_id, environment, application_id, type, data, at, subject)`,
    [
      ids,
      ...owners,
      types,
      events.map(({ data }) => JSON.stringify(data)),
      instants,
      applications,
      events.map(subjectOfEvent),
    ],
  );
  const targets = await db.query<TargetRow & { position: number }>(
    `SELECT event.position::int AS position, endpoint.id, endpoint.status, endpoint.application_id, endpoint.ordered
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY
       AS event (account_id, environment, type, application_id, data, position)
     JOIN webhook_endpoints endpoint ON endpoint.account_id = event.account_id AND endpoint.environment = event.environment
     WHERE endpoint.deleted_at IS NULL AND endpoint.status IN ('active', 'paused')
       AND endpoint.events && ARRAY['*', split_part(event.type, '.', 1) || '.*', event.type]
       AND (endpoint.application_id IS NULL OR endpoint.application_id = event.application_id)
       AND (endpoint.filter_path IS NULL OR event.data::jsonb @@ endpoint.filter_path::jsonpath)
     ORDER BY endpoint.id, event.position LIMIT 100000 FOR KEY SHARE OF endpoint`,
    [...owners, types, applications, events.map(({ data }) => JSON.stringify(data))],
  );
  for (const [position, rows] of Map.groupBy(targets, (target) => target.position)) {
    const [event, eventId] = [events[position - 1], ids[position - 1]];
    const endpoints = rows.map(({ application_id: applicationId, ...row }) => ({ ...row, applicationId }));
    if (event !== undefined && eventId !== undefined)
      await addDeliveries(db, { ...event, eventId, subject: subjectOfEvent(event) }, endpoints);
  }
  return ids;
}

/** Inserts an event without deliveries and returns its id. */
export async function insertEvent(db: Queryable, event: NewEvent): Promise<string> {
  const eventId = newId("evt", event.nowMs);
  await db.execute(
    `INSERT INTO events (id, account_id, environment, application_id, type, data, created_at, subject)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      eventId,
      event.accountId,
      event.environment,
      event.applicationId,
      event.type,
      json(event.data),
      new Date(event.nowMs),
      subjectOfEvent(event),
    ],
    { name: "insert-event" },
  );
  return eventId;
}

/** Payload of a notification: the endpoint ids, or an empty string if there are too many, which makes dispatchers poll. */
function notificationPayload(targets: readonly Pick<Target, "id">[]): string {
  return targets.length > maxNotifiedIds ? "" : targets.map(({ id }) => id).join(",");
}

/** Notifies dispatchers of an endpoint with due deliveries when the transaction commits. */
export async function notifyDispatchers(db: Queryable, endpointId: string): Promise<void> {
  await db.query("SELECT pg_notify($1, $2)", [deliveriesChannel, notificationPayload([{ id: endpointId }])]);
}

/** An endpoint that receives a delivery. */
export interface Target {
  id: string;
  status: "active" | "paused";
  /** Application of the endpoint and its deliveries. */
  applicationId: string | null;
  /** True if the endpoint receives the deliveries of one subject in order. */
  ordered: boolean;
}

interface TargetRow {
  id: string;
  status: Target["status"];
  application_id: string | null;
  ordered: boolean;
}

/**
 * Inserts a delivery of an event for each endpoint: due now if the endpoint is active, held if it is paused. Dispatchers are notified when
 * the transaction commits.
 *
 * @returns the ids of the deliveries.
 */
export async function addDeliveries(
  db: Queryable,
  event: Omit<NewEvent, "data" | "applicationId" | "subject"> & { eventId: string; subject: string | null },
  targets: readonly Target[],
): Promise<string[]> {
  if (targets.length === 0) return [];
  const ids = targets.map(() => newId("dlv", event.nowMs));
  await db.query(
    `WITH inserted AS (
       INSERT INTO deliveries
         (id, account_id, environment, application_id, endpoint_id, event_id, event_type, status, due_at, held_due_at, created_at,
          ordering_key, ordering_position)
       SELECT id, $4, $5, application_id, endpoint_id, $6, $7, 'pending',
              CASE WHEN held THEN NULL ELSE $8::timestamptz END, CASE WHEN held THEN $8::timestamptz END, $8,
              CASE WHEN ordered THEN $13::text END, CASE WHEN ordered AND $13::text IS NOT NULL THEN ${nextOrderingPosition} END
       FROM unnest($1::text[], $2::text[], $3::boolean[], $11::text[], $12::boolean[]) AS row (id, endpoint_id, held, application_id, ordered)
     )
     SELECT pg_notify($9, $10)`,
    [
      ids,
      targets.map(({ id }) => id),
      targets.map(({ status }) => status === "paused"),
      event.accountId,
      event.environment,
      event.eventId,
      event.type,
      new Date(event.nowMs),
      deliveriesChannel,
      notificationPayload(targets),
      targets.map(({ applicationId }) => applicationId),
      targets.map(({ ordered }) => ordered),
      event.subject,
    ],
    { name: "add-deliveries" },
  );
  return ids;
}
