import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../tests/databases.ts";
import type { Caller } from "../../src/http/caller.ts";
import { makeExchange } from "../../src/limits/bucket-store.ts";
import type { RateLimiter } from "../../src/limits/rate-limiter.ts";
import { TokenBucket } from "../../src/limits/token-bucket.ts";
import { makeCaller, makeClock, makeNode } from "./limit-nodes.ts";

let store: TestDatabase;

beforeAll(async () => {
  store = await createTestDatabase("postgresql");
});
afterAll(() => store.drop());

/** Limits of a test key. */
const perSecond = 50;
const burst = 200;
const block = 10;

/** Nodes on one database, and the times at which requests were admitted. */
class Scene {
  readonly clock = makeClock();
  readonly caller: Caller = makeCaller();
  readonly admittedAtMs: number[] = [];
  readonly refusedAt: { atMs: number; admittedBefore: number }[] = [];
  readonly nodes: RateLimiter[];

  constructor(nodes: number) {
    this.nodes = Array.from({ length: nodes }, () => this.#make());
  }

  /** Sends a number of concurrent requests to a node. */
  async fire(node: number, count: number): Promise<void> {
    const limiter = this.nodes[node % this.nodes.length];
    const answers = await Promise.all(
      Array.from({ length: count }, async () => limiter?.acquire(this.caller, "request")),
    );
    const atMs = this.clock.nowMs();
    for (const refusal of answers) if (refusal === undefined) this.admittedAtMs.push(atMs);
    if (answers.some((refusal) => refusal !== undefined)) {
      this.refusedAt.push({ atMs, admittedBefore: this.admittedAtMs.length });
    }
  }

  /** Advances time as in production: every node reports once a second. */
  async advance(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 1000) {
      this.clock.advance(Math.min(left, 1000));
      if (left >= 1000) await Promise.all(this.nodes.map((node) => node.tick()));
    }
  }

  /** Kills a process with its leased tokens and starts another one. */
  crash(node: number): void {
    this.nodes[node % this.nodes.length] = this.#make();
  }

  #make(): RateLimiter {
    return makeNode({ database: store.database, clock: this.clock });
  }
}

type Step = (scene: Scene) => unknown;

const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 90 })).map(
        ([node, count]): Step =>
          (scene) =>
            scene.fire(node, count),
      ),
    },
    {
      weight: 2,
      arbitrary: fc.array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 40 })), { maxLength: 6 }).map(
        (volleys): Step =>
          (scene) =>
            Promise.all(volleys.map(([node, count]) => scene.fire(node, count))),
      ),
    },
    {
      weight: 6,
      arbitrary: fc.integer({ min: 1, max: 3000 }).map(
        (ms): Step =>
          (scene) =>
            scene.advance(ms),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.nat(3).map(
        (node): Step =>
          (scene) =>
            scene.crash(node),
      ),
    },
  ),
  { minLength: 5, maxLength: 40 },
);

/** Returns the maximum excess over the limit in any window, by brute force. */
function worstExcess(admittedAtMs: readonly number[]): number {
  let worst = Number.NEGATIVE_INFINITY;
  for (const [first, fromMs] of admittedAtMs.entries()) {
    for (let last = first; last < admittedAtMs.length; last++) {
      const windowMs = (admittedAtMs[last] ?? 0) - fromMs;
      worst = Math.max(worst, last - first + 1 - burst - (windowMs * perSecond) / 1000);
    }
  }
  return worst;
}

/** Tokens of an exact bucket after the consumed ones. */
function exactLevel(admittedAtMs: readonly number[], atMs: number): number {
  let [level, sinceMs] = [burst, admittedAtMs[0] ?? atMs];
  const refill = (ms: number): void => {
    level = Math.min(burst, level + ((ms - sinceMs) * perSecond) / 1000);
    sinceMs = ms;
  };
  for (const ms of admittedAtMs) {
    refill(ms);
    level--;
  }
  refill(atMs);
  return level;
}

const seed = { seed: 20_261_121, numRuns: 60 };

