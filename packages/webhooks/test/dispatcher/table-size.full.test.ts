import type { Database } from "@wayfare/database";
import { expect, test } from "vitest";
import { eventually } from "../../../../tests/eventually.ts";
import { scaled } from "../../../../tests/scale.ts";
import { clearWebhooks, makeWebhookDays } from "../../src/events/retention.ts";
import { DeliveryDesk } from "./delivery-desk.ts";
import { startReceiver } from "./receiver.ts";

const deliveriesADay = scaled(300);
const days = 6;
const dayMs = 86_400_000;

/** Bytes of the deliveries and of all their indexes. */
async function sizeOfDeliveries(database: Database): Promise<number> {
  const [row] = await database.query<{ size: number }>("SELECT pg_total_relation_size('deliveries') AS size");
  return row?.size ?? 0;
}

/** What the statistics say of a table and its partitions, once they have seen so many inserts and updates. */
async function statistics(database: Database, table: string, { inserts = 0, updates = 0 }) {
  return eventually(async () => {
    const [row] = await database.query<{ inserts: number; updates: number; hot: number; dead: number }>(
      `SELECT sum(n_tup_ins)::bigint AS inserts, sum(n_tup_upd)::bigint AS updates, sum(n_tup_hot_upd)::bigint AS hot, sum(n_dead_tup)::bigint AS dead
         FROM pg_stat_user_tables WHERE relname LIKE $1`,
      [`${table}%`],
    );
    if (row === undefined || row.inserts < inserts || row.updates < updates) throw new Error("not all is told yet");
    return row;
  });
}

/** A desk on PostgreSQL whose events reach a receiver. */
async function openDesk() {
  const desk = await DeliveryDesk.open("postgresql", { isNew: true });
  const receiver = await startReceiver();
  const endpoint = await desk.addEndpoint(receiver.url);
  return { desk, receiver, endpoint, dispatcher: await desk.start() };
}

async function causeMany(desk: DeliveryDesk, count: number): Promise<void> {
  const left = Array.from({ length: count }, (_, at) => at);
  const cause = async () => {
    while (left.pop() !== undefined) await desk.cause();
  };
  await Promise.all(Array.from({ length: 4 }, cause));
}

test(`the table of deliveries stops growing where as many are cleared away as come: ${deliveriesADay} a day for ${days} days`, {
  timeout: 30_000 + deliveriesADay * days * 30,
}, async () => {
  const { desk, dispatcher } = await openDesk();
  const sizes: number[] = [];
  for (let day = 0; day < days; day++) {
    await makeWebhookDays(desk.database, desk.nowMs);
    await causeMany(desk, deliveriesADay);
    await dispatcher.idle();
    await clearWebhooks(desk.database, desk.nowMs);
    // What autovacuum does of itself after the number of dead rows that the next test looks for.
    await desk.database.script("VACUUM deliveries");
    sizes.push(await sizeOfDeliveries(desk.database));
    desk.nowMs += dayMs;
  }
  const [, , third = 0, ...later] = sizes;
  // Were nothing cleared away, it would be 1.7 times as large by then.
  expect(Math.max(...later), sizes.join(", ")).toBeLessThanOrEqual(third * 1.3);
  expect(await desk.deliveries()).toHaveLength(deliveriesADay);
});

test("vacuum comes to the deliveries after a fixed number of dead rows, however many rows there are", async () => {
  const { desk } = await openDesk();
  const [row] = await desk.database.query<{ options: string[] }>(
    "SELECT reloptions AS options FROM pg_class WHERE oid = 'deliveries'::regclass",
  );
  expect(row?.options).toEqual(
    expect.arrayContaining(["autovacuum_vacuum_scale_factor=0", "autovacuum_vacuum_threshold=20000"]),
  );
});

test("events and attempts leave nothing dead behind, and a claim of a delivery touches no index", async () => {
  const { desk, dispatcher } = await openDesk();
  await makeWebhookDays(desk.database, desk.nowMs);
  await causeMany(desk, 100);
  await dispatcher.idle();
  for (const table of ["events", "delivery_attempts"]) {
    expect(await statistics(desk.database, table, { inserts: 100 }), table).toMatchObject({ updates: 0, dead: 0 });
  }
  // Of its two updates the end is the one that leaves the index.
  const { updates, hot } = await statistics(desk.database, "deliveries", { updates: 200 });
  expect(hot / updates).toBeGreaterThan(0.45);
});

test("what an endpoint's failures change of its row touches no index", async () => {
  const { desk, receiver, dispatcher } = await openDesk();
  receiver.reply = () => ({ status: 500 });
  for (let at = 0; at < 40; at++) {
    await desk.cause();
    await dispatcher.idle();
  }
  const { updates, hot } = await statistics(desk.database, "webhook_endpoints", { updates: 40 });
  expect(hot / updates).toBeGreaterThan(0.9);
});
