import type { Queryable } from "@wayfare/database";
import fc from "fast-check";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../tests/databases.ts";
import type { Caller } from "../../src/http/caller.ts";
import { deleteIdleBuckets, makeExchange } from "../../src/limits/bucket-store.ts";
import { type Limits, openLimits } from "../../src/limits/limits.ts";
import type { RateLimiter } from "../../src/limits/rate-limiter.ts";
import { leaseWindowMs } from "../../src/limits/token-exchange.ts";
import { startMs } from "../running-app.ts";
import { longTimeoutMs, makeCaller, makeClock, makeNode } from "./limit-nodes.ts";

const burst = 200;
const hourMs = 3_600_000;

let store: TestDatabase;

beforeAll(async () => {
  store = await createTestDatabase("postgresql");
});

afterAll(() => store.drop());

/** Counts how many of a number of concurrent requests or searches are admitted. */
async function fire(
  node: RateLimiter,
  caller: Caller,
  count: number,
  kind: "request" | "search" = "request",
): Promise<number> {
  const answers = await Promise.all(Array.from({ length: count }, async () => node.acquire(caller, kind)));
  return answers.filter((refusal) => refusal === undefined).length;
}

test.each([
  ["within a stretch", 1000],
  ["over the edge of one", leaseWindowMs - 500],
])("does not refill tokens leased to processes %s", async (_where, startsAfterMs) => {
  const clock = makeClock();
  // The virtual clock starts at the edge of a lease window.
  expect(clock.nowMs() % leaseWindowMs).toBe(0);
  clock.advance(startsAfterMs);
  const nodes = [1, 2, 3].map(() => makeNode({ database: store.database, clock }));
  const caller = makeCaller();
  for (const node of nodes) expect(await fire(node, caller, 1)).toBe(1);
  // The first process returns its tokens; the others keep theirs.
  for (let ticks = 0; ticks < 2; ticks++) await nodes[0]?.tick();
  // Long enough for the bucket to be full except for the leased tokens.
  clock.advance(900);
  let atOnce = 0;
  for (const node of nodes) atOnce += await fire(node, caller, 250);
  expect(atOnce).toBeLessThanOrEqual(burst);
  expect(atOnce).toBeGreaterThan(burst - 20);
});

test("neither refills early nor blocks for long when the database clock is set back", async () => {
  const clock = makeClock();
  const monotonic = makeClock();
  const node = makeNode({ database: store.database, clock, monotonic });
  const caller = makeCaller();
  const advance = (ms: number) => {
    clock.advance(ms);
    monotonic.advance(ms);
  };
  expect(await fire(node, caller, 250)).toBe(burst);
  clock.advance(-hourMs);
  expect(await node.acquire(caller, "request")).toMatchObject({ waitMs: 20 });
  // The first exchange finds a row with a future time; the refill continues from there.
  advance(20);
  expect(await fire(node, caller, 1)).toBe(0);
  advance(1000);
  expect(await fire(node, caller, 100)).toBe(50);
  advance(4000);
  expect(await fire(node, caller, 250)).toBe(burst);
});

test.each([
  ["its process has been silent for long", 3 * leaseWindowMs, 3 * leaseWindowMs],
  ["the database's clock was set back", 0, -hourMs],
])(
  "keeps a concurrency token in use when %s, and releases it when its search ends",
  async (_why, processMs, databaseMs) => {
    const clock = makeClock();
    const monotonic = makeClock();
    const node = makeNode({ database: store.database, clock, monotonic });
    const caller = makeCaller();
    expect(await fire(node, caller, 15, "search")).toBe(15);
    clock.advance(databaseMs);
    monotonic.advance(processMs);
    expect(await fire(node, caller, 25, "search")).toBe(5);
    for (let n = 0; n < 20; n++) node.release(caller);
    for (const each of [clock, monotonic]) each.advance(4000);
    expect(await fire(node, caller, 25, "search")).toBe(20);
  },
);

test("leases again after an outage, even if the database clock was set back during it", async () => {
  const clock = makeClock();
  const monotonic = makeClock();
  const working = makeExchange(store.database, clock);
  let down = true;
  let leased = 0;
  const node = makeNode({
    database: store.database,
    clock,
    monotonic,
    exchange: (reports) => {
      if (down) return Promise.reject(new Error("no connection"));
      if (reports.some(({ wanted }) => wanted > 0)) leased++;
      return working(reports);
    },
  });
  const caller = makeCaller();
  expect(await fire(node, caller, 1)).toBe(1);
  down = false;
  clock.advance(-hourMs);
  monotonic.advance(1000);
  // The first tick reports the used tokens, the second leases nothing.
  await node.tick();
  await node.tick();
  leased = 0;
  expect(await fire(node, caller, 1)).toBe(1);
  expect(leased).toBe(1);
});

