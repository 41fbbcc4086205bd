import type { CurrentUsage, LoggedRequest } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../../tests/databases.ts";
import { eventually } from "../../../../tests/eventually.ts";
import { deleteOldCharges } from "../../src/usage/charges.ts";
import { makeOwner, shareApp, startApp } from "../access-app.ts";
import { goodSearch, type RunningApp, runApp } from "../running-app.ts";
import { makeFlight, supplierOf, supplierWith } from "../sample-supply.ts";
import { makeSlowSupplier } from "../search/slow-supplier.ts";
import { readQuota } from "../usage-records.ts";

const windowMs = 15 * 60_000;

interface SearchOptions {
  key?: string;
  body?: object;
  path?: string;
  header?: string | null;
}

async function search(app: RunningApp, options: SearchOptions = {}) {
  const { key = app.key, body = goodSearch, path = "/v1/search", header = "search-1" } = options;
  const headers: Record<string, string> = header === null ? {} : { "idempotency-key": header };
  const answer = await app.call(path, { key, body, headers });
  return { ...answer, isReplayed: answer.headers.get("idempotent-replayed") === "true" };
}

async function countSearches(app: RunningApp, key = app.key): Promise<number> {
  const usage: CurrentUsage = JSON.parse((await app.call("/v1/usage/current", { key })).text);
  return usage.operations.find(({ operation }) => operation === "search")?.count ?? 0;
}

