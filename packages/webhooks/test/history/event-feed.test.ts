import type { RowScope } from "@wayfare/contract";
import type { Database, Parameter, Queryable } from "@wayfare/database";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, type TestDatabaseKind, testDatabaseKinds } from "../../../database/test/test-databases.ts";
import { recordEvent } from "../../src/events/events.ts";
import { findFeedEnd, findReadyFeeds, readEventFeed } from "../../src/history/event-feed.ts";
import { makeFeedAccount, runFeed } from "./feed-run.ts";

const nowMs = Date.UTC(2026, 10, 21, 7, 33);

async function open(kind: TestDatabaseKind): Promise<Database> {
  const { database, drop } = await createTestDatabase(kind);
  onTestFinished(drop);
  return database;
}

function record(database: Database, scope: RowScope, atMs = nowMs): Promise<string> {
  const event = { ...scope, type: "webhook.test", data: { message: "x" }, nowMs: atMs } as const;
  return database.transaction((tx) => recordEvent(tx, event));
}

async function read(database: Database, scope: RowScope, afterPosition: number | null, limit = 50) {
  const { events, ...page } = await readEventFeed(database, scope, { afterPosition, type: undefined, limit });
  return { ids: events.map(({ id }) => id), ...page };
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("returns events once, in pages, with those of other accounts and environments excluded", async () => {
    const database = await open(kind);
    const scope = await makeFeedAccount(database, nowMs);
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) ids.push(await record(database, scope, nowMs + index));
    await record(database, { ...scope, environment: "live" });
    await record(database, await makeFeedAccount(database, nowMs));
    const first = await read(database, scope, null, 3);
    expect(first).toEqual({ ids: ids.slice(0, 3), position: 3, isExpired: false });
    expect(await read(database, scope, first.position, 3)).toEqual({
      ids: ids.slice(3),
      position: 5,
      isExpired: false,
    });
    expect(await read(database, scope, 5)).toEqual({ ids: [], position: 5, isExpired: false });
  });

  test("returns an event with an older id after the events that were read before it", async () => {
    const database = await open(kind);
    const scope = await makeFeedAccount(database, nowMs);
    const recent = await record(database, scope, nowMs);
    expect(await read(database, scope, null)).toMatchObject({ ids: [recent], position: 1 });
    const late = await record(database, scope, nowMs - 60_000);
    expect(await read(database, scope, 1)).toMatchObject({ ids: [late], position: 2 });
    expect(await read(database, scope, null)).toMatchObject({ ids: [recent, late] });
  });

  test("skips events of other types and applications, and continues behind them", async () => {
    const database = await open(kind);
    const scope = await makeFeedAccount(database, nowMs);
    const applicationId = "app_01kahz2j7p3v8c5m9n4q6r7s8t";
    await record(database, scope);
    const mine = await record(database, { ...scope, applicationId }, nowMs + 1);
    await record(database, scope, nowMs + 2);
    expect(await read(database, { ...scope, applicationId }, null)).toMatchObject({ ids: [mine], position: 3 });
    const query = { afterPosition: null, type: "booking.confirmed", limit: 50 } as const;
    expect(await readEventFeed(database, scope, query)).toEqual({ events: [], position: 3, isExpired: false });
  });

  test("expires if the next event was purged, or if the position is from before a restore", async () => {
    const database = await open(kind);
    const scope = await makeFeedAccount(database, nowMs);
    for (let index = 0; index < 3; index++) await record(database, scope, nowMs + index);
    await read(database, scope, null);
    await database.execute("DELETE FROM events WHERE position < 3");
    expect(await read(database, scope, 1)).toMatchObject({ isExpired: true });
    expect(await read(database, scope, 2)).toMatchObject({ isExpired: false, position: 3 });
    expect(await read(database, scope, null)).toMatchObject({ isExpired: false, position: 3 });
    await database.execute("DELETE FROM events WHERE position = 3");
    expect(await read(database, scope, 2)).toMatchObject({ isExpired: true });
    expect(await read(database, scope, 3)).toMatchObject({ isExpired: false, position: 3 });
    expect(await read(database, scope, 4)).toMatchObject({ isExpired: true });
  });

  test("finds the waits whose feeds have events after their positions", async () => {
    const database = await open(kind);
    const [first, second] = [await makeFeedAccount(database, nowMs), await makeFeedAccount(database, nowMs)];
    await record(database, first);
    const waits = [first, second].flatMap((scope) => [0, 1].map((position) => ({ ...scope, position })));
    expect(await findReadyFeeds(database, waits)).toEqual([0, 1]);
    await read(database, first, null);
    expect(await findReadyFeeds(database, waits)).toEqual([0]);
  });
});

