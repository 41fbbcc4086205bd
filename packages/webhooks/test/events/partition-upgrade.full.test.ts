import { newId } from "@wayfare/contract";
import { listMigrationFiles, migrate, openPglite } from "@wayfare/database";
import { expect, onTestFinished, test } from "vitest";
import { createWebhookPartitions } from "../../src/events/retention.ts";
import { DispatcherFixture, startMs } from "../dispatcher/dispatcher-fixture.ts";
import { startReceiver } from "../dispatcher/receiver.ts";

const partitions = 10;

test("delivers rows written before partitioning and moves them to their daily partition", async () => {
  const database = await openPglite({ directory: null });
  onTestFinished(() => database.close());
  const files = await listMigrationFiles();
  await migrate(database, { nowMs: startMs, files: files.filter(({ id }) => id < partitions) });
  const fixture = await DispatcherFixture.withDatabase(database);
  const receiver = await startReceiver();
  await fixture.addEndpoint(receiver.url);
  // Rows of an earlier version whose process died during the retry.
  const eventId = newId("evt", startMs);
  await database.execute(
    `INSERT INTO events (id, account_id, environment, type, data, created_at)
     VALUES ($1, $2, 'test', 'webhook.test', '{"message":"It works."}', $3)`,
    [eventId, fixture.accountId, new Date(startMs)],
  );
  await database.execute(
    `INSERT INTO deliveries (id, account_id, environment, endpoint_id, event_id, event_type, status, due_at, created_at)
     SELECT $1, $2, 'test', id, $3, 'webhook.test', 'pending', $4, $4 FROM webhook_endpoints`,
    [newId("dlv", startMs), fixture.accountId, eventId, new Date(startMs)],
  );
  await database.execute(
    `INSERT INTO delivery_attempts
       (id, delivery_id, number, started_at, outcome, reason, timings, request_headers, response_headers, response_body)
     SELECT 'att_1', id, 1, $1, 'failed_status', 'Endpoint returned 500.', '{}', '{}', '{}', '' FROM deliveries`,
    [new Date(startMs)],
  );
  await database.execute(
    `UPDATE deliveries SET status = 'delivering', attempts = 1, schedule_attempts = 1, claim_id = 'dead', lease_ends_at = $1, due_at = NULL`,
    [new Date(startMs + 60_000)],
  );
  await migrate(database, { nowMs: startMs, files });
  fixture.nowMs += 60_000;
  const after = await fixture.start();
  await after.idle();
  await createWebhookPartitions(database, fixture.nowMs);
  const { id } = await fixture.delivery();
  expect(await fixture.attempts()).toEqual([
    { delivery_id: id, number: 1, outcome: "failed_status" },
    { delivery_id: id, number: 2, outcome: "delivered" },
  ]);
  expect(await database.query("SELECT id, tableoid::regclass::text AS day FROM events LIMIT 10")).toEqual([
    { id: eventId, day: "events_20261121" },
  ]);
  expect(await database.query("SELECT 1 FROM delivery_attempts_default LIMIT 1")).toEqual([]);
});
