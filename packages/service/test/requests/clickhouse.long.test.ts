import { newId, type RowScope } from "@wayfare/contract";
import { Registry } from "prom-client";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type ClickHouseEngine, startClickHouse } from "../../../../tests/clickhouse/engine.ts";
import { createTestDatabase } from "../../../../tests/databases.ts";
import { SeededRandom } from "../../../../tests/seeded-random.ts";
import { connectClickHouse } from "../../src/requests/clickhouse-client.ts";
import { createRequestTable, insertRequests, makeClickHouseLog } from "../../src/requests/clickhouse-store.ts";
import { makeRequestLogMetrics } from "../../src/requests/log-metrics.ts";
import { openClickHouseLog } from "../../src/requests/open-log.ts";
import { firstRequestIdAt, requestRetentionMs } from "../../src/requests/partitions.ts";
import { makePostgresLog } from "../../src/requests/postgres-log.ts";
import { runApp, startMs } from "../running-app.ts";
import { makeOracle, makeRecords, testRequestLog } from "./conformance.ts";
import { insertRecords } from "./insert-records.ts";

const hourMs = 3_600_000;
const rows = Number(process.env.REQUEST_LOG_ROWS ?? 1_000_000);
const scope: RowScope = { accountId: "acct_a", environment: "test", applicationId: null };
const silent = { warn: () => {}, info: () => {} };

let engine: ClickHouseEngine;

beforeAll(async () => {
  engine = await startClickHouse();
}, 600_000);

afterAll(() => engine?.stop());

/** Connects to the engine with an empty table. */
async function connect() {
  // The engine shares the processors with the tests.
  const clickhouse = connectClickHouse(engine.url, (error) => console.error(error), 300_000);
  onTestFinished(() => clickhouse.close());
  await createRequestTable(clickhouse);
  await clickhouse.command("TRUNCATE TABLE requests");
  return clickhouse;
}

async function count(clickhouse: Awaited<ReturnType<typeof connect>>, from = "requests FINAL"): Promise<number> {
  const [row] = await clickhouse.query<{ n: number }>(`SELECT count() AS n FROM ${from}`, {});
  return row?.n ?? 0;
}

describe("gives the answers of the oracle", () => {
  testRequestLog(async () => {
    const clickhouse = await connect();
    return { log: makeClickHouseLog(clickhouse), write: (records) => insertRequests(clickhouse, records) };
  });
});

test("answers as PostgreSQL does over a million requests", { timeout: 1_800_000 }, async () => {
  const clickhouse = await connect();
  const { database, drop } = await createTestDatabase("postgresql");
  onTestFinished(drop);
  const firstMs = Date.now() - 28 * 24 * hourMs;
  // Without the short timeout of reads, which a busy machine would reach.
  const [left, right] = [makePostgresLog({ ...database, reads: database }), makeClickHouseLog(clickhouse)];
  const part = 20_000;
  for (let at = 0; at < rows; at += part) {
    const records = makeRecords(part, at + 1, firstMs + (at / part) * 12 * hourMs);
    await Promise.all([insertRecords(database, records), insertRequests(clickhouse, records)]);
  }
  expect(await count(clickhouse)).toBe(rows);
  await database.transaction((tx) => tx.script("ANALYZE requests"), { timeoutMs: 600_000 });
  const random = new SeededRandom(7);
  const sample = makeRecords(part, 1, firstMs);
  const compared = { lists: 0, finds: 0, traffic: 0, addresses: 0, rows: 0 };
  for (let round = 0; round < 60; round++) {
    const record = sample[random.between(0, part - 1)] ?? sample[0];
    if (record === undefined) throw new Error("no record");
    const { accountId, environment } = record;
    const owner = { accountId, environment, applicationId: random.pick<string | null>([null, null, "app_1"]) };
    const fromMs = firstMs + random.between(0, 600) * hourMs;
    const filter = {
      ...(random.chance(0.3) ? { keyId: record.keyId } : {}),
      ...(random.chance(0.3) ? { route: record.route } : {}),
      ...(random.chance(0.3)
        ? {
            statuses: random.pick<[number, number]>([
              [400, 499],
              [200, 200],
              [500, 599],
            ]),
          }
        : {}),
      ...(random.chance(0.3) ? { callerType: random.pick<"key" | "user">(["key", "user"]) } : {}),
    };
    let afterId: string | null = random.chance(0.5) ? newId("req", fromMs + random.between(1, 200) * hourMs) : null;
    for (let page = 0; page < 3; page++) {
      const query = { filter, firstId: firstRequestIdAt(fromMs), afterId, limit: 100 };
      const listed = await left.list(owner, query);
      expect(await right.list(owner, query)).toEqual(listed);
      compared.lists++;
      compared.rows += listed.length;
      afterId = listed.at(-1)?.id ?? null;
    }
    const id = { id: record.id, firstId: firstRequestIdAt(firstMs) };
    expect(await right.find(owner, id)).toEqual(await left.find(owner, id));
    compared.finds++;
    if (round % 4 > 0) continue;
    const buckets = random.pick([1, 24, 48]);
    const range = { startMs: fromMs, bucketMs: (24 * hourMs * random.between(1, 20)) / buckets, buckets };
    expect(await right.readTraffic(owner, range)).toEqual(await left.readTraffic(owner, range));
    const addresses = { sinceMs: fromMs, excludedKeyIds: [record.keyId] };
    expect(await right.listAddresses(accountId, addresses)).toEqual(await left.listAddresses(accountId, addresses));
    compared.traffic++;
    compared.addresses++;
  }
  process.stdout.write(`equality over ${rows} rows: ${JSON.stringify(compared)}\n`);
});