describe("compared with a brute-force oracle", () => {
  test("no time window exceeds burst and rate, whatever nodes do and whichever die", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const scene = new Scene(4);
        for (const step of list) await step(scene);
        expect(worstExcess(scene.admittedAtMs)).toBeLessThan(1e-6);
      }),
      seed,
    );
  });

  test("rejects a caller of one node only if an exact bucket has less than a block", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const scene = new Scene(1);
        scene.crash = () => {};
        for (const step of list) await step(scene);
        for (const { atMs, admittedBefore } of scene.refusedAt) {
          expect(exactLevel(scene.admittedAtMs.slice(0, admittedBefore), atMs)).toBeLessThan(1 + block);
        }
      }),
      seed,
    );
  });
});

test("does not return leased tokens before the waiting requests consume them", async () => {
  const clock = makeClock();
  const exchange = makeExchange(store.database, clock);
  const caller = makeCaller();
  const admit = (count: number) => Array.from({ length: count }, async () => node.acquire(caller, "request"));
  let later: Promise<unknown>[] = [];
  const returned: number[] = [];
  const interrupted: typeof exchange = async (...args) => {
    returned.push(args[0][0]?.returned ?? 0);
    const answers = await exchange(...args);
    if (later.length === 0) later = admit(100);
    return answers;
  };
  const node = makeNode({ database: store.database, clock, exchange: interrupted });
  const first = admit(100);
  expect(await Promise.all(first)).toEqual(Array.from({ length: 100 }));
  expect(await Promise.all(later)).toEqual(Array.from({ length: 100 }));
  expect(returned).toEqual(returned.map(() => 0));
});

/** Yields to the event loop a number of times. */
async function yieldTimes(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await new Promise((resolve) => setImmediate(resolve));
}

test("admits exactly the burst, however slow exchanges are and whenever unused tokens are returned", async () => {
  const delays = fc.record({
    arrivals: fc.array(fc.nat(400), { minLength: 230, maxLength: 230 }),
    exchanges: fc.array(fc.nat(30), { minLength: 1, maxLength: 50 }),
    turnsPerTick: fc.integer({ min: 1, max: 60 }),
  });
  await fc.assert(
    fc.asyncProperty(delays, async ({ arrivals, exchanges, turnsPerTick }) => {
      const clock = makeClock();
      const working = makeExchange(store.database, clock);
      let exchanged = 0;
      const slow: typeof working = async (...args) => {
        await yieldTimes(exchanges[exchanged++ % exchanges.length] ?? 0);
        return working(...args);
      };
      const node = makeNode({ database: store.database, clock, exchange: slow });
      const caller = makeCaller();
      const ended = new AbortController();
      const ticks = (async () => {
        while (!ended.signal.aborted) await yieldTimes(turnsPerTick).then(() => node.tick());
      })();
      const answers = await Promise.all(
        arrivals.map((turns) => yieldTimes(turns).then(() => node.acquire(caller, "request"))),
      );
      ended.abort();
      await ticks;
      expect(answers.filter((refusal) => refusal === undefined)).toHaveLength(burst);
    }),
    seed,
  );
});

test("a bucket that returns tokens does not count as empty", () => {
  const bucket = new TokenBucket("one", { perSecond, burst }, 0);
  bucket.applyGrant(bucket.buildReport(0), { granted: block, tokens: 0, stretch: 1, usableMs: 10_000 }, 0);
  expect(bucket.isEmpty(0)).toBe(true);
  expect([bucket.buildReport(0).returned, bucket.isEmpty(0)]).toEqual([block, false]);
});

/** A node, and the number of its database queries. */
function makeCountedNode() {
  let queries = 0;
  const clock = makeClock();
  const working = makeExchange(store.database, clock);
  const exchange: typeof working = (...args) => {
    queries++;
    return working(...args);
  };
  const node = makeNode({ database: store.database, clock, exchange });
  return { node, countQueries: () => queries };
}

test("a request does not query the database while its process has leased tokens", async () => {
  const { node, countQueries } = makeCountedNode();
  const caller = makeCaller();
  await node.acquire(caller, "request");
  await node.tick();
  const before = countQueries();
  for (let n = 0; n < 4; n++) expect(node.acquire(caller, "request")).toBeUndefined();
  expect(countQueries()).toBe(before);
});

