import { newId } from "@wayfare/contract";
import { type Database, migrate, openPostgres } from "@wayfare/database";
import { makeSecretBox } from "@wayfare/service";
import { makeWebhookSecret } from "@wayfare/webhooks";
import { expect, onTestFinished, test } from "vitest";
import { contact, traveler } from "../../packages/service/test/booking-requests.ts";
import { goodSearch, startMs, testSecrets } from "../../packages/service/test/running-app.ts";
import { startBookingSubscriber } from "../booking-subscriber.ts";
import { eventually } from "../eventually.ts";
import { startPostgresServer } from "../postgres-server.ts";
import { makeAccount } from "./accounts.ts";
import { startReplicatedPostgres } from "./replicated-postgres.ts";
import { RetryingLoad } from "./retrying-load.ts";
import { startServiceProcess } from "./service-processes.ts";

/** Subscribes to an account's bookings; `delivered` has the reference of each delivery. */
async function subscribe(database: Database, accountId: string): Promise<{ delivered: string[] }> {
  const { url, references: delivered } = await startBookingSubscriber();
  const secret = makeSecretBox(testSecrets).seal(makeWebhookSecret());
  await database.execute(
    `INSERT INTO webhook_endpoints (id, account_id, environment, url, description, events, status, secret, created_at)
     VALUES ($1, $2, 'test', $3, '', '{booking.*}', 'active', $4, $5)`,
    [newId("whk", startMs), accountId, url, secret, new Date(startMs)],
  );
  return { delivered };
}

test("fails over to a promoted standby under load without losing acknowledged data, with both hosts in DATABASE_URL", {
  timeout: 600_000,
}, async () => {
  const { primary, promote, connectionString } = await startReplicatedPostgres();
  const database = await openPostgres({ connectionString });
  onTestFinished(() => database.close());
  await migrate(database, { nowMs: startMs });
  const { accountId, testKey, liveKey } = await makeAccount(database);
  const { delivered } = await subscribe(database, accountId);
  const services = await Promise.all([startServiceProcess(connectionString), startServiceProcess(connectionString)]);

  const load = new RetryingLoad();
  for (const [index, service] of services.entries()) {
    const url = () => service.url;
    for (const sender of ["a", "b"]) {
      load.start(async (n) => {
        const found = await load.send(url, { path: "/v1/flights/search", key: testKey, body: goodSearch });
        const body = { offerId: found.flights[0]?.cash[0]?.id, travelers: [traveler], contact };
        const idempotencyKey = `order-${index}-${sender}-${n}`;
        const { reference } = await load.send(url, { path: "/v1/bookings", key: testKey, body, idempotencyKey });
        load.references.push(reference);
      });
    }
    load.start(async () => {
      await load.send(url, { path: "/v1/search", key: liveKey, body: goodSearch });
      load.searches++;
    });
  }
  const bookingsUntil = (count: number) => eventually(() => expect(load.references.length).toBeGreaterThan(count));
  await bookingsUntil(50);

  await primary.kill();
  const killedAtMs = performance.now();
  const answerReadiness = (status: number): Promise<unknown> =>
    Promise.all(
      services.map(({ url }) => eventually(async () => expect(await fetch(`${url}/readyz`)).toMatchObject({ status }))),
    );
  await answerReadiness(503);
  // For a while, only a standby is available.
  await eventually(() => expect(load.statuses["503 STORAGE_UNAVAILABLE"]).toBeGreaterThan(20));
  const promotionStartedAtMs = performance.now();
  await promote();
  const promotedAtMs = performance.now();
  await answerReadiness(200);
  const readyAtMs = performance.now();
  await bookingsUntil(load.references.length + 50);
  await load.stop();

  const { references } = load;
  // Competing bookings of one account may return CONFLICT.
  expect(Object.keys(load.statuses).filter((name) => !/^(done|503 .*|409 CONFLICT)$/.test(name))).toStrictEqual([]);
  expect(new Set(references).size).toBe(references.length);
  const bookings = await database.query<{ reference: string }>(
    "SELECT reference FROM bookings ORDER BY id LIMIT 100000",
  );
  expect(bookings.map(({ reference }) => reference).toSorted()).toStrictEqual(references.toSorted());
  const events = await database.query(
    "SELECT id FROM events WHERE type = 'booking.confirmed' ORDER BY id LIMIT 100000",
  );
  expect(events).toHaveLength(references.length);
  await eventually(() => expect(new Set(delivered)).toStrictEqual(new Set(references)));
  const countUsage =
    "SELECT sum(count)::integer AS count FROM usage_hours WHERE account_id = $1 AND environment = 'live'";
  await eventually(async () =>
    expect(await database.query(countUsage, [accountId])).toStrictEqual([{ count: load.searches }]),
  );
  for (const { child, logged } of services) {
    expect([child.exitCode, child.signalCode]).toStrictEqual([null, null]);
    expect(logged().filter((line) => line.includes("database unavailable,")).length).toBe(1);
  }
  const figures = {
    awayMs: Math.round(promotedAtMs - killedAtMs),
    promotionMs: Math.round(promotedAtMs - promotionStartedAtMs),
    readyAfterPromotionMs: Math.round(readyAtMs - promotedAtMs),
    bookings: references.length,
    deliveries: delivered.length,
    searches: load.searches,
    statuses: load.statuses,
  };
  process.stdout.write(`failover: ${JSON.stringify(figures)}\n`);
});

test("reports a commit as unknown when its wait for the synchronous standby was canceled", async () => {
  const settings = { synchronous_commit: "on", synchronous_standby_names: "gone" };
  const server = await startPostgresServer({ settings });
  onTestFinished(() => server.stop());
  const database = await openPostgres({ connectionString: server.connectionString });
  onTestFinished(() => database.close());
  const made = database.transaction((tx) => tx.execute("CREATE TABLE made ()"));
  const rejection = expect(made).rejects.toMatchObject({ name: "DatabaseError", outcomeUnknown: true });
  const cancel = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
  await eventually(async () => expect(await database.query(cancel)).toHaveLength(1));
  await rejection;
  expect(await database.query("SELECT to_regclass('made') IS NOT NULL AS made")).toStrictEqual([{ made: true }]);
});
