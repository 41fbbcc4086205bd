import { listMigrationFiles, migrate, openPglite } from "@wayfare/database";
import { expect, onTestFinished, test } from "vitest";
import { makeWebhookDays } from "../../src/events/retention.ts";
import { DeliveryDesk, startMs } from "../dispatcher/delivery-desk.ts";
import { startReceiver } from "../dispatcher/receiver.ts";

const partitions = 10;

test("what was written before the tables had partitions, and was held, is delivered after it and moves to its day", async () => {
  const database = await openPglite({ directory: null });
  onTestFinished(() => database.close());
  const files = await listMigrationFiles();
  await migrate(database, { nowMs: startMs, files: files.filter(({ id }) => id < partitions) });
  const desk = await DeliveryDesk.over(database);
  const receiver = await startReceiver();
  await desk.addEndpoint(receiver.url);
  const eventId = await desk.cause();
  // As a process of that version left it that died with its retry.
  await database.execute(
    `INSERT INTO delivery_attempts
       (id, delivery_id, number, started_at, outcome, reason, timings, request_headers, response_headers, response_body)
     SELECT 'att_1', id, 1, $1, 'failed_status', 'It answered 500.', '{}', '{}', '{}', '' FROM deliveries`,
    [new Date(startMs)],
  );
  await database.execute(
    `UPDATE deliveries SET status = 'delivering', attempts = 1, schedule_attempts = 1, claim_id = 'dead', lease_ends_at = $1, due_at = NULL`,
    [new Date(startMs + 60_000)],
  );
  await migrate(database, { nowMs: startMs, files });
  desk.nowMs += 60_000;
  const after = await desk.start();
  await after.idle();
  await makeWebhookDays(database, desk.nowMs);
  const { id } = await desk.delivery();
  expect(await desk.attempts()).toEqual([
    { delivery_id: id, number: 1, outcome: "failed_status" },
    { delivery_id: id, number: 2, outcome: "delivered" },
  ]);
  expect(await database.query("SELECT id, tableoid::regclass::text AS day FROM events LIMIT 10")).toEqual([
    { id: eventId, day: "events_20261121" },
  ]);
  expect(await database.query("SELECT 1 FROM delivery_attempts_default LIMIT 1")).toEqual([]);
});
