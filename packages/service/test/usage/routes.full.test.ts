import { type CurrentUsage, newId, type Usage } from "@wayfare/contract";
import fastify from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { makeErrorHandler } from "../../src/http/error-handler.ts";
import { onRequestEnd } from "../../src/http/request-log.ts";
import { makeMemoryJournal } from "../../src/usage/journal.ts";
import { Meter } from "../../src/usage/meter.ts";
import { registerMeter } from "../../src/usage/open.ts";
import { makeOwner, startApp } from "../access-app.ts";
import { makeCaller } from "../limits/limit-nodes.ts";
import { goodSearch, metricsToken, type RunningApp, startMs } from "../running-app.ts";
import { clock, makeDatabase, readCounts, recordAt, silent } from "../usage-records.ts";
import { withoutIntervals } from "../without-intervals.ts";

const hourMs = 3_600_000;

async function search(app: RunningApp, key: string, times = 1): Promise<void> {
  for (let n = 0; n < times; n++) {
    expect((await app.call("/v1/search", { key, body: goodSearch })).status).toBe(200);
  }
}

async function readUsage(
  app: RunningApp,
  key: string,
  query: string,
): Promise<{ data: Usage[]; nextCursor: string | null }> {
  const answer = await app.call(`/v1/usage?${query}`, { key });
  expect(answer.status, answer.text).toBe(200);
  return JSON.parse(answer.text);
}

