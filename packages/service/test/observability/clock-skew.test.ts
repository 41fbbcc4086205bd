import { Writable } from "node:stream";
import { systemClock } from "@wayfare/contract";
import { pino } from "pino";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../../tests/databases.ts";
import { ClockSkew } from "../../src/observability/clock-skew.ts";
import { startApp } from "../access-app.ts";
import { makeClock } from "../limits/limit-nodes.ts";
import { metricsToken, startMs } from "../running-app.ts";

describe.each(testDatabaseKinds)("on %s", (kind) => {
  async function start(roundTripMs = 0) {
    const { database, drop } = await createTestDatabase(kind);
    onTestFinished(drop);
    const [clock, databaseClock, monotonic] = [makeClock(), makeClock(), makeClock()];
    const lines: string[] = [];
    const sink = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const slow = {
      ...database,
      query: async <Row extends object>(...args: Parameters<typeof database.query>): Promise<Row[]> => {
        const halfway = () => [clock, databaseClock, monotonic].map((each) => each.advance(roundTripMs / 2));
        halfway();
        const rows = await database.query<Row>(args[0], [new Date(databaseClock.nowMs())]);
        halfway();
        return rows;
      },
    };
    const skew = new ClockSkew({ database: slow, clock, databaseClock, monotonic, log: pino(sink) });
    return { skew, clock, lines, levels: () => lines.map((line) => Number(JSON.parse(line).level)) };
  }

  test.each([
    ["ready and silent up to 1 s", 1000, true, []],
    ["ready with a warning above 1 s", 1001, true, [40]],
    ["ready with a warning up to 5 s behind", -5000, true, [40]],
    ["not ready above 5 s", 5001, false, [50]],
    ["not ready above 5 s behind", -90_000, false, [50]],
  ])("a process is %s", async (_what, skewMs, isReady, levels) => {
    const started = await start();
    started.clock.advance(skewMs);
    for (let n = 0; n < 2; n++) await started.skew.measure();
    expect(started.skew.skewMs).toBe(skewMs);
    expect(started.skew.isReady()).toBe(isReady);
    expect(started.levels()).toEqual(levels);
  });

  test("subtracts half of the round trip and counts only skew beyond it", async () => {
    const { skew, clock } = await start(4000);
    await skew.measure();
    expect(skew.skewMs).toBe(0);
    clock.advance(6500);
    await skew.measure();
    expect(skew.skewMs).toBe(6500);
    expect(skew.isReady()).toBe(true);
    clock.advance(600);
    await skew.measure();
    expect(skew.isReady()).toBe(false);
  });

  test("a process is ready again after its clock is corrected", async () => {
    const { skew, clock, levels } = await start();
    clock.advance(30_000);
    await skew.measure();
    expect(skew.isReady()).toBe(false);
    clock.advance(-30_000);
    await skew.measure();
    expect(skew.isReady()).toBe(true);
    expect(levels()).toEqual([50, 30]);
  });

  test("compares with the database's own clock by default", async () => {
    const { database, drop } = await createTestDatabase(kind);
    onTestFinished(drop);
    const clock = { nowMs: () => systemClock.nowMs() + 3_600_000 };
    const skew = new ClockSkew({ database, clock, log: pino({ enabled: false }) });
    await skew.measure();
    expect(Math.abs(skew.skewMs - 3_600_000)).toBeLessThan(60_000);
  });
});

test("readyz returns 503 with the failed check and the metric has the skew when the clock is 6 s behind", async () => {
  const leaseTime = { monotonic: makeClock(), database: { nowMs: () => startMs + 6000 } };
  const { app } = await startApp("pglite", { leaseTime });
  expect(await app.call("/readyz", { key: metricsToken })).toMatchObject({
    status: 503,
    body: { ready: false, clock: false, database: true },
  });
  expect((await app.call("/metrics", { key: metricsToken })).text).toContain("wayfare_clock_skew_seconds -6");
});
