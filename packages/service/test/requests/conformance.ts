import { formatInstant, idTimeMs, type LoggedRequest, newId, type RowScope } from "@wayfare/contract";
import { expect, test } from "vitest";
import { SeededRandom } from "../../../../tests/seeded-random.ts";
import { type RequestFilter, type RequestLog, roundMs, type Traffic } from "../../src/requests/log.ts";
import { firstRequestIdAt } from "../../src/requests/partitions.ts";
import type { RequestRecord } from "../../src/requests/record.ts";

/** A log with a way to write records, as the service does. */
export interface LogUnderTest {
  log: RequestLog;
  write(records: readonly RequestRecord[]): Promise<void>;
}

const hourMs = 3_600_000;
const startMs = Date.UTC(2026, 10, 20, 22);
const accounts: [string, string] = ["acct_a", "acct_b"];
const keys: [string, string, string] = [newId("ak", 1), newId("ak", 2), newId("usr", 3)];
const routes: [string, string, string] = ["/v1/search", "/v1/requests/{id}", 'it\'s a \\ "route"\n\t😀 {x:String}'];

/** Makes records of several accounts, over two days, with every kind of value. */
export function makeRecords(count: number, seed: number, fromMs = startMs): RequestRecord[] {
  const random = new SeededRandom(seed);
  return Array.from({ length: count }, (_, n) => ({
    id: newId("req", fromMs + Math.floor((n * 30 * hourMs) / count)),
    accountId: random.pick(accounts),
    environment: random.pick<"test" | "live">(["test", "live"]),
    keyId: random.pick(keys),
    applicationId: random.pick<string | null>([null, "app_1", "app_2"]),
    method: random.pick(["GET", "POST"]),
    route: random.pick(routes),
    status: random.pick<number | null>([200, 201, 302, 404, 409, 500, null]),
    durationMs: Math.round(random.unit() * (random.chance(0.1) ? 100_000 : 900)) / 10,
    address: random.pick(["203.0.113.1", "203.0.113.2", "2001:db8::1"]),
    operation: random.pick<"search" | null>(["search", null]),
  }));
}

/** The obvious answer: filters and sorts all records in memory. */
export function makeOracle(records: readonly RequestRecord[]) {
  const newest = records.toSorted((a, b) => (a.id < b.id ? 1 : -1));
  const inScope = (scope: RowScope) => (record: RequestRecord) =>
    record.accountId === scope.accountId &&
    record.environment === scope.environment &&
    (scope.applicationId === null || record.applicationId === scope.applicationId);
  return {
    list(scope: RowScope, { filter, firstId, afterId, limit }: Parameters<RequestLog["list"]>[1]): LoggedRequest[] {
      const matches = ({ id, keyId, route, status }: RequestRecord) =>
        id >= firstId &&
        (afterId === null || id < afterId) &&
        (filter.keyId === undefined || keyId === filter.keyId) &&
        (filter.route === undefined || route === filter.route) &&
        (filter.callerType === undefined || keyId.startsWith("ak_") === (filter.callerType === "key")) &&
        (filter.statuses === undefined ||
          (status !== null && status >= filter.statuses[0] && status <= filter.statuses[1]));
      return newest.filter(inScope(scope)).filter(matches).slice(0, limit).map(toLogged);
    },
    traffic(
      scope: RowScope,
      { startMs: fromMs, bucketMs, buckets }: Parameters<RequestLog["readTraffic"]>[1],
    ): Traffic {
      const counted = newest
        .filter(inScope({ ...scope, applicationId: null }))
        .filter(({ id, keyId }) => idTimeMs(id) >= fromMs && keyId.startsWith("ak_"));
      const bucketOf = ({ id }: RequestRecord) => Math.min(buckets - 1, Math.floor((idTimeMs(id) - fromMs) / bucketMs));
      const total = summarize(counted);
      const series = Array.from({ length: buckets }, (_, at) => {
        const { requests, errors, p95Ms } = summarize(counted.filter((record) => bucketOf(record) === at));
        return { from: formatInstant(fromMs + at * bucketMs), requests, errors, p95Ms };
      });
      return { ...total, series };
    },
  };
}

function toLogged({ id, keyId, accountId: _account, ...rest }: RequestRecord): LoggedRequest {
  const isKey = keyId.startsWith("ak_");
  const caller = { keyId: isKey ? keyId : null, userId: isKey ? null : keyId };
  return { id, createdAt: formatInstant(idTimeMs(id)), ...caller, ...rest };
}

function summarize(records: readonly RequestRecord[]) {
  const sorted = records.map(({ durationMs }) => Math.fround(durationMs)).toSorted((a, b) => a - b);
  /** Interpolates between the two nearest ranks. */
  const percentile = (share: number): number | null => {
    const rank = share * (sorted.length - 1);
    const [low, high] = [sorted[Math.floor(rank)], sorted[Math.ceil(rank)]];
    return low === undefined || high === undefined ? null : roundMs(low + (rank - Math.floor(rank)) * (high - low));
  };
  const errors = records.filter(({ status }) => status !== null && status >= 400).length;
  return { requests: records.length, errors, p50Ms: percentile(0.5), p95Ms: percentile(0.95) };
}

const scopes: RowScope[] = accounts.flatMap((accountId) =>
  (["test", "live"] as const).flatMap((environment) =>
    [null, "app_1", "app_none"].map((applicationId) => ({ accountId, environment, applicationId })),
  ),
);

const filters: RequestFilter[] = [
  {},
  { keyId: keys[0] },
  { keyId: keys[2] },
  ...routes.map((route) => ({ route })),
  { callerType: "key" },
  { callerType: "user" },
  { statuses: [404, 404] },
  { statuses: [400, 499] },
  { keyId: keys[1], route: routes[2], callerType: "key", statuses: [200, 299] },
  { route: "' OR 1 = 1 --" },
];

