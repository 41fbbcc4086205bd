import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../tests/databases.ts";
import type { Caller } from "../../src/http/caller.ts";
import { makeExchange } from "../../src/limits/bucket-store.ts";
import type { RateLimiter } from "../../src/limits/rate-limiter.ts";
import { makeCaller, makeClock, makeNode } from "./limit-nodes.ts";

let store: TestDatabase;

beforeAll(async () => {
  store = await createTestDatabase("postgresql");
});
afterAll(() => store.drop());

/** What a test key may do. */
const perSecond = 50;
const burst = 200;
const block = 10;

/** Nodes over one database, and when each request was let through. */
class Scene {
  readonly clock = makeClock();
  readonly caller: Caller = makeCaller();
  readonly admittedAtMs: number[] = [];
  readonly refusedAt: { atMs: number; admittedBefore: number }[] = [];
  readonly nodes: RateLimiter[];

  constructor(nodes: number) {
    this.nodes = Array.from({ length: nodes }, () => this.#make());
  }

  /** So many requests at once at a node. */
  async fire(node: number, count: number): Promise<void> {
    const limiter = this.nodes[node % this.nodes.length];
    const answers = await Promise.all(
      Array.from({ length: count }, async () => limiter?.admit(this.caller, "request")),
    );
    const atMs = this.clock.nowMs();
    for (const refusal of answers) if (refusal === undefined) this.admittedAtMs.push(atMs);
    if (answers.some((refusal) => refusal !== undefined)) {
      this.refusedAt.push({ atMs, admittedBefore: this.admittedAtMs.length });
    }
  }

  /** Time goes by as it does in service: every second each node says what was used. */
  async advance(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 1000) {
      this.clock.advance(Math.min(left, 1000));
      if (left >= 1000) await Promise.all(this.nodes.map((node) => node.tick()));
    }
  }