async function readCurrent(app: RunningApp, key: string): Promise<CurrentUsage> {
  return JSON.parse((await app.call("/v1/usage/current", { key })).text);
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("meters each search with status 200, raw or ranked, and nothing else", async () => {
    const { app } = await startApp(kind);
    await search(app, app.key, 2);
    await app.call("/v1/flights/search", { body: goodSearch });
    for (const [path, body] of [
      ["/v1/search", { ...goodSearch, origin: "XXX" }],
      ["/v1/search", { origin: 1 }],
      ["/v1/search", "{"],
    ] as const) {
      expect((await app.call(path, { body })).status).toBeGreaterThanOrEqual(400);
    }
    await app.call("/v1/search", { body: goodSearch, key: "key_test_x" });
    await app.call("/v1/places?q=lon");
    await app.call("/v1/keys");
    expect(await readCurrent(app, app.key)).toEqual({
      environment: "test",
      period: { from: "2026-11-01T00:00:00.000Z", to: "2026-12-01T00:00:00.000Z" },
      operations: [{ operation: "search", count: 3 }],
      total: 3,
      plan: null,
    });
  });

  test("from and to accept dates, meaning the start of the day in UTC, and date-times", async () => {
    const { app } = await startApp(kind);
    await search(app, app.key, 2);
    const day = [{ from: "2026-11-21T00:00:00.000Z", to: "2026-11-22T00:00:00.000Z", operation: "search", count: 2 }];
    const read = async (query: string) => (await readUsage(app, app.key, query)).data;
    expect(await read("from=2026-11-21&to=2026-11-22")).toEqual(day);
    expect(await read("from=2026-11-21&to=2026-11-21T08:00:00Z")).toEqual(day);
    expect(await read("from=2026-11-20&to=2026-11-21")).toEqual([]);
    for (const wrong of ["2026-02-30", "2026-11", "20261121", "yesterday", "1795219200", "2026-11-21T25:00:00Z"]) {
      const answer = await app.call(`/v1/usage?from=${wrong}`);
      expect(answer, wrong).toMatchObject({ status: 400, body: { errors: [{ pointer: "/from", code: "FORMAT" }] } });
    }
    const empty = await app.call("/v1/usage?from=2026-11-21&to=2026-11-21");
    expect(empty).toMatchObject({ status: 400, body: { detail: "`to` must be after `from`." } });
  });

  test("counts test, live and other accounts separately; live and service keys together", async () => {
    const { app, database } = await startApp(kind);
    const [own, other] = [await makeOwner({ app, database }), await makeOwner({ app, database })];
    await search(app, own.test, 1);
    await search(app, own.live, 2);
    await search(app, own.service, 3);
    await search(app, other.live, 4);
    const totals = [];
    for (const key of [own.test, own.live, own.service, other.test, other.live]) {
      const { data } = await readUsage(app, key, "groupBy=operation");
      const { total, environment } = await readCurrent(app, key);
      expect(data.reduce((sum, { count }) => sum + count, 0)).toBe(total);
      totals.push(`${environment} ${total}`);
    }
    expect(totals).toEqual(["test 1", "live 5", "live 5", "test 0", "live 4"]);
  });

  test("splits counts by key and by application, including keys without an application", async () => {
    const { app } = await startApp(kind);
    const made = JSON.parse((await app.call("/v1/applications", { body: { name: "Shop" } })).text);
    const key = await app.makeKey({ applicationId: made.id });
    await search(app, key, 2);
    await search(app, app.key, 1);
    const keyId = async (raw: string) => JSON.parse((await app.call("/v1/keys/self", { key: raw })).text).id;
    const bucket = { from: "2026-11-21T00:00:00.000Z", to: "2026-11-22T00:00:00.000Z" };
    const byKey = [
      { ...bucket, keyId: await keyId(key), count: 2 },
      { ...bucket, keyId: await keyId(app.key), count: 1 },
    ];
    expect((await readUsage(app, app.key, "groupBy=key")).data).toEqual(
      byKey.toSorted((a, b) => (a.keyId < b.keyId ? -1 : 1)),
    );
    expect((await readUsage(app, app.key, "groupBy=application")).data).toEqual([
      { ...bucket, applicationId: null, count: 1 },
      { ...bucket, applicationId: made.id, count: 2 },
    ]);
  });

  test("uses UTC hours and days of the requests, and whole ones in a range", async () => {
    const { app } = await startApp(kind);
    // 07:33; then 07:59:59.999, 08:00, and midnight from both sides.
    const instants = [
      startMs,
      Date.UTC(2026, 10, 21, 8) - 1,
      Date.UTC(2026, 10, 21, 8),
      Date.UTC(2026, 10, 22) - 1,
      Date.UTC(2026, 10, 22),
    ];
    let now = startMs;
    for (const at of instants) {
      app.clock.advance(at - now);
      now = at;
      await search(app, app.key);
    }
    const counts = async (query: string) =>
      (await readUsage(app, app.key, query)).data.map(({ from, count }) => `${from.slice(0, 13)} ${count}`);
    const hours = ["2026-11-22T00 1", "2026-11-21T23 1", "2026-11-21T08 1", "2026-11-21T07 2"];
    expect(await counts("granularity=hour")).toEqual(hours);
    expect(await counts("granularity=day")).toEqual(["2026-11-22T00 1", "2026-11-21T00 4"]);
    // Accepts other offsets than UTC; 13:05 in India is in the hour of 07:35 UTC.
    const inIndia = encodeURIComponent("2026-11-21T13:05:00+05:30");
    expect(await counts(`granularity=hour&from=${inIndia}&to=2026-11-21T08:00:00Z`)).toEqual(["2026-11-21T07 2"]);
    expect(await counts(`granularity=hour&from=2026-11-21T07:59:00Z&to=2026-11-21T08:00:00.001Z`)).toEqual(
      hours.slice(2),
    );
    expect(await counts("granularity=hour&from=2026-11-21T09:00:00Z&to=2026-11-21T23:00:00Z")).toEqual([]);
    expect(await counts("from=2026-11-21T23:59:59.999Z&to=2026-11-22T00:00:00Z")).toEqual(["2026-11-21T00 4"]);
  });

  test("exposes pending records as a metric; reading usage writes them", async () => {
    const { app } = await withoutIntervals(() => startApp(kind));
    const waiting = async () =>
      /^wayfare_usage_records_pending (\d+)$/m.exec((await app.call("/metrics", { key: metricsToken })).text)?.[1];
    await search(app, app.key, 2);
    expect(await waiting()).toBe("2");
    await readUsage(app, app.key, "");
    // The request itself is recorded with its response.
    expect(await waiting()).toBe("1");
  });

  test("a new month starts a new period", async () => {
    const { app } = await startApp(kind);
    await search(app, app.key);
    app.clock.advance(Date.UTC(2026, 11, 1) - startMs);
    expect(await readCurrent(app, app.key)).toMatchObject({ period: { from: "2026-12-01T00:00:00.000Z" }, total: 0 });
    await search(app, app.key);
    expect(await readCurrent(app, app.key)).toMatchObject({ total: 1 });
    expect((await readUsage(app, app.key, "")).data).toHaveLength(1);
    expect((await readUsage(app, app.key, "from=2026-11-01T00:00:00Z")).data).toHaveLength(2);
  });

  test("the test clock does not affect usage, which uses real time", async () => {
    const { app } = await startApp(kind);
    await app.call("/v1/test/clock/advance", { body: { seconds: 40 * 86_400 } });
    await app.call("/v1/search", { body: { ...goodSearch, departureDate: "2027-03-20" } });
    expect(await readCurrent(app, app.key)).toMatchObject({ period: { from: "2026-11-01T00:00:00.000Z" }, total: 1 });
  });

  test("pages through usage without gaps or duplicates; a cursor belongs to its query", async () => {
    const { app } = await startApp(kind);
    const keys = [app.key, await app.makeKey(), await app.makeKey()];
    for (let hour = 0; hour < 3; hour++) {
      for (const key of keys) await search(app, key);
      app.clock.advance(hourMs);
    }
    const whole = await readUsage(app, app.key, "granularity=hour&groupBy=key");
    expect(whole.data).toHaveLength(9);
    const seen: Usage[] = [];
    for (let cursor: string | null = "", pages = 0; cursor !== null; pages++) {
      const query: string = `granularity=hour&groupBy=key&limit=2${cursor && `&cursor=${cursor}`}`;
      const page = await readUsage(app, app.key, query);
      seen.push(...page.data);
      cursor = page.nextCursor;
      expect(pages).toBeLessThan(5);
      if (cursor !== null && pages === 0) {
        const foreign = await app.call(`/v1/usage?granularity=hour&groupBy=operation&limit=2&cursor=${cursor}`);
        expect(foreign).toMatchObject({ status: 400, body: { code: "CURSOR_INVALID" } });
      }
    }
    expect(seen).toEqual(whole.data);
  });

  test.each([
    ["from=yesterday", "/from"],
    ["from=2026-11-22T00:00:00Z", "/to"],
    ["to=2026-10-01T00:00:00Z&from=2026-10-01T00:00:00Z", "/to"],
    ["from=2024-11-01T00:00:00Z", "/from"],
    ["from=2026-10-01T00:00:00Z&granularity=hour", "/from"],
    ["from=1950-10-01T00:00:00Z&to=1950-10-02T00:00:00Z", "/to"],
    ["granularity=minute", "/granularity"],
    ["groupBy=route", "/groupBy"],
    ["group=key", "/group"],
  ])("rejects %s with a pointer to %s", async (query, pointer) => {
    const { app } = await startApp(kind);
    const answer = await app.call(`/v1/usage?${query}`);
    expect(answer, answer.text).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });
});