test("deletes only buckets that were unused for an hour", async () => {
  const { database } = store;
  const clock = makeClock();
  const node = makeNode({ database, clock });
  const [idle, busy] = [makeCaller(), makeCaller()];
  expect(await fire(node, idle, 1)).toBe(1);
  clock.advance(1);
  expect(await fire(node, busy, 1)).toBe(1);
  const rowsOf = ({ id }: Caller) => database.query("SELECT 1 FROM rate_limits WHERE name = $1", [`${id}:requests`]);
  const deleteAt = (ms: number, db: Queryable = database) =>
    deleteIdleBuckets(db, 100, { nowMs: () => clock.nowMs() + ms });
  await deleteAt(hourMs - 1);
  expect([await rowsOf(idle), await rowsOf(busy)]).toEqual([[{ "?column?": 1 }], [{ "?column?": 1 }]]);
  // A row that an exchange has locked stays: waiting for it could deadlock.
  const [locked, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const exchanging = database.transaction(async (transaction) => {
    await transaction.query("SELECT 1 FROM rate_limits WHERE name = $1 FOR UPDATE", [`${idle.id}:requests`]);
    locked.resolve();
    await finish.promise;
  });
  await locked.promise;
  const deleting = database.transaction(async (transaction) => {
    await transaction.execute("SET LOCAL lock_timeout = 1000");
    await deleteAt(hourMs, transaction);
  });
  await deleting.finally(() => finish.resolve());
  await exchanging;
  expect(await rowsOf(idle)).toHaveLength(1);
  await deleteAt(hourMs);
  expect([await rowsOf(idle), await rowsOf(busy)]).toEqual([[], [{ "?column?": 1 }]]);
});

/** Offsets in seconds of the wall clocks of processes from the database clock. */
const skews = [0, 5, -5, 25, -25, 90, -90];

/** Processes with different and jumping wall clocks on one database with a correct clock. */
class SkewedScene {
  readonly time = makeClock();
  readonly caller = makeCaller();
  readonly admittedAtMs: number[] = [];
  readonly nodes: { limits: Limits; skewMs: number }[] = [];

  async start(skewMs: number): Promise<void> {
    const { time } = this;
    const originMs = Math.abs(skewMs) * 7;
    const node = { skewMs };
    const limits = await openLimits({
      database: store.database,
      clock: { nowMs: () => time.nowMs() + node.skewMs },
      leaseTime: { database: time, monotonic: { nowMs: () => time.nowMs() - startMs + originMs } },
      log: pino({ enabled: false }),
      factor: 1,
      limitTimeoutMs: longTimeoutMs,
    });
    this.nodes.push(Object.assign(node, { limits }));
  }

  at(node: number): { limits: Limits; skewMs: number } {
    const found = this.nodes[node % this.nodes.length];
    if (found === undefined) throw new Error("there are nodes");
    return found;
  }

  async fire(node: number, count: number): Promise<number> {
    const { limiter } = this.at(node).limits;
    const admitted = await fire(limiter, this.caller, count);
    for (let n = 0; n < admitted; n++) this.admittedAtMs.push(this.time.nowMs());
    return admitted;
  }

  /** Every process reports once a second, as in production. */
  async advance(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 1000) {
      this.time.advance(Math.min(left, 1000));
      if (left >= 1000) await Promise.all(this.nodes.map(({ limits }) => limits.limiter.tick()));
    }
  }
}

type SkewedStep = (scene: SkewedScene) => unknown;

const skewedSteps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.tuple(fc.nat(6), fc.integer({ min: 1, max: 90 })).map(
        ([node, count]): SkewedStep =>
          (scene) =>
            scene.fire(node, count),
      ),
    },
    {
      weight: 6,
      arbitrary: fc.integer({ min: 1, max: 4000 }).map(
        (ms): SkewedStep =>
          (scene) =>
            scene.advance(ms),
      ),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.nat(6), fc.constantFrom(...skews)).map(
        ([node, seconds]): SkewedStep =>
          (scene) => {
            scene.at(node).skewMs = seconds * 1000;
          },
      ),
    },
  ),
  { minLength: 5, maxLength: 40 },
);

test("processes with different and jumping clocks neither exceed a limit together nor reject valid requests", async () => {
  await fc.assert(
    fc.asyncProperty(skewedSteps, async (steps) => {
      const scene = new SkewedScene();
      for (const seconds of skews) await scene.start(seconds * 1000);
      try {
        for (const step of steps) await step(scene);
        for (const [first, fromMs] of scene.admittedAtMs.entries()) {
          for (let last = first; last < scene.admittedAtMs.length; last++) {
            const windowMs = (scene.admittedAtMs[last] ?? 0) - fromMs;
            if (last - first + 1 > burst + (windowMs * 50) / 1000 + 1e-6)
              throw new Error(`${last - first + 1} requests in ${windowMs} ms`);
          }
        }
        // Idle until the bucket is full: then all tokens are available, on any process.
        await scene.advance(6000);
        expect(await scene.fire(steps.length, 250)).toBe(burst);
      } finally {
        await Promise.all(scene.nodes.map(({ limits }) => limits.close()));
      }
    }),
    { seed: 20_261_122, numRuns: 25 },
  );
});

test("limits 120 requests per second over two processes with clocks 25 seconds apart like one process", async () => {
  const scene = new SkewedScene();
  for (const skewMs of [0, 25_000]) await scene.start(skewMs);
  for (let tick = 0; tick < 100; tick++) {
    await scene.fire(tick, 12);
    await scene.advance(100);
    if (tick % 10 === 9) await Promise.all(scene.nodes.map(({ limits }) => limits.limiter.tick()));
  }
  await Promise.all(scene.nodes.map(({ limits }) => limits.close()));
  const seconds = ((scene.admittedAtMs.at(-1) ?? 0) - (scene.admittedAtMs[0] ?? 0)) / 1000;
  expect(scene.admittedAtMs.length).toBeLessThanOrEqual(burst + 50 * seconds);
  expect(scene.admittedAtMs.length).toBeGreaterThan(burst + 50 * seconds - 20);
});