  /** A process dies with what it holds, and another takes its place. */
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

/** The most that any window holds beyond what it may: the slow and obvious way. */
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

/** Permits of an exact bucket out of which these were taken. */
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

describe("against the slow and obvious", () => {
  test("no window of time holds more than the burst and the rate, whatever nodes do and whichever die", {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const scene = new Scene(4);
        for (const step of list) await step(scene);
        expect(worstExcess(scene.admittedAtMs)).toBeLessThan(1e-6);
      }),
      seed,
    );
  });

  test("a caller of one node is refused only where an exact bucket holds less than a block", {
    timeout: 120_000,
  }, async () => {
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

test("what an exchange brought is not given back by the next one before its requests have taken it", async () => {
  const clock = makeClock();
  const exchange = makeExchange(store.database, clock);
  const caller = makeCaller();
  const admit = (count: number) => Array.from({ length: count }, async () => node.admit(caller, "request"));
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

/** A node, and how many questions it has asked the database. */
function makeCountedNode() {
  let asked = 0;
  const clock = makeClock();
  const working = makeExchange(store.database, clock);
  const exchange: typeof working = (...args) => {
    asked++;
    return working(...args);
  };
  const node = makeNode({ database: store.database, clock, exchange });
  return { node, countAsked: () => asked };
}

test("a request whose process holds permits asks the database nothing", async () => {
  const { node, countAsked } = makeCountedNode();
  const caller = makeCaller();
  await node.admit(caller, "request");
  await node.tick();
  const before = countAsked();
  for (let n = 0; n < 4; n++) expect(node.admit(caller, "request")).toBeUndefined();
  expect(countAsked()).toBe(before);
});

test("what many keys ask at once is one question", async () => {
  const { node, countAsked } = makeCountedNode();
  const answers = await Promise.all(Array.from({ length: 100 }, async () => node.admit(makeCaller(), "request")));
  expect(answers.every((refusal) => refusal === undefined)).toBe(true);
  expect(countAsked()).toBe(1);
});

test("processes that ask for the same buckets in any order never wait for each other in a circle", async () => {
  const exchange = makeExchange(store.database, makeClock());
  const ask = { perSecond: 50, burst, confirmed: 0, stretch: -2, kept: 0, returned: 0, lastUseAgoMs: 0, wanted: 1 };
  const names = Array.from({ length: 40 }, (_, at) => `shared ${at}`);
  const shuffled = (turn: number) =>
    names.toSorted((a, b) => ((a.length * turn + a.charCodeAt(7)) % 7) - (b.charCodeAt(7) % 5));
  const rounds = Array.from({ length: 60 }, (_, turn) => {
    const order = turn % 2 === 0 ? names.toReversed() : shuffled(turn);
    return exchange(order.map((name) => ({ ...ask, name })));
  });
  const granted = (await Promise.all(rounds)).flatMap((answers) => [...answers.values()]);
  expect(granted.reduce((sum, answer) => sum + answer.granted, 0)).toBe(60 * 40);
});

test("a bucket that is full is no fuller a second after its last use, whatever is out with its process", async () => {
  const clock = makeClock();
  const exchange = makeExchange(store.database, clock);
  const ask = { name: "full", perSecond, burst, confirmed: 0, stretch: -2, kept: 0, returned: 0, wanted: 0 };
  const first = await exchange([{ ...ask, lastUseAgoMs: 0, wanted: block }]);
  const { granted = 0, stretch = 0 } = first.get("full") ?? {};
  expect(granted).toBe(block);
  clock.advance(1000);
  const rested = await exchange([{ ...ask, confirmed: block, stretch, kept: block, lastUseAgoMs: 1000 }]);
  expect(rested.get("full")).toMatchObject({ tokens: burst - block });
  clock.advance(60);
  const used = await exchange([{ ...ask, confirmed: block, stretch, lastUseAgoMs: 1060 }]);
  // Used permits count as out until the last exchange: in 60 ms three come back.
  expect(used.get("full")?.tokens).toBe(burst - block + 3);
});

test("what one node holds and does not use, another has within a second", async () => {
  const clock = makeClock();
  const [one, other] = [makeNode({ database: store.database, clock }), makeNode({ database: store.database, clock })];
  const caller = makeCaller();
  const fire = async (node: RateLimiter, count: number) => {
    const answers = await Promise.all(Array.from({ length: count }, async () => node.admit(caller, "request")));
    return answers.filter((refusal) => refusal === undefined).length;
  };
  expect(await fire(one, 1)).toBe(1);
  // The block is with the first node, which is less than what a twentieth and the permit ahead are.
  expect(await fire(other, 250)).toBe(burst - 1 - block);
  await one.tick();
  await one.tick();
  clock.advance(100);
  expect(await fire(other, 250)).toBe(block + 5);
});

test("who is outrun for a permit again and again is told which limit it was", async () => {
  const clock = makeClock();
  const working = makeExchange(store.database, clock);
  let asked = 0;
  const outrun: typeof working = async (...args) => {
    asked++;
    const answers = await working(...args);
    for (const [name, answer] of answers) if (name.endsWith(":searches")) answers.set(name, { ...answer, granted: 0 });
    return answers;
  };
  const node = makeNode({ database: store.database, clock, exchange: outrun });
  expect(await node.admit(makeCaller(), "search")).toMatchObject({ limit: { name: "searches" } });
  expect(asked).toBeLessThan(10);
});

test("the keys of an account share four times the limit of one", async () => {
  const clock = makeClock();
  const node = makeNode({ database: store.database, clock });
  const { accountId } = makeCaller();
  const callers = Array.from({ length: 6 }, () => makeCaller({ accountId }));
  const answers = await Promise.all(
    callers.flatMap((caller) => Array.from({ length: 180 }, async () => node.admit(caller, "request"))),
  );
  expect(answers.filter((refusal) => refusal === undefined)).toHaveLength(4 * burst);
  expect(answers.find((refusal) => refusal !== undefined)).toMatchObject({ limit: { name: "account-requests" } });
});

describe("while the database does not answer", () => {
  const failing = () => Promise.reject(new Error("no connection"));

  test("each process lets through what the limit allows, and no more", async () => {
    const clock = makeClock();
    const node = makeNode({ database: store.database, clock, exchange: failing });
    const caller = makeCaller();
    const fire = async (count: number) => {
      const answers = await Promise.all(Array.from({ length: count }, async () => node.admit(caller, "request")));
      return answers.filter((refusal) => refusal === undefined).length;
    };
    expect(await fire(250)).toBe(burst);
    clock.advance(500);
    expect(await fire(100)).toBe(25);
    clock.advance(2000);
    expect(await fire(200)).toBe(100);
  });

  test("no request waits for it longer than a second", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const never = () => Promise.withResolvers<never>().promise;
    const node = makeNode({ database: store.database, clock: makeClock(), exchange: never });
    const admitted = node.admit(makeCaller(), "request");
    await vi.advanceTimersByTimeAsync(1001);
    expect(await admitted).toBeUndefined();
  });

  test("it is asked again after a second, and leases go on", async () => {
    const clock = makeClock();
    const working = makeExchange(store.database, clock);
    let down = true;
    let asked = 0;
    const node = makeNode({
      database: store.database,
      clock,
      exchange: (...args) => {
        asked++;
        return down ? failing() : working(...args);
      },
    });
    const caller = makeCaller();
    for (let n = 0; n < 20; n++) expect(await node.admit(caller, "request")).toBeUndefined();
    expect(asked).toBe(1);
    down = false;
    clock.advance(1000);
    for (let n = 0; n < 20; n++) expect(await node.admit(caller, "request")).toBeUndefined();
    const rows = await store.database.query("SELECT 1 FROM rate_limits WHERE name = $1", [`${caller.id}:requests`]);
    expect(rows).toHaveLength(1);
  });
});
