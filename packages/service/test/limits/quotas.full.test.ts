import type { Database } from "@wayfare/database";
import fastify from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../../tests/databases.ts";
import { eventually } from "../../../../tests/eventually.ts";
import { registerLimits } from "../../src/limits/limit-hooks.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { startApp } from "../access-app.ts";
import { goodSearch, type RunningApp, runApp, startMs } from "../running-app.ts";
import { makeSlowSupplier } from "../search/slow-supplier.ts";
import { makeCaller, openVirtualLimits } from "./limit-nodes.ts";

/** Simulates used searches of this month. */
async function useUp(database: Database, accountId: string, used: number): Promise<void> {
  await database.execute(
    "INSERT INTO account_quotas (account_id, period_start, used) VALUES ($1, '2026-11-01T00:00:00Z', $2)",
    [accountId, used],
  );
}

interface QuotaRow {
  used: number;
  held: number;
  lost: number;
}

async function readQuota(database: Database, accountId: string): Promise<QuotaRow | undefined> {
  const [row] = await database.query<QuotaRow>(
    "SELECT used, held, lost FROM account_quotas WHERE account_id = $1 ORDER BY period_start DESC LIMIT 1",
    [accountId],
  );
  return row;
}

const search = (app: RunningApp, key: string, body: object = goodSearch) => app.call("/v1/search", { key, body });

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("returns 402 after the last search of a free plan, and serves searches again in the next month", async () => {
    const { app, database } = await startApp(kind);
    const key = await app.makeKey({ environment: "live" });
    await useUp(database, app.accountId, 997);
    for (let n = 0; n < 3; n++) expect(await search(app, key)).toMatchObject({ status: 200 });
    for (let n = 0; n < 3; n++) {
      const refused = await search(app, key);
      expect(refused).toMatchObject({ status: 402, body: { code: "QUOTA_EXCEEDED" } });
      expect(refused.body.detail).toContain("1000 of the 1000 searches");
    }
    app.clock.advance(10 * 86_400_000);
    expect(await search(app, key)).toMatchObject({ status: 200 });
  });

  test("does not charge searches that fail", async () => {
    const { app, database } = await startApp(kind);
    const key = await app.makeKey({ environment: "live" });
    await useUp(database, app.accountId, 999);
    for (let n = 0; n < 3; n++) {
      expect(await search(app, key, { ...goodSearch, destination: "QQQ" })).toMatchObject({ status: 422 });
      expect(await search(app, key, { origin: 7 })).toMatchObject({ status: 400 });
    }
    expect(await search(app, key)).toMatchObject({ status: 200 });
    expect(await search(app, key)).toMatchObject({ status: 402 });
  });

  test("does not charge a search whose client disconnects before the response", async () => {
    const { supplier, searching, release } = makeSlowSupplier();
    const { app, database } = await startApp(kind, { suppliers: [supplier], searchDeadlineMs: 60_000 });
    const key = await app.makeKey({ environment: "live" });
    await useUp(database, app.accountId, 999);
    const client = new AbortController();
    const aborted = fetch(`${app.url}/v1/search`, {
      method: "POST",
      signal: client.signal,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(goodSearch),
    });
    await eventually(() => expect(searching()).toBe(1));
    client.abort();
    await expect(aborted).rejects.toThrow();
    await eventually(() => expect(searching()).toBe(0));
    const next = search(app, key);
    await eventually(() => expect(searching()).toBe(1));
    release();
    expect(await next).toMatchObject({ status: 200 });
    await app.close();
    expect(await readQuota(database, app.accountId)).toEqual({ used: 1000, held: 0, lost: 0 });
  });

  test("does not charge a replay", async () => {
    const { database, drop } = await createTestDatabase(kind);
    const accountId = await createAccount(database, "Test", startMs);
    const limits = await openVirtualLimits(database);
    const caller = makeCaller({ accountId, environment: "live" });
    const app = fastify();
    app.decorateRequest("caller", null);
    app.addHook("onRequest", (request, _reply, done) => {
      request.caller = caller;
      done();
    });
    registerLimits(app, limits);
    app.get("/shown", { config: { access: [], operation: "search" } }, async (request, reply) => {
      if (request.headers.again !== undefined) reply.header("idempotent-replayed", "true");
      return { ok: true };
    });
    const url = await app.listen({ host: "127.0.0.1", port: 0 });
    onTestFinished(async () => {
      await limits.close();
      await drop();
    });
    for (const headers of [{}, { again: "yes" }, { again: "yes" }]) {
      expect((await fetch(`${url}/shown`, { headers })).status).toBe(200);
    }
    await app.close();
    await limits.tick();
    expect(await readQuota(database, accountId)).toMatchObject({ used: 1 });
  });

  test("test keys do not use the quota and work without one", async () => {
    const { app, database } = await startApp(kind);
    await useUp(database, app.accountId, 1000);
    expect(await search(app, app.key)).toMatchObject({ status: 200 });
    const service = await app.makeKey({ environment: "service" });
    expect(await search(app, service)).toMatchObject({ status: 402 });
  });

  test("a plan with overage has no hard limit; a changed plan takes effect within a second", async () => {
    const { app, database } = await startApp(kind);
    const key = await app.makeKey({ environment: "live" });
    await useUp(database, app.accountId, 50_000);
    expect(await search(app, key)).toMatchObject({ status: 402 });
    await database.execute("UPDATE accounts SET plan = 'pro' WHERE id = $1", [app.accountId]);
    app.clock.advance(1000);
    for (let n = 0; n < 3; n++) expect(await search(app, key)).toMatchObject({ status: 200 });
    await app.close();
    expect(await readQuota(database, app.accountId)).toEqual({ used: 50_003, held: 0, lost: 0 });
  });

  test("without the database, searches need a leased unit, and other requests continue within their limits", async () => {
    const { app, database } = await startApp(kind);
    const key = await app.makeKey({ environment: "live" });
    expect(await app.call("/v1/keys/self", { key })).toMatchObject({ status: 200 });
    await database.execute("ALTER TABLE account_quotas RENAME TO account_quotas_away");
    await database.execute("ALTER TABLE rate_limits RENAME TO rate_limits_away");
    expect(await search(app, key)).toMatchObject({ status: 500, body: { code: "INTERNAL" } });
    expect(await app.call("/v1/places?q=jfk", { key })).toMatchObject({ status: 200 });
    expect(await search(app, app.key)).toMatchObject({ status: 200 });
    await database.execute("ALTER TABLE account_quotas_away RENAME TO account_quotas");
    await database.execute("ALTER TABLE rate_limits_away RENAME TO rate_limits");
    expect(await search(app, key)).toMatchObject({ status: 200 });
    await app.close();
    expect(await readQuota(database, app.accountId)).toEqual({ used: 1, held: 0, lost: 0 });
  });

  test("sends each threshold event for 80 and 100 percent once", async () => {
    const { app, database } = await startApp(kind);
    const key = await app.makeKey({ environment: "live" });
    await useUp(database, app.accountId, 798);
    const listThresholdEvents = async () =>
      database.query<{ percent: number; data: { percent: number; used: number } }>(
        `SELECT reached.percent, event.data FROM usage_thresholds reached JOIN events event ON event.id = reached.event_id
         WHERE event.type = 'usage.threshold' AND event.environment = 'live' ORDER BY reached.percent`,
      );
    await search(app, key);
    expect(await listThresholdEvents()).toEqual([]);
    await search(app, key);
    await eventually(async () => expect(await listThresholdEvents()).toMatchObject([{ percent: 80 }]));
    await database.execute("UPDATE account_quotas SET used = used + 199");
    expect(await search(app, key)).toMatchObject({ status: 200 });
    await app.close();
    const data = { included: 1000, periodEndsAt: "2026-12-01T00:00:00.000Z" };
    expect(await listThresholdEvents()).toMatchObject([
      { percent: 80, data: { percent: 80, used: 800, ...data } },
      { percent: 100, data: { percent: 100, used: 1000, ...data } },
    ]);
  });
});

test("four nodes with one quota of 1,000 serve exactly 1,000 searches", async () => {
  const { database, drop } = await createTestDatabase("postgresql");
  const apps: RunningApp[] = [];
  onTestFinished(async () => {
    await Promise.all(apps.map((app) => app.close()));
    await drop();
  });
  for (let node = 0; node < 4; node++) apps.push(await runApp({ database }));
  const [first] = apps;
  if (first === undefined) throw new Error("there is a first node");
  const key = await first.makeKey({ environment: "live" });
  let answered = 0;
  const callUntilRejected = async (app: RunningApp): Promise<void> => {
    let { status } = await search(app, key);
    for (; status === 200; status = (await search(app, key)).status) answered++;
    expect(status).toBe(402);
  };
  await Promise.all(apps.flatMap((app) => Array.from({ length: 5 }, () => callUntilRejected(app))));
  for (const app of apps) app.clock.advance(2000);
  await Promise.all(apps.map((app) => callUntilRejected(app)));
  expect(answered).toBe(1000);
  await Promise.all(apps.splice(0).map((app) => app.close()));
  expect(await readQuota(database, first.accountId)).toEqual({ used: 1000, held: 0, lost: 0 });
});