test("concurrent leases of many keys are one query", async () => {
  const { node, countQueries } = makeCountedNode();
  const answers = await Promise.all(Array.from({ length: 100 }, async () => node.acquire(makeCaller(), "request")));
  expect(answers.every((refusal) => refusal === undefined)).toBe(true);
  expect(countQueries()).toBe(1);
});

test("processes that lease the same buckets in any order never deadlock", async () => {
  const exchange = makeExchange(store.database, makeClock());
  const report = { perSecond: 50, burst, confirmed: 0, stretch: -2, kept: 0, returned: 0, lastUseAgoMs: 0, wanted: 1 };
  const names = Array.from({ length: 40 }, (_, at) => `shared ${at}`);
  const shuffled = (turn: number) =>
    names.toSorted((a, b) => ((a.length * turn + a.charCodeAt(7)) % 7) - (b.charCodeAt(7) % 5));
  const rounds = Array.from({ length: 60 }, (_, turn) => {
    const order = turn % 2 === 0 ? names.toReversed() : shuffled(turn);
    return exchange(order.map((name) => ({ ...report, name })));
  });
  const granted = (await Promise.all(rounds)).flatMap((answers) => [...answers.values()]);
  expect(granted.reduce((sum, answer) => sum + answer.granted, 0)).toBe(60 * 40);
});

test("a full bucket does not exceed its size a second after its last use, including leased tokens", async () => {
  const clock = makeClock();
  const exchange = makeExchange(store.database, clock);
  const report = { name: "full", perSecond, burst, confirmed: 0, stretch: -2, kept: 0, returned: 0, wanted: 0 };
  const first = await exchange([{ ...report, lastUseAgoMs: 0, wanted: block }]);
  const { granted = 0, stretch = 0 } = first.get("full") ?? {};
  expect(granted).toBe(block);
  clock.advance(1000);
  const idle = await exchange([{ ...report, confirmed: block, stretch, kept: block, lastUseAgoMs: 1000 }]);
  expect(idle.get("full")).toMatchObject({ tokens: burst - block });
  clock.advance(60);
  const used = await exchange([{ ...report, confirmed: block, stretch, lastUseAgoMs: 1060 }]);
  // Used tokens count as leased until the last exchange: in 60 ms three refill.
  expect(used.get("full")?.tokens).toBe(burst - block + 3);
});

test("another node gets the unused tokens of a node within a second", async () => {
  const clock = makeClock();
  const [one, other] = [makeNode({ database: store.database, clock }), makeNode({ database: store.database, clock })];
  const caller = makeCaller();
  const fire = async (node: RateLimiter, count: number) => {
    const answers = await Promise.all(Array.from({ length: count }, async () => node.acquire(caller, "request")));
    return answers.filter((refusal) => refusal === undefined).length;
  };
  expect(await fire(one, 1)).toBe(1);
  // The first node has the block, which is less than a twentieth and the token leased in advance.
  expect(await fire(other, 250)).toBe(burst - 1 - block);
  await one.tick();
  await one.tick();
  clock.advance(100);
  expect(await fire(other, 250)).toBe(block + 5);
});

test("reports the exceeded limit to a request that repeatedly loses its tokens to others", async () => {
  const clock = makeClock();
  const working = makeExchange(store.database, clock);
  let queries = 0;
  const starved: typeof working = async (...args) => {
    queries++;
    const answers = await working(...args);
    for (const [name, answer] of answers) if (name.endsWith(":searches")) answers.set(name, { ...answer, granted: 0 });
    return answers;
  };
  const node = makeNode({ database: store.database, clock, exchange: starved });
  expect(await node.acquire(makeCaller(), "search")).toMatchObject({ limit: { name: "searches" } });
  expect(queries).toBeLessThan(10);
});

test("the keys of an account share four times the limit of one key", async () => {
  const clock = makeClock();
  const node = makeNode({ database: store.database, clock });
  const { accountId } = makeCaller();
  const callers = Array.from({ length: 6 }, () => makeCaller({ accountId }));
  const answers = await Promise.all(
    callers.flatMap((caller) => Array.from({ length: 180 }, async () => node.acquire(caller, "request"))),
  );
  expect(answers.filter((refusal) => refusal === undefined)).toHaveLength(4 * burst);
  expect(answers.find((refusal) => refusal !== undefined)).toMatchObject({ limit: { name: "account-requests" } });
});

