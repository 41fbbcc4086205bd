import { openPostgres } from "@wayfare/database";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../../../tests/databases.ts";
import { eventually } from "../../../../tests/eventually.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { startApp } from "../access-app.ts";
import { runApp, startMs } from "../running-app.ts";
import { lockTable } from "../table-lock.ts";

/** Statements of this process that wait for a lock. */
const hanging = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

/** An app with given pool sizes and read limits, and an uncached key of another account. */
async function startOver({ max = 2, maxReads = 2, readMs = 60_000 }, readLimits = {}) {
  const { connectionString, drop } = await createTestDatabase("postgresql");
  onTestFinished(drop);
  const pools = { max, maxLookups: 1, maxReads, readMs };
  const database = await openPostgres({ connectionString: connectionString ?? "", ...pools });
  const app = await runApp({ database, readLimits });
  onTestFinished(async () => {
    await app.close();
    await database.close();
  });
  const otherKey = await app.makeKey({ accountId: await createAccount(database, "Other", startMs) });
  return { app, database, connectionString, otherKey };
}

test("authenticates and serves another account while the reads of one account hang", async () => {
  const { app, database, connectionString, otherKey } = await startOver({}, { maxWaitMs: 60_000 });
  const unlock = await lockTable(connectionString, "events", "ACCESS EXCLUSIVE");
  const flood = Array.from({ length: 8 }, () => app.call("/v1/events"));
  await eventually(async () => expect(await database.query(hanging)).toHaveLength(2));
  expect(await app.call("/v1/keys/self", { key: otherKey })).toMatchObject({ status: 200 });
  expect(await app.call("/v1/applications", { key: otherKey })).toMatchObject({ status: 200 });
  expect(await app.call("/v1/applications")).toMatchObject({ status: 200 });
  await unlock();
  for (const { status } of await Promise.all(flood)) expect(status).toBe(200);
});

test("rejects a third read of an account after a short wait; rejects other accounts only if the read pool is exhausted", async () => {
  const { app, database, connectionString, otherKey } = await startOver(
    { maxReads: 3 },
    { maxRunning: 3, maxWaitMs: 100 },
  );
  const unlock = await lockTable(connectionString, "events", "ACCESS EXCLUSIVE");
  const admitted = [app.call("/v1/events"), app.call("/v1/events")];
  await eventually(async () => expect(await database.query(hanging)).toHaveLength(2));
  const third = await app.call("/v1/deliveries");
  expect(third).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } });
  expect(third.body.detail).toContain("2 concurrent reads of this kind");
  expect(third.headers.get("retry-after")).toBe("1");
  expect(await app.call("/v1/deliveries", { key: otherKey })).toMatchObject({ status: 200 });
  admitted.push(app.call("/v1/events", { key: otherKey }));
  await eventually(async () => expect(await database.query(hanging)).toHaveLength(3));
  const excess = await app.call("/v1/deliveries", { key: otherKey });
  expect(excess).toMatchObject({ status: 503, body: { code: "OVERLOADED" } });
  expect(Number(excess.headers.get("retry-after"))).toBeGreaterThan(0);
  await unlock();
  for (const { status } of await Promise.all(admitted)) expect(status).toBe(200);
});

test("limits the queued reads of one account", async () => {
  const { app, database, connectionString } = await startOver({}, { maxWaitMs: 60_000 });
  const unlock = await lockTable(connectionString, "events", "ACCESS EXCLUSIVE");
  const statuses: number[] = [];
  const flood = Array.from({ length: 15 }, async () => statuses.push((await app.call("/v1/events")).status));
  await eventually(() => expect(statuses).toEqual([429, 429, 429, 429, 429]));
  await eventually(async () => expect(await database.query(hanging)).toHaveLength(2));
  await unlock();
  await Promise.all(flood);
});

test.each([
  ["a list", "/v1/events", undefined],
  ["a filtered list", "/v1/deliveries?status=delivered", undefined],
  ["the count of a replay", "/v1/webhooks/ID/replay", { from: "2026-01-01T00:00:00Z", dryRun: true }],
])("cancels %s that takes too long, with a message that says what to change", async (_title, path, body) => {
  const { app, connectionString } = await startOver({ readMs: 200 });
  const made = await app.call("/v1/webhooks", { body: { url: "https://example.com/", events: ["*"] } });
  const id = String(Reflect.get(made.body, "id"));
  const database = await openPostgres({ connectionString: connectionString ?? "", max: 1 });
  await database.execute("UPDATE webhook_endpoints SET status = 'active'");
  await database.close();
  await lockTable(connectionString, "events, deliveries", "ACCESS EXCLUSIVE");
  const stopped = await app.call(path.replace("ID", id), body === undefined ? {} : { body });
  expect(stopped).toMatchObject({ status: 503, body: { code: "OVERLOADED" } });
  expect(stopped.body.detail).toContain("shorter range");
});

test("a read uses one slot, also for a HEAD request, and releases it when it fails", async () => {
  const { app } = await startApp("pglite", { readLimits: { maxPerAccount: 1, maxRunning: 1, maxWaitMs: 100 } });
  const headers = { authorization: `Bearer ${app.key}` };
  expect((await fetch(`${app.url}/v1/events`, { method: "HEAD", headers })).status).toBe(200);
  expect((await app.call("/v1/events?cursor=x")).status).toBe(400);
  expect((await app.call("/v1/events")).status).toBe(200);
});
