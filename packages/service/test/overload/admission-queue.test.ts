import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AdmissionQueue } from "../../src/overload/admission-queue.ts";

const deadlineMs = 5000;
const standingMs = 500;

interface Arrival {
  atMs: number;
  account: string;
}

interface Load {
  /** Service time of a search. */
  serviceMs: number;
  arrivals: readonly Arrival[];
}

interface Outcome extends Arrival {
  /** Undefined if it was rejected. */
  tookMs?: number;
}

/** A queue in front of one server, on a virtual clock: accounts are served in rotation, searches of one account in order. */
function makeServer() {
  let nowMs = 0;
  const queue = new AdmissionQueue({ deadlineMs, standingMs, nowMs: () => nowMs });
  const waiting = new Map<string, (() => void)[]>();
  let serving: { doneMs: number; answer: () => void } | undefined;
  let outcomes: Outcome[] = [];

  function serveNext(serviceMs: number): void {
    const [next] = waiting;
    if (serving !== undefined || next === undefined) return;
    const [account, answers] = next;
    const answer = answers.shift();
    waiting.delete(account);
    if (answers.length > 0) waiting.set(account, answers);
    if (answer !== undefined) serving = { doneMs: nowMs + serviceMs, answer };
  }

  async function serveUntil(untilMs: number, serviceMs: number): Promise<void> {
    for (serveNext(serviceMs); serving !== undefined && serving.doneMs <= untilMs; serveNext(serviceMs)) {
      nowMs = serving.doneMs;
      serving.answer();
      serving = undefined;
      // Continuations of the answered search run before the clock advances.
      for (let n = 0; n < 5; n++) await Promise.resolve();
    }
    if (untilMs < Number.POSITIVE_INFINITY) nowMs = Math.max(nowMs, untilMs);
  }

  function arrive(arrival: Arrival, serviceMs: number): void {
    const outcome: Outcome = { ...arrival };
    outcomes.push(outcome);
    if (queue.isFullFor(arrival.account)) return;
    void queue.run(arrival.account, async () => {
      await new Promise<void>((answer) => {
        const answers = waiting.get(arrival.account) ?? [];
        waiting.set(arrival.account, answers);
        answers.push(answer);
      });
      outcome.tookMs = nowMs - arrival.atMs;
    });
    serveNext(serviceMs);
  }

  /** Results in the order of arrival, after all admitted searches are answered. */
  async function face({ serviceMs, arrivals }: Load): Promise<Outcome[]> {
    outcomes = [];
    for (const arrival of arrivals.toSorted((a, b) => a.atMs - b.atMs)) {
      await serveUntil(arrival.atMs, serviceMs);
      arrive(arrival, serviceMs);
    }
    await serveUntil(Number.POSITIVE_INFINITY, serviceMs);
    return outcomes;
  }

  return { queue, face, nowMs: () => nowMs };
}

/** Evenly spaced arrivals. */
function evenly(perSecond: number, seconds: number, { fromMs = 0, account = "one" } = {}): Arrival[] {
  return Array.from({ length: Math.floor(perSecond * seconds) }, (_, n) => {
    return { atMs: fromMs + (n * 1000) / perSecond, account };
  });
}

function atOnce(count: number, atMs: number, account = "one"): Arrival[] {
  return Array.from({ length: count }, () => ({ atMs, account }));
}

const answered = (outcomes: readonly Outcome[]) =>
  outcomes.flatMap(({ tookMs }) => (tookMs === undefined ? [] : [tookMs]));
const of = (account: string, outcomes: readonly Outcome[]) => outcomes.filter((each) => each.account === account);