interface Plan {
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
}

/** Number of rows of events that a plan read. */
function countReadRows(plan: Plan): number {
  const isOfEvents = plan["Relation Name"]?.startsWith("events") === true && !plan["Relation Name"].includes("feeds");
  const own = isOfEvents ? (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"] : 0;
  return (plan.Plans ?? []).reduce((sum, each) => sum + countReadRows(each), own);
}

test.each(testDatabaseKinds)("reads few rows on %s when most events of the account have no position", async (kind) => {
  const database = await open(kind);
  const scope = await makeFeedAccount(database, nowMs);
  const live = { ...scope, environment: "live" } as const;
  // The statistics are from before the first read of the feed.
  await database.execute(
    `INSERT INTO events (id, account_id, environment, type, data, created_at)
     SELECT 'evt_' || lpad(at::text, 26, '0'), $1, CASE WHEN at % 3 = 0 THEN 'test' ELSE 'live' END, 'webhook.test', '{}', $2
     FROM generate_series(1, 30000) AS at`,
    [scope.accountId, new Date(nowMs)],
  );
  await database.script("ANALYZE events");
  const position = await findFeedEnd(database, scope);
  await database.script("VACUUM events");
  const rows = new Map<string, number>();
  const measure = (db: Queryable): Queryable => ({
    ...db,
    async query<Row extends object>(sql: string, parameters?: readonly Parameter[]): Promise<Row[]> {
      if (sql.startsWith("SELECT")) {
        const explained = await db.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
          `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
          parameters,
        );
        rows.set(sql, countReadRows(explained[0]?.["QUERY PLAN"][0].Plan ?? expect.fail("no plan")));
      }
      return db.query<Row>(sql, parameters);
    },
  });
  const measured: Database = {
    ...database,
    reads: measure(database),
    transaction: (work) => database.transaction((tx) => work({ ...tx, ...measure(tx) })),
  };
  const waits = [{ ...scope, position }];
  expect(await findReadyFeeds(measure(database), waits)).toEqual([]);
  const id = await record(database, scope);
  expect(await findReadyFeeds(measure(database), [...waits, { ...live, position: 0 }])).toEqual([0, 1]);
  expect(await read(measured, scope, position)).toMatchObject({ ids: [id] });
  expect(rows.size).toBeGreaterThanOrEqual(3);
  for (const [sql, count] of rows) expect(count, sql).toBeLessThan(20);
});

test("skips and repeats no event of 8 concurrent writers with random commit delays", async () => {
  const database = await open("postgresql");
  const run = { database, writers: 8, events: 2000, batch: 5, maxDelayMs: 5, seed: 1 };
  expect(await runFeed(run)).toEqual({ read: 2000, skipped: 0, doubled: 0 });
});

test("four readers at the same time read the same order", async () => {
  const database = await open("postgresql");
  const scope = await makeFeedAccount(database, nowMs);
  for (let index = 0; index < 20; index++) await record(database, scope, nowMs + index);
  const pages = await Promise.all(Array.from({ length: 4 }, () => read(database, scope, null)));
  expect(new Set(pages.map(({ ids }) => ids.join())).size).toBe(1);
  expect(pages[0]?.ids).toHaveLength(20);
});