describe("a user who acts in two accounts, one after the other", () => {
  const session = { id: "ses_1", role: "developer", steppedUpUntilMs: null, isSso: false, acting: null } as const;
  const inFirst = makeCaller({ session });
  const inSecond = makeCaller({ session, id: inFirst.id });

  test("consumes tokens of the account of each request", async () => {
    const clock = makeClock();
    const node = makeNode({ database: store.database, clock });
    for (const caller of [inFirst, inSecond]) expect(await node.acquire(caller, "request")).toBeUndefined();
    const bucketsOf = ({ accountId }: Caller) =>
      store.database.query("SELECT 1 FROM rate_limits WHERE name = $1 LIMIT 1", [`${accountId}:test:requests`]);
    expect([await bucketsOf(inFirst), await bucketsOf(inSecond)]).toMatchObject([[{}], [{}]]);
  });

  test("is admitted also if unused buckets are dropped while the request waits for tokens", async () => {
    const clock = makeClock();
    const working = makeExchange(store.database, clock);
    const [started, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let isGated = false;
    const gated: typeof working = async (...args) => {
      if (isGated) {
        started.resolve();
        await gate.promise;
      }
      return working(...args);
    };
    const node = makeNode({ database: store.database, clock, exchange: gated });
    const [unused, user] = [makeCaller(), makeCaller({ session })];
    for (const caller of [unused, user]) expect(await node.acquire(caller, "request")).toBeUndefined();
    // The first tick reports the used tokens, the second returns the rest of the unused caller and drops its buckets.
    await node.tick();
    expect(await node.acquire(user, "request")).toBeUndefined();
    clock.advance(30_000);
    isGated = true;
    const ticking = node.tick();
    await started.promise;
    const elsewhere = makeCaller({ session, id: user.id });
    const waiting = node.acquire(elsewhere, "request");
    gate.resolve();
    expect(await waiting).toBeUndefined();
    await ticking;
  });
});

describe("while the database does not respond", () => {
  const failing = () => Promise.reject(new Error("no connection"));

  test("each process enforces the limit locally", async () => {
    const clock = makeClock();
    const node = makeNode({ database: store.database, clock, exchange: failing });
    const caller = makeCaller();
    const fire = async (count: number) => {
      const answers = await Promise.all(Array.from({ length: count }, async () => node.acquire(caller, "request")));
      return answers.filter((refusal) => refusal === undefined).length;
    };
    expect(await fire(250)).toBe(burst);
    clock.advance(500);
    expect(await fire(100)).toBe(25);
    clock.advance(2000);
    expect(await fire(200)).toBe(100);
  });

  test("no request waits longer than a second", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const never = () => Promise.withResolvers<never>().promise;
    const node = makeNode({ database: store.database, clock: makeClock(), exchange: never, limitTimeoutMs: 1000 });
    const admitted = node.acquire(makeCaller(), "request");
    await vi.advanceTimersByTimeAsync(1001);
    expect(await admitted).toBeUndefined();
  });

  test("leases are retried after a second", async () => {
    const clock = makeClock();
    const working = makeExchange(store.database, clock);
    let down = true;
    let queries = 0;
    const node = makeNode({
      database: store.database,
      clock,
      limitTimeoutMs: 1000,
      exchange: (...args) => {
        queries++;
        return down ? failing() : working(...args);
      },
    });
    const caller = makeCaller();
    for (let n = 0; n < 20; n++) expect(await node.acquire(caller, "request")).toBeUndefined();
    expect(queries).toBe(1);
    down = false;
    clock.advance(1000);
    for (let n = 0; n < 20; n++) expect(await node.acquire(caller, "request")).toBeUndefined();
    const rows = await store.database.query("SELECT 1 FROM rate_limits WHERE name = $1", [`${caller.id}:requests`]);
    expect(rows).toHaveLength(1);
  });
});