/** A database that counts lookups of charges. */
function countLookups(database: Database) {
  let lookups = 0;
  const counting: Database = {
    ...database,
    query: async <Row extends object>(...question: Parameters<typeof database.query>): Promise<Row[]> => {
      if (question[0].includes("FROM search_charges")) lookups++;
      return database.query<Row>(...question);
    },
  };
  return { counting, lookups: () => lookups };
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  const shared = shareApp(kind);

  test.each(["test", "live"] as const)(
    "a retried search runs again and is charged once, with a %s key",
    async (environment) => {
      const { app } = shared();
      const { [environment]: key } = await makeOwner(shared());
      const first = await search(app, { key });
      expect(first).toMatchObject({ status: 200, isReplayed: false });
      const retry = await search(app, { key, header: '"search-1"' });
      expect(retry).toMatchObject({ status: 200, isReplayed: true });
      expect(retry.body.id).not.toBe(first.body.id);
      expect(await countSearches(app, key)).toBe(1);
      const log: { data: LoggedRequest[] } = JSON.parse(
        (await app.call("/v1/requests?route=/v1/search", { key })).text,
      );
      expect(log.data.map(({ operation }) => operation).filter((operation) => operation !== null)).toEqual(["search"]);
      expect(log.data).toHaveLength(2);
      expect(await search(app, { key, header: "search-2" })).toMatchObject({ status: 200, isReplayed: false });
      expect(await search(app, { key, path: "/v1/flights/search" })).toMatchObject({ status: 200, isReplayed: false });
      expect(await countSearches(app, key)).toBe(3);
    },
  );

  test("charges a key once per environment and application", async () => {
    const { app } = shared();
    const { accountId, test: key, live } = await makeOwner(shared());
    const application = JSON.parse((await app.call("/v1/applications", { key, body: { name: "Shop" } })).text);
    const bound = await app.makeKey({ accountId, applicationId: application.id });
    for (const each of [key, bound, live]) {
      expect(await search(app, { key: each })).toMatchObject({ status: 200, isReplayed: false });
      expect(await search(app, { key: each })).toMatchObject({ status: 200, isReplayed: true });
    }
    expect([await countSearches(app, key), await countSearches(app, bound), await countSearches(app, live)]).toEqual([
      2, 1, 1,
    ]);
  });

  test("returns 422 without searching if the key was charged for another body", async () => {
    let searches = 0;
    const supplier = supplierOf("sandbox", [makeFlight()]);
    const counting = {
      ...supplier,
      search: (...query: Parameters<typeof supplier.search>) => {
        searches++;
        return supplier.search(...query);
      },
    };
    const { app } = await startApp(kind, { suppliers: [counting] });
    await search(app);
    const reused = await search(app, { body: { ...goodSearch, cabin: "business" } });
    expect(reused).toMatchObject({ status: 422, body: { code: "IDEMPOTENCY_KEY_REUSED" }, isReplayed: false });
    expect(searches).toBe(1);
    expect(await search(app)).toMatchObject({ status: 200, isReplayed: true });
    expect(await countSearches(app)).toBe(1);
  });

  test("charges a retry again after 15 minutes by the clock of its data", async () => {
    const { app } = shared();
    const { test: key } = await makeOwner(shared());
    await search(app, { key });
    app.clock.advance(windowMs - 1);
    expect(await search(app, { key })).toMatchObject({ status: 200, isReplayed: true });
    app.clock.advance(1);
    expect(await search(app, { key })).toMatchObject({ status: 200, isReplayed: false });
    expect(await app.call("/v1/test/clock/advance", { key, body: { seconds: windowMs / 1000 } })).toMatchObject({
      status: 200,
    });
    expect(await search(app, { key })).toMatchObject({ status: 200, isReplayed: false });
    expect(await countSearches(app, key)).toBe(3);
  });

  test("does not charge a failed search; does not mark a failed retry as a replay", async () => {
    let fails = true;
    const supplier = supplierWith("sandbox", async () => {
      if (fails) throw new Error("supplier failed");
      return { flights: [makeFlight()] };
    });
    const { app } = await startApp(kind, { suppliers: [supplier] });
    expect(await search(app)).toMatchObject({ status: 503, isReplayed: false });
    fails = false;
    expect(await search(app)).toMatchObject({ status: 200, isReplayed: false });
    fails = true;
    expect(await search(app)).toMatchObject({ status: 503, isReplayed: false });
    fails = false;
    expect(await search(app)).toMatchObject({ status: 200, isReplayed: true });
    expect(await countSearches(app)).toBe(1);
  });

  test("answers a retry of the search that used the last quota unit", async () => {
    const { app, database } = shared();
    const { accountId, live: key } = await makeOwner(shared());
    await database.execute(
      "INSERT INTO account_quotas (account_id, period_start, used) VALUES ($1, '2026-11-01T00:00:00Z', 999)",
      [accountId],
    );
    expect(await search(app, { key })).toMatchObject({ status: 200, isReplayed: false });
    for (let n = 0; n < 3; n++) expect(await search(app, { key })).toMatchObject({ status: 200, isReplayed: true });
    expect(await search(app, { key, header: "search-2" })).toMatchObject({ status: 402 });
  });

  test("answers concurrent searches with one key on two nodes and charges once", async () => {
    const { database, drop } = await createTestDatabase(kind);
    onTestFinished(drop);
    const [first, second] = [makeSlowSupplier(), makeSlowSupplier()];
    const nodes = await Promise.all([first, second].map(({ supplier }) => runApp({ database, suppliers: [supplier] })));
    const [one, two] = nodes;
    if (one === undefined || two === undefined) throw new Error("two nodes");
    const close = async () => void (await Promise.all(nodes.map((node) => node.close())));
    onTestFinished(close);
    const key = await one.makeKey({ environment: "live" });
    const answers = [search(one, { key }), search(one, { key }), search(two, { key }), search(two, { key })];
    await eventually(() => expect([first.searching(), second.searching()]).toEqual([2, 2]));
    for (const { release } of [first, second]) release();
    const answered = await Promise.all(answers);
    expect(answered.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answered.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
    expect(await countSearches(one, key)).toBe(1);
    await close();
    expect(await readQuota(database, one.accountId)).toEqual({ used: 1, open: 0 });
  });

  test("purges charges a day after they were written", async () => {
    const { app, database } = await startApp(kind);
    await search(app);
    const nowMs = app.clock.nowMs();
    expect(await deleteOldCharges(database, nowMs + 86_400_000, 10)).toBe(0);
    expect(await deleteOldCharges(database, nowMs + 86_400_001, 10)).toBe(1);
  });
});

test("a search without the header looks up no charge, one with it once", async () => {
  const { database, drop } = await createTestDatabase("pglite");
  onTestFinished(drop);
  const { counting, lookups } = countLookups(database);
  const app = await runApp({ database: counting });
  onTestFinished(app.close);
  await search(app, { header: null });
  expect(lookups()).toBe(0);
  await search(app);
  expect(lookups()).toBe(1);
});
