import fc from "fast-check";
import { expect, test } from "vitest";
import type { ClaimedDelivery } from "../../src/dispatcher/claimed-delivery.ts";
import { EndpointScheduler } from "../../src/dispatcher/endpoint-scheduler.ts";

const options = { concurrency: 64, maxSize: 16, initialSize: 4, slowMs: 2000 };

function delivery(id: string, endpointId: string): ClaimedDelivery {
  return {
    id,
    endpointId,
    claimId: "claim",
    accountId: "acct_1",
    environment: "live",
    url: "http://a.test/",
    secret: new Uint8Array(),
    previousSecret: null,
    previousSecretEndsAtMs: null,
    sealedOptions: null,
    event: { id: "evt_1", type: "webhook.test", subject: null, data: {}, createdAtMs: 0 },
    isOrdered: false,
    attempts: 0,
    scheduleAttempts: 0,
    clockOffsetMs: 0,
    sendSlot: null,
  };
}

/** A scheduler over endpoints with endless backlogs, and their deliveries in flight. */
class Backlogs {
  readonly scheduler: EndpointScheduler;
  readonly inFlight: ClaimedDelivery[] = [];
  #deliveries = 0;

  constructor(scheduler: EndpointScheduler, endpoints: readonly string[]) {
    this.scheduler = scheduler;
    for (const endpoint of endpoints) scheduler.markDue(endpoint);
  }

  /** Claims the planned deliveries. Returns their number per endpoint. */
  claim(nowMs: number, limit: number): Record<string, number> {
    const shares = this.scheduler.plan(nowMs, limit);
    const claimed = shares.flatMap(({ endpointId, count }) =>
      Array.from({ length: count }, () => delivery(`dlv_${this.#deliveries++}`, endpointId)),
    );
    this.scheduler.settle(shares, claimed, nowMs);
    this.inFlight.push(...claimed);
    return Object.fromEntries(shares.map(({ endpointId, count }) => [endpointId, count]));
  }

  /** Ends the deliveries in flight to an endpoint, at most `max`. */
  end(endpointId: string, hasSucceeded: boolean, max = Number.POSITIVE_INFINITY): void {
    const ended = this.inFlight.filter((each) => each.endpointId === endpointId).slice(0, max);
    for (const each of ended) {
      this.inFlight.splice(this.inFlight.indexOf(each), 1);
      this.scheduler.end(each, hasSucceeded);
    }
  }
}

test("each success widens the send window by one, up to its maximum", () => {
  const backlogs = new Backlogs(new EndpointScheduler(options), ["a"]);
  const windows: number[] = [];
  for (let round = 0; round < 5; round++) {
    windows.push(backlogs.claim(round, 64)["a"] ?? 0);
    backlogs.end("a", true);
  }
  expect(windows).toEqual([4, 8, 16, 16, 16]);
});

test("a failing endpoint falls to one delivery at a time and recovers after a success", () => {
  const backlogs = new Backlogs(new EndpointScheduler(options), ["a"]);
  backlogs.claim(0, 64);
  backlogs.end("a", false);
  const failing = [1, 2, 3].map((round) => {
    const { a = 0 } = backlogs.claim(round, 64);
    backlogs.end("a", false);
    return a;
  });
  expect(failing).toEqual([1, 1, 1]);
  backlogs.claim(4, 64);
  backlogs.end("a", true);
  expect(backlogs.claim(5, 64)).toEqual({ a: 2 });
});

test("sends nothing else to an endpoint while a request is pending for two seconds", () => {
  const backlogs = new Backlogs(new EndpointScheduler(options), ["a"]);
  backlogs.claim(0, 1);
  expect(backlogs.claim(1999, 1)).toEqual({ a: 1 });
  expect(backlogs.claim(2000, 64)).toEqual({});
  backlogs.end("a", true, 1);
  expect(backlogs.claim(2000, 64)).toEqual({ a: 4 });
});

test("gives endpoints without a success at most half of the concurrency, and healthy ones the rest", () => {
  const hanging = Array.from({ length: 100 }, (_, index) => `hanging-${index}`);
  const backlogs = new Backlogs(new EndpointScheduler(options), ["quick"]);
  backlogs.claim(0, 1);
  backlogs.end("quick", true);
  for (const endpoint of hanging) backlogs.scheduler.markDue(endpoint);
  const claimed = backlogs.claim(1, 64);
  expect(claimed["quick"]).toBe(5);
  expect(backlogs.inFlight.filter(({ endpointId }) => endpointId !== "quick")).toHaveLength(32);
  backlogs.end("quick", true);
  expect(backlogs.claim(2, 27)).toEqual({ quick: 10 });
});

test("unknown endpoints share half of the concurrency", () => {
  const backlogs = new Backlogs(new EndpointScheduler({ ...options, concurrency: 4 }), ["a", "b", "c", "d"]);
  expect(Object.values(backlogs.claim(0, 4)).reduce((sum, count) => sum + count)).toBe(2);
});

test("an endpoint is no longer due after a claim returned fewer deliveries than planned, unless it was notified since", () => {
  const scheduler = new EndpointScheduler(options);
  scheduler.markDue("a");
  const first = scheduler.plan(0, 64);
  scheduler.markDue("a");
  scheduler.settle(first, [], 0);
  expect(scheduler.hasDue).toBe(true);
  scheduler.settle(scheduler.plan(0, 64), [], 0);
  expect(scheduler.hasDue).toBe(false);
  expect(scheduler.plan(0, 64)).toEqual([]);
});

test("no endpoint gets more than a quantum ahead of another with the same backlog", () => {
  const limits = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 12 }), limits, (count, limitsOfClaims) => {
      const endpoints = Array.from({ length: count }, (_, index) => `e${index}`);
      const backlogs = new Backlogs(
        new EndpointScheduler({ ...options, concurrency: 10_000, initialSize: 16 }),
        endpoints,
      );
      const total = new Map(endpoints.map((endpoint) => [endpoint, 0]));
      for (const [nowMs, limit] of limitsOfClaims.entries()) {
        for (const [endpoint, claimed] of Object.entries(backlogs.claim(nowMs, limit))) {
          total.set(endpoint, (total.get(endpoint) ?? 0) + claimed);
        }
        for (const endpoint of endpoints) backlogs.end(endpoint, true);
      }
      const counts = [...total.values()];
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(4);
    }),
    { seed: 1, numRuns: 200 },
  );
});
