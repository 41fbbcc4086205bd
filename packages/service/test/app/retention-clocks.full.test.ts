import type { Database } from "@wayfare/database";
import { recordEvent } from "@wayfare/webhooks";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { purgeExpiredRows } from "../../src/app/purge.ts";
import { purgeOldWebhooks } from "../../src/app/webhook-retention.ts";
import { startApp } from "../access-app.ts";
import { goodSearch, type RunningApp } from "../running-app.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;
const monthMs = 30 * dayMs;
const yearSeconds = 31_622_400;
const tables = ["searches", "idempotent_requests", "deliveries", "delivery_attempts", "events"] as const;

/** Inserts rows of every kind with a retention by the test clock of an account, with a completed delivery. */
async function writeTestData(app: RunningApp, database: Database): Promise<void> {
  const moved = JSON.parse((await app.call("/v1/test/clock")).text);
  const nowMs = Date.parse(moved.now);
  const departureDate = new Date(nowMs + monthMs).toISOString().slice(0, 10);
  expect(await app.call("/v1/search", { body: { ...goodSearch, departureDate } })).toMatchObject({ status: 200 });
  const headers = { "idempotency-key": `made-at-${nowMs}` };
  expect(await app.call("/v1/applications", { body: { name: "Made" }, headers })).toMatchObject({ status: 201 });
  const url = "http://127.0.0.1:9/";
  const made = await app.call("/v1/webhooks", { body: { url, events: ["*"] } });
  const endpointId = String(JSON.parse(made.text).id);
  await database.execute("UPDATE webhook_endpoints SET status = 'active' WHERE id = $1", [endpointId]);
  const event = {
    accountId: app.accountId,
    environment: "test",
    applicationId: null,
    type: "booking.confirmed",
    data: {},
    nowMs,
  } as const;
  await recordEvent(database, event);
  await database.execute(
    `WITH ended AS (UPDATE deliveries SET status = 'delivered', due_at = NULL, finished_at = $1 WHERE finished_at IS NULL RETURNING id)
     INSERT INTO delivery_attempts
       (id, delivery_id, number, started_at, outcome, reason, timings, request_headers, response_headers, response_body)
     SELECT 'att_' || id, id, 1, $1, 'delivered', '', '{}', '{}', '{}', '' FROM ended`,
    [new Date(nowMs)],
  );
  await database.execute("UPDATE webhook_endpoints SET deleted_at = $1", [new Date(nowMs)]);
}

async function countRows(database: Database): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const [row] = await database.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
    counts[table] = row?.count ?? 0;
  }
  return counts;
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  async function start() {
    const { app, database } = await startApp(kind);
    const log = pino({ enabled: false });
    const purge = async () => {
      await purgeExpiredRows({ database, clock: app.clock, log }, new AbortController().signal);
      await purgeOldWebhooks(database, { nowMs: app.clock.nowMs(), retentionMs: monthMs });
    };
    const advance = async (years: number) => {
      for (let at = 0; at < years; at++) {
        expect((await app.call("/v1/test/clock/advance", { body: { seconds: yearSeconds } })).status).toBe(200);
      }
    };
    return { app, database, purge, advance };
  }
  const nothing = Object.fromEntries(tables.map((table) => [table, 0]));

  test("test data of a clock ten years ahead is purged by the wall clock", async () => {
    const { app, database, purge, advance } = await start();
    await advance(10);
    await purge();
    await writeTestData(app, database);
    const all = await countRows(database);
    expect(Math.min(...Object.values(all))).toBeGreaterThan(0);
    app.clock.advance(dayMs - 1);
    await purge();
    expect(await countRows(database)).toEqual(all);
    app.clock.advance(2);
    await purge();
    expect(await countRows(database)).toEqual({ ...all, searches: 0, idempotent_requests: 0 });
    app.clock.advance(monthMs - dayMs - 2);
    await purge();
    expect(await countRows(database)).toEqual({ ...all, searches: 0, idempotent_requests: 0 });
    app.clock.advance(2);
    await purge();
    expect(await countRows(database)).toEqual(nothing);
  });

  test("an advance of the test clock does not purge earlier data before its retention ends by the wall clock", async () => {
    const { app, database, purge, advance } = await start();
    await writeTestData(app, database);
    const all = await countRows(database);
    await advance(10);
    await purge();
    app.clock.advance(dayMs - 1);
    await purge();
    expect(await countRows(database)).toEqual(all);
    app.clock.advance(monthMs);
    await purge();
    expect(await countRows(database)).toEqual(nothing);
  });

  test("keeps the data of other accounts when that of an advanced test clock is purged", async () => {
    const { app, database, purge, advance } = await start();
    await advance(10);
    await purge();
    await writeTestData(app, database);
    const live = await app.makeKey({ environment: "live" });
    app.clock.advance(monthMs + 20 * minuteMs);
    await purge();
    const headers = { "idempotency-key": "live" };
    expect(await app.call("/v1/applications", { key: live, body: { name: "Live" }, headers })).toMatchObject({
      status: 201,
    });
    await purge();
    expect(await countRows(database)).toEqual({ ...nothing, idempotent_requests: 1 });
  });

  test("keeps one row of the test clock history from before the retention", async () => {
    const { app, database, purge, advance } = await start();
    const rows = async () => (await database.query("SELECT 1 FROM test_clock_history LIMIT 100")).length;
    await advance(3);
    await purge();
    await purge();
    expect(await rows()).toBe(1);
    app.clock.advance(minuteMs);
    await advance(1);
    await purge();
    expect(await rows()).toBe(2);
    app.clock.advance(monthMs + dayMs);
    await purge();
    expect(await rows()).toBe(1);
  });
});
