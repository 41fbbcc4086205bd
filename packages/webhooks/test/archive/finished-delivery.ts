import { newId } from "@wayfare/contract";
import type { DispatcherFixture } from "../dispatcher/dispatcher-fixture.ts";

interface DeliveryOptions {
  endpointId: string;
  createdAtMs: number;
  /** Null for a delivery that is still open. */
  finishedAtMs: number | null;
  attempts: number;
}

/** Writes a delivery with its event and attempts, whose response has the text "planted". Returns its id. */
export async function addDelivery(
  { database, accountId }: Pick<DispatcherFixture, "database" | "accountId">,
  { endpointId, createdAtMs, finishedAtMs, attempts }: DeliveryOptions,
): Promise<string> {
  const [id, eventId] = [newId("dlv", createdAtMs), newId("evt", createdAtMs)];
  const created = new Date(createdAtMs);
  await database.execute(
    "INSERT INTO events (id, account_id, environment, type, data, created_at) VALUES ($1, $2, 'test', 'webhook.test', '{}', $3)",
    [eventId, accountId, created],
  );
  await database.execute(
    `INSERT INTO deliveries (id, account_id, environment, endpoint_id, event_id, event_type, status, attempts, created_at, finished_at)
     VALUES ($1, $2, 'test', $3, $4, 'webhook.test', 'delivered', $5, $6, $7)`,
    [id, accountId, endpointId, eventId, attempts, created, finishedAtMs === null ? null : new Date(finishedAtMs)],
  );
  await database.execute(
    `INSERT INTO delivery_attempts
       (id, delivery_id, number, started_at, outcome, reason, timings, request_headers, response_headers, response_body)
     SELECT $1 || number, $2, number, $3, 'delivered', 'Endpoint returned 200.', '{"totalMs":3}', '{"svc-attempt":"1"}',
       '{"x":"planted"}', 'planted'
     FROM generate_series(1, $4::integer) AS number`,
    [newId("att", createdAtMs), id, created, attempts],
  );
  return id;
}
