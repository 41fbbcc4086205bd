import type { Database } from "@wayfare/database";
import { expect, test } from "vitest";
import { eventually } from "../../../../tests/eventually.ts";
import { scaled } from "../../../../tests/scale.ts";
import { createWebhookPartitions, purgeWebhooks } from "../../src/events/retention.ts";
import { DispatcherFixture } from "./dispatcher-fixture.ts";
import { startReceiver } from "./receiver.ts";

const deliveriesPerDay = scaled(300);
const days = 6;
const dayMs = 86_400_000;

/** Returns the size of the deliveries table and its indexes in bytes. */
async function sizeOfDeliveries(database: Database): Promise<number> {
  const [row] = await database.query<{ size: number }>("SELECT pg_total_relation_size('deliveries') AS size");
  return row?.size ?? 0;
}

/** Returns the statistics of a table and its partitions after they include this number of inserts and updates. */
async function statistics(database: Database, table: string, { inserts = 0, updates = 0 }) {
  return eventually(async () => {
    const [row] = await database.query<{ inserts: number; updates: number; hot: number; dead: number }>(
      `SELECT sum(n_tup_ins)::bigint AS inserts, sum(n_tup_upd)::bigint AS updates, sum(n_tup_hot_upd)::bigint AS hot, sum(n_dead_tup)::bigint AS dead
         FROM pg_stat_user_tables WHERE relname LIKE $1`,
      [`${table}%`],
    );
    if (row === undefined || row.inserts < inserts || row.updates < updates)
      throw new Error("statistics are not complete yet");
    return row;
  });
}

/** A fixture on PostgreSQL with a running dispatcher and a receiver. */
async function openFixture() {
  const fixture = await DispatcherFixture.open("postgresql", { isNew: true });
  const receiver = await startReceiver();
  const endpoint = await fixture.addEndpoint(receiver.url);
  return { fixture, receiver, endpoint, dispatcher: await fixture.start() };
}

async function recordEvents(fixture: DispatcherFixture, count: number): Promise<void> {
  const left = Array.from({ length: count }, (_, index) => index);
  const record = async () => {
    while (left.pop() !== undefined) await fixture.recordEvent();
  };
  await Promise.all(Array.from({ length: 4 }, record));
}

test(`purging keeps the size of the deliveries table constant: ${deliveriesPerDay} a day for ${days} days`, {
  timeout: 300_000 + deliveriesPerDay * days * 30,
}, async () => {
  const { fixture, dispatcher } = await openFixture();
  const sizes: number[] = [];
  for (let day = 0; day < days; day++) {
    await createWebhookPartitions(fixture.database, fixture.nowMs);
    await recordEvents(fixture, deliveriesPerDay);
    await dispatcher.idle();
    await purgeWebhooks(fixture.database, fixture.nowMs);
    // Stands for autovacuum, whose threshold the next test checks.
    await fixture.database.script("VACUUM deliveries");
    sizes.push(await sizeOfDeliveries(fixture.database));
    fixture.nowMs += dayMs;
  }
  const [, , third = 0, ...later] = sizes;
  // Without purging, the table would be 1.7 times as large.
  expect(Math.max(...later), sizes.join(", ")).toBeLessThanOrEqual(third * 1.3);
  expect(await fixture.deliveries()).toHaveLength(deliveriesPerDay);
});

test("autovacuum of the deliveries table starts at a fixed number of dead rows", async () => {
  const { fixture } = await openFixture();
  const [row] = await fixture.database.query<{ options: string[] }>(
    "SELECT reloptions AS options FROM pg_class WHERE oid = 'deliveries'::regclass",
  );
  expect(row?.options).toEqual(
    expect.arrayContaining(["autovacuum_vacuum_scale_factor=0", "autovacuum_vacuum_threshold=20000"]),
  );
});

test("events and attempts leave no dead rows, and claiming a delivery is a HOT update", async () => {
  const { fixture, dispatcher } = await openFixture();
  await createWebhookPartitions(fixture.database, fixture.nowMs);
  await recordEvents(fixture, 100);
  await dispatcher.idle();
  for (const table of ["events", "delivery_attempts"]) {
    expect(await statistics(fixture.database, table, { inserts: 100 }), table).toMatchObject({ updates: 0, dead: 0 });
  }
  // A delivery has two updates: the claim is HOT, the completion changes an index.
  const { updates, hot } = await statistics(fixture.database, "deliveries", { updates: 200 });
  expect(hot / updates).toBeGreaterThan(0.45);
});

test("recording failures of an endpoint is a HOT update", async () => {
  const { fixture, receiver, dispatcher } = await openFixture();
  receiver.reply = () => ({ status: 500 });
  for (let count = 0; count < 40; count++) {
    await fixture.recordEvent();
    await dispatcher.idle();
  }
  const { updates, hot } = await statistics(fixture.database, "webhook_endpoints", { updates: 40 });
  expect(hot / updates).toBeGreaterThan(0.9);
});
