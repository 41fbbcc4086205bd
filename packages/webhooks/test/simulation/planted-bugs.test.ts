import { expect, test } from "vitest";
import type { DeliveryStore } from "../../src/dispatcher/delivery-store.ts";
import { DeliveryWatch, type Invariant } from "./delivery-watch.ts";
import { MemoryStore } from "./memory-store.ts";
import { type Scenario, simulate, simulatedDelaysMs } from "./simulation.ts";

/** Two workers, of which one dies; endpoints that answer, that fail at first, that fail to the end, and one with a rate. */
const scenario: Scenario = {
  seed: 3,
  endpoints: [
    { behaviour: "quick", maxPerSecond: null },
    { behaviour: "recovering", maxPerSecond: null },
    { behaviour: "failing", maxPerSecond: null },
    { behaviour: "quick", maxPerSecond: 2 },
    { behaviour: "slow", maxPerSecond: null },
  ],
  events: Array.from({ length: 25 }, (_, at) => ({ atMs: at * 40, endpoints: [0, 1, 2, 3, 4] })),
  workers: 2,
  kills: [{ atMs: 700, worker: 0, backAfterMs: 300 }],
  outages: [],
  lostMessages: 0,
};

type Bug = (store: DeliveryStore, memory: MemoryStore) => Partial<DeliveryStore>;

/** Ends every delivery as soon as it has had so many attempts. */
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
    "an attempt that starts early",
    "early",
    (store) => ({ claim: (order) => store.claim({ ...order, nowMs: order.nowMs + 900 }) }),
  ],
  [
    "a delivery that nobody looks for",
    "late",
    () => ({
      look: async () => ({ ready: [], endpoints: 0, nextDueMs: null, oldestDueMs: null }),
      listen: async () => async () => {},
    }),
  ],
  [
    "a lease that ends before its time",
    "held-twice",
    (store, { rows }) => ({
      claim: (order) => {
        for (const row of rows.values())
          if (row.leaseEndsAtMs !== null && row.leaseEndsAtMs < order.nowMs + 14_500) row.leaseEndsAtMs = order.nowMs;
        return store.claim(order);
      },
    }),
  ],
  [
    "a record that is lost",
    "sent-again",
    (store) => {
      let lost: string | null = null;
      return {
        complete: (attempts) => {
          lost ??= attempts.find(({ verdict }) => verdict.outcome === "delivered")?.id ?? null;
          return store.complete(attempts.filter(({ id }) => id !== lost));
        },
      };
    },
  ],
  ["a delivery that is forgotten", "lost", endAfter(3, "delivered")],
  ["a schedule that ends an attempt too soon", "lost", endAfter(6, "dead_lettered")],
  [
    "a queue that serves the newest first",
    "starved",
    (store, { rows }) => ({
      claim: async (order) => {
        const due = [...rows.values()].filter(({ dueAtMs }) => dueAtMs !== null && dueAtMs <= order.nowMs);
        const oldest = due.sort((a, b) => (a.dueAtMs ?? 0) - (b.dueAtMs ?? 0))[0];
        const { dueAtMs = null } = oldest ?? {};
        if (oldest && due.length > 1) oldest.dueAtMs = null;
        const claimed = await store.claim(order);
        if (oldest && due.length > 1) oldest.dueAtMs = dueAtMs;
        return claimed;
      },
    }),
  ],
  [
    "a rate that is not kept",
    "too-fast",
    (store) => ({ claim: async (order) => (await store.claim(order)).map((each) => ({ ...each, pace: null })) }),
  ],
  [
    "a claim that takes more than was asked",
    "too-many",
    (store) => ({
      claim: (order) =>
        store.claim({ ...order, shares: order.shares.map((share) => ({ ...share, count: share.count * 5 })) }),
    }),
  ],
];

test("without a bug there is nothing to find", async () => {
  const { violations } = await simulate(scenario, new MemoryStore(simulatedDelaysMs));
  expect(violations).toEqual([]);
});

test.each(bugs)("%s is found", async (_title, invariant, bug) => {
  const memory = new MemoryStore(simulatedDelaysMs);
  const methods = (store: DeliveryStore): DeliveryStore => ({
    listen: (onReady) => store.listen(onReady),
    look: (nowMs) => store.look(nowMs),
    claim: (order) => store.claim(order),
    renew: (claimed, untilMs) => store.renew(claimed, untilMs),
    complete: (attempts) => store.complete(attempts),
    ...bug(store, memory),
  });
  const { violations } = await simulate(scenario, memory, { tamper: methods });
  expect(new Set(violations.map((violation) => violation.invariant))).toContain(invariant);
});

test("a lease renewed after it was lost is found", async () => {
  const memory = new MemoryStore(simulatedDelaysMs);
  const endpointId = await memory.addEndpoint({ url: "http://quick-0.test/", maxPerSecond: null });
  const [id = ""] = await memory.accept([endpointId], 0);
  const watch = new DeliveryWatch({ delaysMs: simulatedDelaysMs, perEndpoint: 8 });
  watch.addEndpoint(endpointId, null);
  watch.accepted(id, endpointId, 0);
  const shares = [{ endpointId, count: 1 }];
  const lost = await memory.claim({ nowMs: 0, leaseMs: 10, leadMs: 100, claimId: "first", shares });
  watch.claimed(0, lost, { nowMs: 0, untilMs: 10 });
  watch.claimed(1, await memory.claim({ nowMs: 10, leaseMs: 10, leadMs: 100, claimId: "second", shares }), {
    nowMs: 10,
    untilMs: 20,
  });
  expect(watch.violations).toEqual([]);
  watch.renewed(0, new Set([id]), lost, 30);
  expect(watch.violations).toEqual([
    { invariant: "held-twice", detail: `0 renewed the lease of ${id} after 1 had claimed it` },
  ]);
});
