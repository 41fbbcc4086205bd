import { newId } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../database/test/test-databases.ts";
import { runReplays } from "../../src/endpoints/replay-runner.ts";
import { insertReplay } from "../../src/endpoints/replays.ts";
import { clearWebhooks, makeWebhookDays } from "../../src/events/retention.ts";
import { DeliveryDesk, startMs } from "../dispatcher/delivery-desk.ts";
import { startReceiver } from "../dispatcher/receiver.ts";

const dayMs = 86_400_000;
const monthMs = 30 * dayMs;

/** Rows of a table by the partition that holds them. */
async function partitions(database: Database, table: "events" | "delivery_attempts"): Promise<Record<string, number>> {
  const rows = await database.query<{ name: string; count: number }>(
    `SELECT child.relname AS name, (SELECT count(*)::integer FROM ${table} WHERE tableoid = child.oid) AS count
     FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid WHERE inhparent = '${table}'::regclass ORDER BY 1 LIMIT 1000`,
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

/** A desk whose events reach a receiver. */
async function deliveringDesk(kind: (typeof testDatabaseKinds)[number]) {
  const desk = await DeliveryDesk.open(kind);
  const receiver = await startReceiver();
  const endpoint = await desk.addEndpoint(receiver.url);
  const dispatcher = await desk.start();
  const deliver = async () => {
    const eventId = await desk.cause();
    await dispatcher.idle();
    return eventId;
  };
  return { desk, receiver, endpoint, dispatcher, deliver };
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("events and attempts lie in partitions of a day each, made three days ahead by any number of processes", async () => {
    const { desk, deliver } = await deliveringDesk(kind);
    await Promise.all([makeWebhookDays(desk.database, desk.nowMs), makeWebhookDays(desk.database, desk.nowMs)]);
    await deliver();
    desk.nowMs += dayMs;
    await deliver();
    expect(await partitions(desk.database, "events")).toEqual({
      events_20261121: 1,
      events_20261122: 1,
      events_20261123: 0,
      events_20261124: 0,
      events_default: 0,
    });
    expect(await partitions(desk.database, "delivery_attempts")).toMatchObject({
      delivery_attempts_20261121: 1,
      delivery_attempts_20261122: 1,
      delivery_attempts_default: 0,
    });
  });

  test("what comes before its day was made waits in the default partition, and moves when the day is made", async () => {
    const { desk, deliver } = await deliveringDesk(kind);
    await deliver();
    expect(await partitions(desk.database, "events")).toEqual({ events_default: 1 });
    await makeWebhookDays(desk.database, desk.nowMs);
    expect(await partitions(desk.database, "events")).toMatchObject({ events_20261121: 1, events_default: 0 });
    expect(await partitions(desk.database, "delivery_attempts")).toMatchObject({
      delivery_attempts_20261121: 1,
      delivery_attempts_default: 0,
    });
  });

  test("a month after its end a delivery is gone, and its day of events and attempts is dropped as a whole", async () => {
    const { desk, deliver } = await deliveringDesk(kind);
    await makeWebhookDays(desk.database, desk.nowMs);
    await deliver();
    expect(await clearWebhooks(desk.database, startMs)).toEqual({ deliveries: 0, days: 0 });
    expect(await clearWebhooks(desk.database, startMs + dayMs)).toEqual({ deliveries: 1, days: 2 });
    expect(await partitions(desk.database, "events")).not.toHaveProperty("events_20261121");
    expect(await partitions(desk.database, "delivery_attempts")).not.toHaveProperty("delivery_attempts_20261121");
  });

  test("what is not delivered yet keeps its event for as long as that takes", async () => {
    const { desk, receiver, dispatcher, endpoint } = await deliveringDesk(kind);
    await makeWebhookDays(desk.database, desk.nowMs);
    await desk.database.execute("UPDATE webhook_endpoints SET status = 'paused' WHERE id = $1", [endpoint.id]);
    await desk.cause();
    desk.nowMs += 3 * monthMs;
    expect(await clearWebhooks(desk.database, desk.nowMs - monthMs)).toEqual({ deliveries: 0, days: 6 });
    await desk.database.execute("UPDATE webhook_endpoints SET status = 'active' WHERE id = $1", [endpoint.id]);
    await desk.database.execute("UPDATE deliveries SET due_at = held_due_at, held_due_at = NULL");
    await dispatcher.idle();
    expect(receiver.received).toHaveLength(1);
    expect(await desk.delivery()).toMatchObject({ status: "delivered" });
  });

  test("an event that was replayed lately stays for its new delivery", async () => {
    const { desk, deliver, dispatcher, endpoint, receiver } = await deliveringDesk(kind);
    await makeWebhookDays(desk.database, desk.nowMs);
    const eventId = await deliver();
    desk.nowMs += 29 * dayMs;
    await desk.database.transaction((session) =>
      insertReplay(
        session,
        {
          accountId: desk.accountId,
          environment: "test",
          applicationId: null,
          endpointId: endpoint.id,
          events: ["*"],
          fromMs: startMs,
          toMs: startMs + 1,
          status: null,
        },
        { matched: 1, matchedIsMinimum: false, nowMs: desk.nowMs },
      ),
    );
    expect(await runReplays(desk.database, desk.nowMs)).toBe(1);
    await dispatcher.idle();
    expect(receiver.received).toHaveLength(2);
    desk.nowMs += 2 * dayMs;
    expect((await clearWebhooks(desk.database, desk.nowMs - monthMs)).deliveries).toBe(1);
    expect(await desk.database.query("SELECT id FROM events LIMIT 10")).toEqual([{ id: eventId }]);
  });

  test("the default partition is cleared too: row by row, of what no delivery needs", async () => {
    const { desk, deliver } = await deliveringDesk(kind);
    await deliver();
    await desk.database.execute("UPDATE deliveries SET finished_at = NULL");
    desk.nowMs += dayMs;
    await deliver();
    await clearWebhooks(desk.database, startMs + monthMs);
    expect(await partitions(desk.database, "events")).toEqual({ events_default: 1 });
    expect(await partitions(desk.database, "delivery_attempts")).toEqual({ delivery_attempts_default: 1 });
  });

  test("more deliveries than one batch are cleared away, and those of the last days stay", async () => {
    const desk = await DeliveryDesk.open(kind);
    const endpoint = await desk.addEndpoint("http://127.0.0.1:9/");
    const ids = Array.from({ length: 2500 }, (_, at) => newId("dlv", startMs + (at % 2 === 0 ? 0 : 5 * dayMs)));
    await desk.database.execute(
      `INSERT INTO deliveries (id, account_id, environment, endpoint_id, event_id, event_type, status, created_at, finished_at)
       SELECT id, $2, 'test', $3, 'evt_none', 'webhook.test', 'delivered', $4, $4 FROM unnest($1::text[]) AS row (id)`,
      [ids, desk.accountId, endpoint.id, new Date(startMs)],
    );
    expect((await clearWebhooks(desk.database, startMs + dayMs)).deliveries).toBe(1250);
    expect(await desk.deliveries()).toHaveLength(1250);
  });
});
