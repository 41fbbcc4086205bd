import { type EventType, newId, type RowScope } from "@wayfare/contract";
import { json, type Session } from "@wayfare/database";

/** Where deliveries that have become due are announced. */
export const deliveriesChannel = "wayfare_deliveries";

/** `applicationId` is that of the object the event is about; null for events of the account as a whole. */
export interface NewEvent extends RowScope {
  type: EventType;
  data: Record<string, unknown>;
  /** In the clock of the data. */
  nowMs: number;
  /** An endpoint that is not told: the one that the event is about. */
  exceptEndpointId?: string;
}

/** Ids that one message holds: it may have 8,000 bytes. */
const mostNamed = 200;

/**
 * One exchange with the database, beside whatever causes the event. Ids of deliveries are made here, as only the database knows how many there
 * are: their time and 64 random bits, in digits that ids are written in.
 */
const recordSql = `WITH event AS (
    INSERT INTO events (id, account_id, environment, type, data, created_at, application_id) VALUES ($1, $2, $3, $4, $5, $6, $11)
  ),
  targets AS (
    SELECT id, status, application_id FROM webhook_endpoints
    WHERE account_id = $2 AND environment = $3 AND deleted_at IS NULL AND status IN ('active', 'paused')
      AND events && $7::text[] AND id IS DISTINCT FROM $8 AND (application_id IS NULL OR application_id = $11)
    ORDER BY id LIMIT 1000 FOR KEY SHARE
  ),
  made AS (
    INSERT INTO deliveries
      (id, account_id, environment, application_id, endpoint_id, event_id, event_type, status, due_at, held_due_at, created_at)
    SELECT $9 || substr(md5(gen_random_uuid()::text), 1, 16), $2, $3, application_id, id, $1, $4, 'pending',
           CASE WHEN status = 'active' THEN $6::timestamptz END, CASE WHEN status = 'paused' THEN $6::timestamptz END, $6
    FROM targets
    RETURNING endpoint_id
  )
  SELECT pg_notify($10, CASE WHEN count(*) <= ${mostNamed} THEN string_agg(endpoint_id, ',') ELSE '' END) FROM made HAVING count(*) > 0`;

/**
 * Writes an event and a delivery for each active or paused endpoint that subscribes to it, in the transaction of what happened: all are there or
 * none is. An endpoint with an application receives events of that application only, one without receives all. Wakes the dispatchers when
 * the transaction commits.
 *
 * @returns the event's id.
 */
export async function recordEvent(session: Session, event: NewEvent): Promise<string> {
  const { accountId, environment, applicationId, type, data, nowMs, exceptEndpointId = null } = event;
  const eventId = newId("evt", nowMs);
  const patterns = ["*", `${type.slice(0, type.indexOf("."))}.*`, type];
  const idStart = newId("dlv", nowMs).slice(0, -16);
  const row = [eventId, accountId, environment, type, json(data), new Date(nowMs)];
  const name = "record-event";
  const values = [...row, patterns, exceptEndpointId, idStart, deliveriesChannel, applicationId];
  await session.query(recordSql, values, { name });
  return eventId;
}

/**
 * `recordEvent` for many at once: two statements, and one for each event that somebody is told of.
 *
 * @returns the events' ids, in their order.
 */