describe("searches of one account", () => {
  test("admits a burst up to the deadline, and rejects the rest", async () => {
    const { face, nowMs } = makeServer();
    await face({ serviceMs: 10, arrivals: evenly(50, 10) });
    const times = answered(await face({ serviceMs: 10, arrivals: atOnce(1000, nowMs() + 1000) }));
    expect(times.length).toBeGreaterThan(350);
    expect(times.length).toBeLessThan(450);
    expect(Math.max(...times)).toBeLessThan(deadlineMs);
  });

  test("limits a standing queue to the standing limit without idling the server", async () => {
    const { face } = makeServer();
    const outcomes = await face({ serviceMs: 10, arrivals: evenly(400, 20) });
    const late = answered(outcomes.filter(({ atMs }) => atMs > 5000));
    expect(Math.max(...late)).toBeLessThan(standingMs * 1.1);
    expect(Math.min(...late)).toBeGreaterThan(standingMs * 0.8);
    expect(answered(outcomes).length).toBeGreaterThan(20 * 100 * 0.98);
  });

  test("admits a burst again after the queue was short", async () => {
    const { face, nowMs } = makeServer();
    await face({ serviceMs: 10, arrivals: evenly(400, 10) });
    await face({ serviceMs: 10, arrivals: evenly(20, 2, { fromMs: nowMs() }) });
    expect(answered(await face({ serviceMs: 10, arrivals: atOnce(200, nowMs()) }))).toHaveLength(200);
  });

  test("rejects nothing below 90 percent of the capacity; admitted searches are never late", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 40 }),
        fc.double({ min: 0.1, max: 8, noNaN: true }),
        fc.integer({ min: 0, max: 300 }),
        async (serviceMs, multiple, burst) => {
          const { face, nowMs } = makeServer();
          const capacity = 1000 / serviceMs;
          const modest = await face({ serviceMs, arrivals: evenly(capacity * 0.9, 5) });
          expect(answered(modest)).toHaveLength(modest.length);
          const fromMs = nowMs();
          const arrivals = [...atOnce(burst, fromMs), ...evenly(capacity * multiple, 4, { fromMs })];
          expect(Math.max(0, ...answered(await face({ serviceMs, arrivals })))).toBeLessThan(deadlineMs);
        },
      ),
      { seed: 5, numRuns: 60 },
    );
  });

  test("always admits a few searches to obtain measurements", async () => {
    const { queue, face } = makeServer();
    await face({ serviceMs: 4000, arrivals: evenly(0.2, 600) });
    expect(queue.expectedMs).toBeGreaterThan(standingMs);
    expect(queue.isFullFor("one")).toBe(false);
  });

  test("ignores failed searches in measurements and removes them from the queue", async () => {
    const queue = new AdmissionQueue({ deadlineMs, standingMs, nowMs: () => 0 });
    const before = queue.msPerSearch;
    await expect(queue.run("one", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect([queue.msPerSearch, queue.length, queue.accounts]).toEqual([before, 0, 0]);
  });
});

/** Max-min fair rates: an account that needs less than an equal share gets it, and the others share the rest equally. */
function fairRates(demands: readonly number[], capacity: number): number[] {
  const rates = demands.map(() => 0);
  let left = capacity;
  const byDemand = demands.map((_, at) => at).toSorted((a, b) => (demands[a] ?? 0) - (demands[b] ?? 0));
  for (const [rank, at] of byDemand.entries()) {
    rates[at] = Math.min(demands[at] ?? 0, left / (byDemand.length - rank));
    left -= rates[at] ?? 0;
  }
  return rates;
}

describe("searches of several accounts", () => {
  const serviceMs = 10;
  const capacity = 1000 / serviceMs;

  test("rejects nothing of an account below its equal share during another account's flood", async () => {
    const { face } = makeServer();
    const flood = evenly(1000, 30, { account: "flood" });
    const modest = evenly(20, 20, { fromMs: 5003, account: "modest" });
    const outcomes = await face({ serviceMs, arrivals: [...flood, ...modest] });
    const times = answered(of("modest", outcomes));
    expect(times).toHaveLength(modest.length);
    // Each waits at most for the current search and one of the flood.
    expect(Math.max(...times)).toBeLessThanOrEqual(4 * serviceMs);
    expect(answered(outcomes).length).toBeGreaterThan(30 * capacity * 0.95);
  });

  test("admits another account immediately when a burst has filled the queue up to the deadline", async () => {
    const { face } = makeServer();
    const burst = atOnce(1000, 1000, "burst");
    const modest = atOnce(20, 1001, "modest");
    const outcomes = await face({ serviceMs, arrivals: [...evenly(50, 1), ...burst, ...modest] });
    expect(answered(of("modest", outcomes))).toHaveLength(20);
  });

  test("gives max-min fair rates, whatever each account demands", async () => {
    const demand = fc.double({ min: 0.05, max: 4, noNaN: true }).map((share) => share * capacity);
    await fc.assert(
      fc.asyncProperty(fc.array(demand, { minLength: 2, maxLength: 6 }), async (demands) => {
        const { face } = makeServer();
        const seconds = 40;
        const arrivals = demands.flatMap((rate, at) => evenly(rate, seconds, { account: String(at) }));
        const outcomes = (await face({ serviceMs, arrivals })).filter(({ atMs }) => atMs >= 10_000);
        for (const [at, rate] of fairRates(demands, capacity).entries()) {
          const got = answered(of(String(at), outcomes)).length / (seconds - 10);
          expect(Math.abs(got - rate), `account ${at} of ${demands.join(", ")}`).toBeLessThan(0.05 * capacity);
        }
        expect(Math.max(0, ...answered(outcomes))).toBeLessThan(deadlineMs);
      }),
      { seed: 7, numRuns: 40 },
    );
  });
});
