import { expect, test } from "vitest";
import { SeededRandom } from "../../../../tests/seeded-random.ts";
import type { DeliveryStore } from "../../src/dispatcher/delivery-store.ts";
import { MemoryStore } from "./memory-store.ts";
import { simulate, simulatedDelaysMs } from "./simulation.ts";

const seconds = 4;
const endpoints = 100;

/** Returns the store calls per delivery and the median wait at a rate of events. */
async function run(perSecond: number): Promise<{ calls: number; medianMs: number }> {
  let calls = 0;
  const counted = (store: DeliveryStore): DeliveryStore => ({
    listen: (onReady) => store.listen(onReady),
    poll: (nowMs) => (calls++, store.poll(nowMs)),
    claim: (request) => (calls++, store.claim(request)),
    renew: (claimed, untilMs) => (calls++, store.renew(claimed, untilMs)),
    complete: (attempts) => (calls++, store.complete(attempts)),
  });
  const random = new SeededRandom(1);
  const count = perSecond * seconds;
  const scenario = {
    seed: 1,
    endpoints: Array.from({ length: endpoints }, () => ({ behavior: "quick" as const, maxPerSecond: null })),
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
  const { waits, violations } = await simulate(scenario, new MemoryStore(simulatedDelaysMs), { wrapStore: counted });
  expect(violations).toEqual([]);
  const sorted = waits.map(({ waitMs }) => waitMs).toSorted((a, b) => a - b);
  return { calls: calls / count, medianMs: sorted[count >> 1] ?? Number.NaN };
}

test.each([
  { perSecond: 500, max: 0.2, maxMedianMs: 16 },
  { perSecond: 200, max: 0.4, maxMedianMs: 16 },
])(
  "needs at most $max statements per delivery at $perSecond events per second, with a median wait below $maxMedianMs ms",
  async ({ perSecond, max, maxMedianMs }) => {
    const { calls, medianMs } = await run(perSecond);
    expect(calls).toBeLessThan(max);
    expect(medianMs).toBeLessThan(maxMedianMs);
  },
);
