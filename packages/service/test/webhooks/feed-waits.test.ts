import type { Database, Parameter, QueryOptions } from "@wayfare/database";
import { findFeedEnd, recordEvent } from "@wayfare/webhooks";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../../tests/databases.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { FeedWaits } from "../../src/webhooks/feed-waits.ts";
import { startMs } from "../running-app.ts";

const { signal } = new AbortController();

describe.each(testDatabaseKinds)("on %s", (kind) => {
  /** Opens an account with a feed, and waits whose checks are counted. Timers are virtual. */
  async function open() {
    const { database, drop } = await createTestDatabase(kind);
    const accountId = await createAccount(database, "Feed", startMs);
    const scope = { accountId, environment: "test", applicationId: null } as const;
    const record = () =>
      database.transaction((tx) => recordEvent(tx, { ...scope, type: "webhook.test", data: {}, nowMs: startMs }));
    await record();
    const position = await findFeedEnd(database, scope);
    const checks = { count: 0, last: Promise.resolve<unknown>(undefined) };
    const counted: Database = {
      ...database,
      query<Row extends object>(sql: string, parameters?: readonly Parameter[], options?: QueryOptions) {
        const rows = database.query<Row>(sql, parameters, options);
        checks.count++;
        checks.last = rows;
        return rows;
      },
    };
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(async () => {
      vi.useRealTimers();
      await drop();
    });
    const errors: unknown[] = [];
    const waits = new FeedWaits(counted, (error) => errors.push(error));
    /** Lets time pass and waits for the checks that became due. */
    const pass = async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms);
      await checks.last;
      await vi.advanceTimersByTimeAsync(0);
    };
    /** Starts a wait for 20 s. Returns a function that tells whether it has ended. */
    const start = () => {
      let hasEnded = false;
      const wait = waits.wait({ ...scope, position }, 20_000, signal);
      const ended = wait.then(() => (hasEnded = true));
      return { hasEnded: () => hasEnded, ended };
    };
    return { waits, record, checks, pass, start, errors };
  }

  test("ends a wait 250 ms after an event at the latest, not at the end of its time", async () => {
    const { record, checks, pass, start, errors } = await open();
    const first = start();
    await pass(0);
    for (let passed = 0; passed < 2000; passed += 250) await pass(250);
    expect([checks.count, first.hasEnded()]).toEqual([9, false]);
    // Just after a check.
    await record();
    await pass(249);
    expect([checks.count, first.hasEnded()]).toEqual([9, false]);
    await pass(1);
    await first.ended;
    expect(checks.count).toBe(10);
    await pass(1000);
    expect([checks.count, errors]).toEqual([10, []]);
  });

  test("checks all waits in one statement, and a wait that begins at once", async () => {
    const { record, checks, pass, start } = await open();
    const early = [start(), start(), start()];
    await pass(0);
    expect(checks.count).toBe(1);
    await pass(200);
    const late = start();
    await record();
    await pass(50);
    for (const { ended } of [...early, late]) await ended;
    expect(checks.count).toBe(2);
    // An event that is already there ends the wait without a pause.
    const next = start();
    await pass(0);
    await next.ended;
    expect(checks.count).toBe(3);
  });

  test("ends a wait without an event after its time, and at shutdown", async () => {
    const { waits, pass, start } = await open();
    const first = start();
    for (let passed = 0; passed < 20_000; passed += 250) await pass(250);
    await first.ended;
    const second = start();
    await pass(0);
    expect(second.hasEnded()).toBe(false);
    waits.close();
    await second.ended;
  });
});