/** Tests that a log gives the answers of the oracle. @param open returns an empty log */
export function testRequestLog(open: () => Promise<LogUnderTest>): void {
  test("lists every page of every filter, newest first", async () => {
    const { log, write } = await open();
    const records = makeRecords(400, 1);
    await write(records);
    const oracle = makeOracle(records);
    for (const scope of scopes) {
      for (const filter of filters) {
        let afterId: string | null = null;
        for (;;) {
          const query = { filter, firstId: firstRequestIdAt(startMs + hourMs), afterId, limit: 7 };
          const page: LoggedRequest[] = await log.list(scope, query);
          expect(page).toEqual(oracle.list(scope, query));
          afterId = page.at(-1)?.id ?? null;
          // Two pages of each filter show that the cursor works.
          if (page.length < 7 || query.afterId !== null) break;
        }
      }
    }
  });

  test("finds a request in its scope and within the retention only", async () => {
    const { log, write } = await open();
    const records = makeRecords(20, 2);
    await write(records);
    const [record] = records;
    if (record === undefined) throw new Error("no record");
    const { id, accountId, environment } = record;
    const scope = { accountId, environment, applicationId: null };
    const firstId = firstRequestIdAt(startMs);
    const [expected] = makeOracle([record]).list(scope, { filter: {}, firstId, afterId: null, limit: 1 });
    expect(await log.find(scope, { id, firstId })).toEqual(expected);
    const others: RowScope[] = [
      { ...scope, accountId: "acct_none" },
      { ...scope, environment: environment === "test" ? "live" : "test" },
      { ...scope, applicationId: "app_none" },
    ];
    for (const other of others) expect(await log.find(other, { id, firstId })).toBeUndefined();
    expect(await log.find(scope, { id, firstId: firstRequestIdAt(startMs + 40 * hourMs) })).toBeUndefined();
    expect(await log.find(scope, { id: newId("req", startMs), firstId })).toBeUndefined();
  });

  test("aggregates traffic by bucket and in total, with percentiles", async () => {
    const { log, write } = await open();
    const records = makeRecords(500, 3);
    await write(records);
    const oracle = makeOracle(records);
    for (const scope of scopes) {
      for (const buckets of [1, 7, 48]) {
        const range = { startMs: startMs + hourMs, bucketMs: (24 * hourMs) / buckets, buckets };
        expect(await log.readTraffic(scope, range)).toEqual(oracle.traffic(scope, range));
      }
    }
    const empty = { startMs: startMs + 100 * hourMs, bucketMs: hourMs, buckets: 2 };
    expect(await log.readTraffic(scopes[0] as RowScope, empty)).toMatchObject({
      requests: 0,
      p50Ms: null,
      p95Ms: null,
    });
  });

  test("lists the addresses of keys, except excluded ones", async () => {
    const { log, write } = await open();
    const records = makeRecords(300, 4);
    await write(records);
    const sinceMs = startMs + 2 * hourMs;
    for (const excludedKeyIds of [[], [keys[0] ?? ""]]) {
      const used = Map.groupBy(
        records.filter(
          ({ id, accountId, keyId }) =>
            accountId === "acct_a" &&
            idTimeMs(id) >= sinceMs &&
            keyId.startsWith("ak_") &&
            !excludedKeyIds.includes(keyId),
        ),
        ({ address }) => address,
      );
      const expected = [...used]
        .map(([address, each]) => {
          return { address, requests: each.length, lastAtMs: Math.max(...each.map(({ id }) => idTimeMs(id))) };
        })
        .toSorted((a, b) => b.requests - a.requests || (a.address < b.address ? -1 : 1));
      expect(await log.listAddresses("acct_a", { sinceMs, excludedKeyIds })).toEqual(expected);
    }
  });

  test("counts a request once that is written twice, also within one batch", async () => {
    const { log, write } = await open();
    const records = makeRecords(50, 5);
    await write(records);
    await write(records.slice(10, 40));
    const oracle = makeOracle(records);
    for (const scope of scopes) {
      const query = { filter: {}, firstId: firstRequestIdAt(0), afterId: null, limit: 100 };
      expect(await log.list(scope, query)).toEqual(oracle.list(scope, query));
      const range = { startMs, bucketMs: 48 * hourMs, buckets: 1 };
      expect(await log.readTraffic(scope, range)).toEqual(oracle.traffic(scope, range));
    }
  });

  test("removes the addresses of one caller", async () => {
    const { log, write } = await open();
    const records = makeRecords(100, 7);
    await write(records);
    const [{ keyId: callerId, accountId }] = records as [RequestRecord];
    await log.blankAddresses({ accountId, callerId });
    await log.blankAddresses({ accountId: "acct_none", callerId });
    const isOwn = (record: RequestRecord) => record.accountId === accountId && record.keyId === callerId;
    const oracle = makeOracle(records.map((record) => (isOwn(record) ? { ...record, address: "" } : record)));
    for (const scope of scopes) {
      const query = { filter: {}, firstId: firstRequestIdAt(0), afterId: null, limit: 200 };
      expect(await log.list(scope, query)).toEqual(oracle.list(scope, query));
    }
  });

  test("deletes the requests of one account", async () => {
    const { log, write } = await open();
    const records = makeRecords(100, 6);
    await write(records);
    await log.deleteAccount("acct_a");
    await log.deleteAccount("acct_none");
    const oracle = makeOracle(records.filter(({ accountId }) => accountId !== "acct_a"));
    for (const scope of scopes) {
      const query = { filter: {}, firstId: firstRequestIdAt(0), afterId: null, limit: 200 };
      expect(await log.list(scope, query)).toEqual(oracle.list(scope, query));
    }
  });
}
