import { expect, test } from "vitest";
import type { DeliveryStore } from "../../src/dispatcher/delivery-store.ts";
import { type Invariant, InvariantChecker } from "./invariant-checker.ts";
import { MemoryStore } from "./memory-store.ts";
import { type Scenario, simulate, simulatedDelaysMs } from "./simulation.ts";

/** Two workers, one of which is killed; endpoints that respond, recover, fail and respond slowly, one with a rate limit, and one that is ordered. */
const scenario: Scenario = {
  seed: 3,
  endpoints: [
    { behavior: "quick", maxPerSecond: null },
    { behavior: "recovering", maxPerSecond: null },
    { behavior: "failing", maxPerSecond: null },
    { behavior: "quick", maxPerSecond: 2 },
    { behavior: "slow", maxPerSecond: null },
    { behavior: "recovering", maxPerSecond: null, ordered: true },
  ],
  events: Array.from({ length: 25 }, (_, index) => ({
    atMs: index * 40,
    endpoints: [0, 1, 2, 3, 4, 5],
    subject: `subject-${index % 5}`,
  })),
  workers: 2,
  kills: [{ atMs: 700, worker: 0, backAfterMs: 300 }],
  outages: [],
  lostMessages: 0,
};

type Bug = (store: DeliveryStore, memory: MemoryStore) => Partial<DeliveryStore>;

/** Ends every delivery after this number of attempts. */
const endAfter =
  (attempts: number, status: "delivered" | "dead_lettered"): Bug =>
  (store, { rows }) => ({
    complete: async (completed) => {
      await store.complete(completed);
      for (const row of rows.values()) if (row.attempts === attempts) Object.assign(row, { status, dueAtMs: null });
    },
  });

const bugs: [title: string, invariant: Invariant, bug: Bug][] = [
  [
    "an early attempt",
    "early",
    (store) => ({ claim: (request) => store.claim({ ...request, nowMs: request.nowMs + 900 }) }),
  ],
  [
    "a missing poll",
    "late",
    () => ({
      poll: async () => ({ dueEndpointIds: [], waitingEndpoints: 0, nextDueMs: null, oldestDueMs: null }),
      listen: async () => async () => {},
    }),
  ],
  [
    "a lease that ends early",
    "held-twice",
    (store, { rows }) => ({
      claim: (request) => {
        for (const row of rows.values())
          if (row.leaseEndsAtMs !== null && row.leaseEndsAtMs < request.nowMs + 14_500)
            row.leaseEndsAtMs = request.nowMs;
        return store.claim(request);
      },
    }),
  ],
  [
    "a lost attempt record",
    "sent-again",
    (store) => {
      let lost: string | null = null;
      return {
        complete: (attempts) => {
          lost ??= attempts.find(({ result }) => result.outcome === "delivered")?.id ?? null;
          return store.complete(attempts.filter(({ id }) => id !== lost));
        },
      };
    },
  ],
  ["a lost delivery", "lost", endAfter(3, "delivered")],
  ["a schedule that ends one attempt early", "lost", endAfter(6, "dead_lettered")],
  [
    "a queue that claims the newest first",
    "starved",
    (store, { rows }) => ({
      claim: async (request) => {
        const due = [...rows.values()].filter(({ dueAtMs }) => dueAtMs !== null && dueAtMs <= request.nowMs);
        const oldest = due.sort((a, b) => (a.dueAtMs ?? 0) - (b.dueAtMs ?? 0))[0];
        const { dueAtMs = null } = oldest ?? {};
        if (oldest && due.length > 1) oldest.dueAtMs = null;
        const claimed = await store.claim(request);
        if (oldest && due.length > 1) oldest.dueAtMs = dueAtMs;
        return claimed;
      },
    }),
  ],
  [
    "a successor that does not wait for a retry",
    "out-of-order",
    (store, { rows }) => ({
      complete: async (attempts) => {
        await store.complete(attempts);
        for (const row of rows.values()) if (row.status === "awaiting_retry") row.orderingKey = null;
      },
    }),
  ],
  [
    "an order that nothing releases",
    "late",
    (store, { rows }) => ({
      claim: (request) => {
        for (const row of rows.values())
          if (row.orderingKey !== null && row.dueAtMs === null) row.dueAtMs = Number.POSITIVE_INFINITY;
        return store.claim(request);
      },
    }),
  ],
  [
    "an ignored rate limit",
    "too-fast",
    (store) => ({
      claim: async (request) => (await store.claim(request)).map((each) => ({ ...each, sendSlot: null })),
    }),
  ],
  [
    "a claim that returns more than requested",
    "too-many",
    (store) => ({
      claim: (request) =>
        store.claim({ ...request, shares: request.shares.map((share) => ({ ...share, count: share.count * 5 })) }),
    }),
  ],
];

test("reports no violation without a bug", async () => {
  const { violations } = await simulate(scenario, new MemoryStore(simulatedDelaysMs));
  expect(violations).toEqual([]);
});

test.each(bugs)("detects %s", async (_title, invariant, bug) => {
  const memory = new MemoryStore(simulatedDelaysMs);
  const methods = (store: DeliveryStore): DeliveryStore => ({
    listen: (onReady) => store.listen(onReady),
    poll: (nowMs) => store.poll(nowMs),
    claim: (request) => store.claim(request),
    renew: (claimed, untilMs) => store.renew(claimed, untilMs),
    complete: (attempts) => store.complete(attempts),
    ...bug(store, memory),
  });
  const { violations } = await simulate(scenario, memory, { wrapStore: methods });
  expect(new Set(violations.map((violation) => violation.invariant))).toContain(invariant);
});

test("detects a lease renewed after it was lost", async () => {
  const memory = new MemoryStore(simulatedDelaysMs);
  const endpointId = await memory.addEndpoint({ url: "http://quick-0.test/", maxPerSecond: null });
  const [id = ""] = await memory.accept([endpointId], 0);
  const checker = new InvariantChecker({ delaysMs: simulatedDelaysMs, perEndpoint: 8 });
  checker.addEndpoint(endpointId, { maxPerSecond: null, ordered: false });
  checker.accepted(id, endpointId, { subject: "bkg_1", nowMs: 0 });
  const shares = [{ endpointId, count: 1 }];
  const lost = await memory.claim({ nowMs: 0, leaseMs: 10, leadMs: 100, claimId: "first", shares });
  checker.claimed(0, lost, { nowMs: 0, untilMs: 10 });
  checker.claimed(1, await memory.claim({ nowMs: 10, leaseMs: 10, leadMs: 100, claimId: "second", shares }), {
    nowMs: 10,
    untilMs: 20,
  });
  expect(checker.violations).toEqual([]);
  checker.renewed(0, new Set([id]), lost, 30);
  expect(checker.violations).toEqual([
    { invariant: "held-twice", detail: `worker 0 renewed the lease of ${id} after worker 1 had claimed it` },
  ]);
});
