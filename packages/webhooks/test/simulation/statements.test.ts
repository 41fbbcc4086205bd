import { expect, test } from "vitest";
import type { DeliveryStore } from "../../src/dispatcher/delivery-store.ts";
import { MemoryStore } from "./memory-store.ts";
import { SeededRandom } from "./seeded-random.ts";
import { simulate, simulatedDelaysMs } from "./simulation.ts";

const seconds = 4;
const endpoints = 100;

/** Calls of the store for each delivery, and the wait that half of them stay below, where so many events come a second. */
async function run(perSecond: number): Promise<{ calls: number; medianMs: number }> {
  let calls = 0;
  const counted = (store: DeliveryStore): DeliveryStore => ({
    listen: (onReady) => store.listen(onReady),
    look: (nowMs) => (calls++, store.look(nowMs)),
    claim: (order) => (calls++, store.claim(order)),
    renew: (claimed, untilMs) => (calls++, store.renew(claimed, untilMs)),
    complete: (attempts) => (calls++, store.complete(attempts)),
  });
  const random = new SeededRandom(1);
  const count = perSecond * seconds;
  const scenario = {
    seed: 1,
    endpoints: Array.from({ length: endpoints }, () => ({ behaviour: "quick" as const, maxPerSecond: null })),
    events: Array.from({ length: count }, () => ({
      atMs: random.between(0, seconds * 1000),
      endpoints: [random.between(0, endpoints - 1)],
    })),
    workers: 1,
    kills: [],
    outages: [],
    lostMessages: 0,
    databaseMs: 2,
  };
  const { waits, violations } = await simulate(scenario, new MemoryStore(simulatedDelaysMs), { tamper: counted });
  expect(violations).toEqual([]);
  const sorted = waits.map(({ waitMs }) => waitMs).toSorted((a, b) => a - b);
  return { calls: calls / count, medianMs: sorted[count >> 1] ?? Number.NaN };
}

test.each([
  { perSecond: 500, most: 0.2 },
  { perSecond: 200, most: 0.4 },
])(
  "at $perSecond a second a delivery takes $most statements at most, and half leave within 25 ms",
  async (rule) => {
    const { calls, medianMs } = await run(rule.perSecond);
    expect(calls).toBeLessThan(rule.most);
    expect(medianMs).toBeLessThan(25);
  },
  60_000,
);