test("a batch that is sent again after a lost response adds no request", async () => {
  const clickhouse = await connect();
  const records = makeRecords(1000, 8);
  await insertRequests(clickhouse, records);
  await insertRequests(clickhouse, records);
  expect(await count(clickhouse, "requests")).toBe(2000);
  expect(await count(clickhouse)).toBe(1000);
  const oracle = makeOracle(records);
  const query = { filter: {}, firstId: firstRequestIdAt(0), afterId: null, limit: 500 };
  expect(await makeClickHouseLog(clickhouse).list(scope, query)).toEqual(oracle.list(scope, query));
});

test("deletes requests after the retention", async () => {
  const clickhouse = await connect();
  const old = makeRecords(50, 9, Date.now() - requestRetentionMs - 72 * hourMs);
  const recent = makeRecords(50, 10, Date.now() - 48 * hourMs);
  await insertRequests(clickhouse, [...old, ...recent]);
  await clickhouse.command("OPTIMIZE TABLE requests FINAL");
  await expect.poll(() => count(clickhouse)).toBe(50);
});

test("erases an account from both logs, physically", async () => {
  const clickhouse = await connect();
  const { database, drop } = await createTestDatabase("postgresql");
  onTestFinished(drop);
  const access = openClickHouseLog(
    { database, log: silent, metrics: makeRequestLogMetrics(new Registry()) },
    { url: engine.url, postgresRetentionMs: requestRetentionMs },
  );
  onTestFinished(() => access.close());
  const records = makeRecords(200, 11, Date.now() - 40 * hourMs);
  await insertRecords(database, records);
  await insertRequests(clickhouse, records);
  await access.log.deleteAccount("acct_a");
  const left = records.filter(({ accountId }) => accountId !== "acct_a").length;
  expect(await count(clickhouse, "requests")).toBe(left);
  expect(await database.query("SELECT count(*)::int AS n FROM requests")).toEqual([{ n: left }]);
  // A repair copies from PostgreSQL, so it does not bring the account back.
  await access.repair({ fromMs: Date.now() - 48 * hourMs, toMs: Date.now() });
  expect(await count(clickhouse)).toBe(left);
});

test("requests succeed while ClickHouse is down, with bounded memory, and a repair copies those that it lacks", async () => {
  const clickhouse = await connect();
  const { database, drop } = await createTestDatabase("postgresql");
  onTestFinished(drop);
  const registry = new Registry();
  const access = openClickHouseLog(
    { database, log: silent, metrics: makeRequestLogMetrics(registry) },
    { url: engine.url, postgresRetentionMs: requestRetentionMs, writer: { maxPending: 5, retryMs: 60_000 } },
  );
  const app = await runApp({ database, requestLog: access });
  onTestFinished(async () => {
    await app.close();
    await access.close();
  });
  const call = async (path: string) => {
    const response = await app.call(path);
    expect(response.status, response.text).toBe(200);
    return JSON.parse(response.text) as { data: { id: string }[] };
  };
  await call("/v1/places?q=lon");
  expect((await call("/v1/requests")).data).toHaveLength(1);
  // The request that lists is written after its answer.
  await access.flush();
  expect(await count(clickhouse)).toBeGreaterThanOrEqual(1);
  await engine.kill();
  for (let n = 0; n < 12; n++) await call("/v1/places?q=lon");
  // PostgreSQL answers, and has all of them.
  expect((await call("/v1/requests")).data).toHaveLength(14);
  const metric = async (name: string) => (await registry.getSingleMetric(name)?.get())?.values[0]?.value ?? 0;
  await expect.poll(() => metric("wayfare_request_log_rows_dropped")).toBeGreaterThan(0);
  expect(await metric("wayfare_request_log_rows_pending")).toBeLessThanOrEqual(5);
  await engine.restart();
  const missing = await access.repair({ fromMs: startMs - hourMs, toMs: startMs + hourMs });
  expect(missing).toBeGreaterThan(0);
  expect(await access.repair({ fromMs: startMs - hourMs, toMs: startMs + hourMs })).toBe(0);
  const [stored] = await database.query<{ n: number }>("SELECT count(*)::int AS n FROM requests");
  expect(await count(clickhouse)).toBe(stored?.n);
  expect(await metric("wayfare_request_log_rows_repaired_total")).toBe(missing);
});