export async function recordEvents(
  session: Session,
  events: readonly Omit<NewEvent, "exceptEndpointId">[],
): Promise<string[]> {
  if (events.length === 0) return [];
  const ids = events.map(({ nowMs }) => newId("evt", nowMs));
  const instants = events.map(({ nowMs }) => new Date(nowMs));
  const owners = [events.map(({ accountId }) => accountId), events.map(({ environment }) => environment)];
  const applications = events.map(({ applicationId }) => applicationId);
  const types = events.map(({ type }) => type);
  await session.execute(
    `INSERT INTO events (id, account_id, environment, application_id, type, data, created_at)
     SELECT id, account_id, environment, application_id, type, data::jsonb, at
     FROM unnest($1::text[], $2::text[], $3::text[], $7::text[], $4::text[], $5::text[], $6::timestamptz[])
       AS event (id, account_id, environment, application_id, type, data, at)`,
    [ids, ...owners, types, events.map(({ data }) => JSON.stringify(data)), instants, applications],
  );
  const targets = await session.query<TargetRow & { place: number }>(
    `SELECT event.place::int AS place, endpoint.id, endpoint.status, endpoint.application_id
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY
       AS event (account_id, environment, type, application_id, place)
     JOIN webhook_endpoints endpoint ON endpoint.account_id = event.account_id AND endpoint.environment = event.environment
     WHERE endpoint.deleted_at IS NULL AND endpoint.status IN ('active', 'paused')
       AND endpoint.events && ARRAY['*', split_part(event.type, '.', 1) || '.*', event.type]
       AND (endpoint.application_id IS NULL OR endpoint.application_id = event.application_id)
     ORDER BY endpoint.id, event.place LIMIT 100000 FOR KEY SHARE OF endpoint`,
    [...owners, types, applications],
  );
  for (const [place, rows] of Map.groupBy(targets, (target) => target.place)) {
    const [event, eventId] = [events[place - 1], ids[place - 1]];
    const endpoints = rows.map(({ id, status, application_id: applicationId }) => ({ id, status, applicationId }));
    if (event !== undefined && eventId !== undefined) await addDeliveries(session, { ...event, eventId }, endpoints);
  }
  return ids;
}

/** Writes an event that nobody is told of yet, and answers its id. */
export async function insertEvent(session: Session, event: NewEvent): Promise<string> {
  const eventId = newId("evt", event.nowMs);
  await session.execute(
    `INSERT INTO events (id, account_id, environment, application_id, type, data, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      eventId,
      event.accountId,
      event.environment,
      event.applicationId,
      event.type,
      json(event.data),
      new Date(event.nowMs),
    ],
    { name: "insert-event" },
  );
  return eventId;
}

/** What dispatchers are told of endpoints with something due: their ids, or where they are many, nothing, which means to look around. */
function messageOf(targets: readonly Pick<Target, "id">[]): string {
  return targets.length > mostNamed ? "" : targets.map(({ id }) => id).join(",");
}

/** Tells the dispatchers of an endpoint with something due, when the transaction commits. */
export async function announceDeliveries(session: Session, endpointId: string): Promise<void> {
  await session.query("SELECT pg_notify($1, $2)", [deliveriesChannel, messageOf([{ id: endpointId }])]);
}

/** An endpoint that gets a delivery. */
export interface Target {
  id: string;
  status: "active" | "paused";
  /** The application of the endpoint, which its deliveries belong to. */
  applicationId: string | null;
}

interface TargetRow {
  id: string;
  status: Target["status"];
  application_id: string | null;
}

/**
 * Adds a delivery of an event for each endpoint, due at once where the endpoint is active and held where it is paused, and wakes the
 * dispatchers when the transaction commits.
 *
 * @returns the ids of the deliveries.
 */
export async function addDeliveries(
  session: Session,
  event: Omit<NewEvent, "data" | "applicationId"> & { eventId: string },
  targets: readonly Target[],
): Promise<string[]> {
  if (targets.length === 0) return [];
  const ids = targets.map(() => newId("dlv", event.nowMs));
  await session.query(
    `WITH made AS (
       INSERT INTO deliveries
         (id, account_id, environment, application_id, endpoint_id, event_id, event_type, status, due_at, held_due_at, created_at)
       SELECT id, $4, $5, application_id, endpoint_id, $6, $7, 'pending',
              CASE WHEN held THEN NULL ELSE $8::timestamptz END, CASE WHEN held THEN $8::timestamptz END, $8
       FROM unnest($1::text[], $2::text[], $3::boolean[], $11::text[]) AS row (id, endpoint_id, held, application_id)
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
      messageOf(targets),
      targets.map(({ applicationId }) => applicationId),
    ],
    { name: "add-deliveries" },
  );
  return ids;
}
