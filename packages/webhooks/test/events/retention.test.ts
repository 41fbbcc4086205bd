import { newId } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../database/test/test-databases.ts";
import { runReplays } from "../../src/endpoints/replay-runner.ts";
import { insertReplay } from "../../src/endpoints/replays.ts";
import { createWebhookPartitions, purgeWebhooks } from "../../src/events/retention.ts";
import { DispatcherFixture, startMs } from "../dispatcher/dispatcher-fixture.ts";
import { startReceiver } from "../dispatcher/receiver.ts";

const dayMs = 86_400_000;
const monthMs = 30 * dayMs;

/** Number of rows by partition. */
async function partitions(database: Database, table: "events" | "delivery_attempts"): Promise<Record<string, number>> {
  const rows = await database.query<{ name: string; count: number }>(
    `SELECT child.relname AS name, (SELECT count(*)::integer FROM ${table} WHERE tableoid = child.oid) AS count
     FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid WHERE inhparent = '${table}'::regclass ORDER BY 1 LIMIT 1000`,
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

/** A fixture with a running dispatcher and a receiver. */
async function startFixture(kind: (typeof testDatabaseKinds)[number]) {
  const fixture = await DispatcherFixture.open(kind);
  const receiver = await startReceiver();
  const endpoint = await fixture.addEndpoint(receiver.url);
  const dispatcher = await fixture.start();
  const deliver = async () => {
    const eventId = await fixture.recordEvent();
    await dispatcher.idle();
    return eventId;
  };
  return { fixture, receiver, endpoint, dispatcher, deliver };
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("stores events and attempts in daily partitions, created three days ahead by concurrent processes", async () => {
    const { fixture, deliver } = await startFixture(kind);
    await Promise.all([
      createWebhookPartitions(fixture.database, fixture.nowMs),
      createWebhookPartitions(fixture.database, fixture.nowMs),
    ]);
    await deliver();
    fixture.nowMs += dayMs;
    await deliver();
    expect(await partitions(fixture.database, "events")).toEqual({
      events_20261121: 1,
      events_20261122: 1,
      events_20261123: 0,
      events_20261124: 0,
      events_default: 0,
    });
    expect(await partitions(fixture.database, "delivery_attempts")).toMatchObject({
      delivery_attempts_20261121: 1,
      delivery_attempts_20261122: 1,
      delivery_attempts_default: 0,
    });
  });

  test("moves rows from the default partition when the partition of their day is created", async () => {
    const { fixture, deliver } = await startFixture(kind);
    await deliver();
    expect(await partitions(fixture.database, "events")).toEqual({ events_default: 1 });
    await createWebhookPartitions(fixture.database, fixture.nowMs);
    expect(await partitions(fixture.database, "events")).toMatchObject({ events_20261121: 1, events_default: 0 });
    expect(await partitions(fixture.database, "delivery_attempts")).toMatchObject({
      delivery_attempts_20261121: 1,
      delivery_attempts_default: 0,
    });
  });

  test("purges finished deliveries and drops the daily partitions of their events and attempts", async () => {
    const { fixture, deliver } = await startFixture(kind);
    await createWebhookPartitions(fixture.database, fixture.nowMs);
    await deliver();
    expect(await purgeWebhooks(fixture.database, startMs)).toEqual({ deliveries: 0, partitions: 0 });
    expect(await purgeWebhooks(fixture.database, startMs + dayMs)).toEqual({ deliveries: 1, partitions: 2 });
    expect(await partitions(fixture.database, "events")).not.toHaveProperty("events_20261121");
    expect(await partitions(fixture.database, "delivery_attempts")).not.toHaveProperty("delivery_attempts_20261121");
  });

  test("keeps the event of an open delivery", async () => {
    const { fixture, receiver, dispatcher, endpoint } = await startFixture(kind);
    await createWebhookPartitions(fixture.database, fixture.nowMs);
    await fixture.database.execute("UPDATE webhook_endpoints SET status = 'paused' WHERE id = $1", [endpoint.id]);
    await fixture.recordEvent();
    fixture.nowMs += 3 * monthMs;
    expect(await purgeWebhooks(fixture.database, fixture.nowMs - monthMs)).toEqual({ deliveries: 0, partitions: 6 });
    await fixture.database.execute("UPDATE webhook_endpoints SET status = 'active' WHERE id = $1", [endpoint.id]);
    await fixture.database.execute("UPDATE deliveries SET due_at = held_due_at, held_due_at = NULL");
    await dispatcher.idle();
    expect(receiver.received).toHaveLength(1);
    expect(await fixture.delivery()).toMatchObject({ status: "delivered" });
  });

  test("keeps an event that was replayed recently", async () => {
    const { fixture, deliver, dispatcher, endpoint, receiver } = await startFixture(kind);
    await createWebhookPartitions(fixture.database, fixture.nowMs);
    const eventId = await deliver();
    fixture.nowMs += 29 * dayMs;
    await fixture.database.transaction((tx) =>
      insertReplay(
        tx,
        {
          accountId: fixture.accountId,
          environment: "test",
          applicationId: null,
          endpointId: endpoint.id,
          events: ["*"],
          fromMs: startMs,
          toMs: startMs + 1,
          status: null,
          filterPath: null,
        },
        { matched: 1, matchedIsMinimum: false, nowMs: fixture.nowMs },
      ),
    );
    expect(await runReplays(fixture.database, fixture.nowMs)).toBe(1);
    await dispatcher.idle();
    expect(receiver.received).toHaveLength(2);
    fixture.nowMs += 2 * dayMs;
    expect((await purgeWebhooks(fixture.database, fixture.nowMs - monthMs)).deliveries).toBe(1);
    expect(await fixture.database.query("SELECT id FROM events LIMIT 10")).toEqual([{ id: eventId }]);
  });

  test("purges unreferenced rows of the default partition", async () => {
    const { fixture, deliver } = await startFixture(kind);
    await deliver();
    await fixture.database.execute("UPDATE deliveries SET finished_at = NULL");
    fixture.nowMs += dayMs;
    await deliver();
    await purgeWebhooks(fixture.database, startMs + monthMs);
    expect(await partitions(fixture.database, "events")).toEqual({ events_default: 1 });
    expect(await partitions(fixture.database, "delivery_attempts")).toEqual({ delivery_attempts_default: 1 });
  });

  test("purges more than one batch and keeps recent deliveries", async () => {
    const fixture = await DispatcherFixture.open(kind);
    const endpoint = await fixture.addEndpoint("http://127.0.0.1:9/");
    const ids = Array.from({ length: 2500 }, (_, index) => newId("dlv", startMs + (index % 2 === 0 ? 0 : 5 * dayMs)));
    await fixture.database.execute(
      `INSERT INTO deliveries (id, account_id, environment, endpoint_id, event_id, event_type, status, created_at, finished_at)
       SELECT id, $2, 'test', $3, 'evt_none', 'webhook.test', 'delivered', $4, $4 FROM unnest($1::text[]) AS row (id)`,
      [ids, fixture.accountId, endpoint.id, new Date(startMs)],
    );
    expect((await purgeWebhooks(fixture.database, startMs + dayMs)).deliveries).toBe(1250);
    expect(await fixture.deliveries()).toHaveLength(1250);
  });
});