test("while too many records are pending, rejects metered requests and serves others", async () => {
  const database = await makeDatabase("pglite");
  const meter = new Meter({ database, clock, log: silent, journal: makeMemoryJournal(startMs), maxPending: 1 });
  const app = fastify({ genReqId: () => newId("req", startMs) });
  app.setErrorHandler(makeErrorHandler("http://localhost"));
  app.decorateRequest("caller", null);
  onRequestEnd(app, []);
  registerMeter(app, { meter, database, clock });
  app.post("/counts", { config: { access: [], operation: "search" } }, async () => ({ ok: true }));
  app.post("/counts-nothing", { config: { access: [] } }, async () => ({ ok: true }));
  onTestFinished(() => app.close());
  const post = async (url: string) => (await app.inject({ method: "POST", url })).statusCode;
  expect(await post("/counts")).toBe(200);
  meter.record(recordAt(startMs, 1));
  const refused = await app.inject({ method: "POST", url: "/counts" });
  expect(refused).toMatchObject({ statusCode: 503, headers: { "retry-after": "5" } });
  expect(refused.json()).toMatchObject({ code: "OVERLOADED" });
  expect(await post("/counts-nothing")).toBe(200);
  await meter.flush();
  expect(await post("/counts")).toBe(200);
});

test("logs a replay without metering it", async () => {
  const database = await makeDatabase("pglite");
  const meter = new Meter({ database, clock, log: silent, journal: makeMemoryJournal(startMs) });
  const app = fastify({ genReqId: () => newId("req", startMs) });
  app.decorateRequest("caller", null);
  onRequestEnd(app, []);
  app.addHook("onRequest", (request, _reply, done) => {
    request.caller = makeCaller();
    done();
  });
  registerMeter(app, { meter, database, clock });
  app.post("/counts", { config: { access: [], operation: "search" } }, async (request, reply) => {
    if (request.headers.again !== undefined) reply.header("idempotent-replayed", "true");
    return { ok: true };
  });
  onTestFinished(() => app.close());
  for (const headers of [{}, { again: "yes" }]) await app.inject({ method: "POST", url: "/counts", headers });
  await meter.flush();
  const { counts, ids } = await readCounts(database);
  expect(ids).toHaveLength(2);
  expect(counts).toMatchObject([expect.stringMatching(/ 1$/)]);
});
