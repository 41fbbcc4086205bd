import fc from "fast-check";
import { expect, test } from "vitest";
import type { Claimed } from "../../src/dispatcher/claimed.ts";
import { Lanes } from "../../src/dispatcher/lanes.ts";

const rules = { concurrency: 64, most: 16, first: 4, slowMs: 2000 };

function delivery(id: string, endpointId: string): Claimed {
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
    event: { id: "evt_1", type: "webhook.test", data: {}, createdAtMs: 0 },
    attempts: 0,
    scheduleAttempts: 0,
    clockOffsetMs: 0,
    pace: null,
  };
}

/** Lanes over backlogs that never end, and what of them is under way. */
class Road {
  readonly lanes: Lanes;
  readonly underWay: Claimed[] = [];
  #made = 0;

  constructor(lanes: Lanes, endpoints: readonly string[]) {
    this.lanes = lanes;
    for (const endpoint of endpoints) lanes.call(endpoint);
  }

  /** Claims what is planned; answers how much of each endpoint that was. */
  claim(nowMs: number, room: number): Record<string, number> {
    const shares = this.lanes.plan(nowMs, room);
    const claimed = shares.flatMap(({ endpointId, count }) =>
      Array.from({ length: count }, () => delivery(`dlv_${this.#made++}`, endpointId)),
    );
    this.lanes.settle(shares, claimed, nowMs);
    this.underWay.push(...claimed);
    return Object.fromEntries(shares.map(({ endpointId, count }) => [endpointId, count]));
  }

  /** Ends what is under way to an endpoint, or so much of it. */
  end(endpointId: string, hasSucceeded: boolean, most = Number.POSITIVE_INFINITY): void {
    const ended = this.underWay.filter((each) => each.endpointId === endpointId).slice(0, most);
    for (const each of ended) {
      this.underWay.splice(this.underWay.indexOf(each), 1);
      this.lanes.end(each, hasSucceeded);
    }
  }
}

test("a success widens an endpoint's window by one, up to its most", () => {
  const road = new Road(new Lanes(rules), ["a"]);
  const windows: number[] = [];
  for (let round = 0; round < 5; round++) {
    windows.push(road.claim(round, 64)["a"] ?? 0);
    road.end("a", true);
  }
  expect(windows).toEqual([4, 8, 16, 16, 16]);
});

test("an endpoint that fails falls to one at a time, is never left alone, and recovers", () => {
  const road = new Road(new Lanes(rules), ["a"]);
  road.claim(0, 64);
  road.end("a", false);
  const failing = [1, 2, 3].map((round) => {
    const { a = 0 } = road.claim(round, 64);
    road.end("a", false);
    return a;
  });
  expect(failing).toEqual([1, 1, 1]);
  road.claim(4, 64);
  road.end("a", true);
  expect(road.claim(5, 64)).toEqual({ a: 2 });
});

test("beside a request that is out for two seconds nothing else is sent to its endpoint", () => {
  const road = new Road(new Lanes(rules), ["a"]);
  road.claim(0, 1);
  expect(road.claim(1999, 1)).toEqual({ a: 1 });
  expect(road.claim(2000, 64)).toEqual({});
  road.end("a", true, 1);
  expect(road.claim(2000, 64)).toEqual({ a: 4 });
});

test("endpoints that have not proved to answer have half of the room at most, and those that answer the rest", () => {
  const hanging = Array.from({ length: 100 }, (_, at) => `hanging-${at}`);
  const road = new Road(new Lanes(rules), ["quick"]);
  road.claim(0, 1);
  road.end("quick", true);
  for (const endpoint of hanging) road.lanes.call(endpoint);
  const taken = road.claim(1, 64);
  expect(taken["quick"]).toBe(5);
  expect(road.underWay.filter(({ endpointId }) => endpointId !== "quick")).toHaveLength(32);
  road.end("quick", true);
  expect(road.claim(2, 27)).toEqual({ quick: 10 });
});

test("one whose last answer was a failure is not trusted again before it succeeds", () => {
  const road = new Road(new Lanes({ ...rules, concurrency: 4 }), ["a", "b", "c", "d"]);
  expect(Object.values(road.claim(0, 4)).reduce((sum, count) => sum + count)).toBe(2);
});

test("an endpoint rests when a claim brought less than was asked, unless it was called meanwhile", () => {
  const lanes = new Lanes(rules);
  lanes.call("a");
  const first = lanes.plan(0, 64);
  lanes.call("a");
  lanes.settle(first, [], 0);
  expect(lanes.isWaiting).toBe(true);
  lanes.settle(lanes.plan(0, 64), [], 0);
  expect(lanes.isWaiting).toBe(false);
  expect(lanes.plan(0, 64)).toEqual([]);
});

test("whatever the room, no endpoint gets more than a quantum ahead of another that waits as long", () => {
  const rooms = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 12 }), rooms, (count, roomsOfClaims) => {
      const endpoints = Array.from({ length: count }, (_, at) => `e${at}`);
      const road = new Road(new Lanes({ ...rules, concurrency: 10_000, first: 16 }), endpoints);
      const total = new Map(endpoints.map((endpoint) => [endpoint, 0]));
      for (const [nowMs, room] of roomsOfClaims.entries()) {
        for (const [endpoint, taken] of Object.entries(road.claim(nowMs, room))) {
          total.set(endpoint, (total.get(endpoint) ?? 0) + taken);
        }
        for (const endpoint of endpoints) road.end(endpoint, true);
      }
      const counts = [...total.values()];
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(4);
    }),
    { seed: 1, numRuns: 200 },
  );
});
