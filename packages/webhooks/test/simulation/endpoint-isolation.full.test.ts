import { expect, test } from "vitest";
import { SeededRandom } from "../../../../tests/seeded-random.ts";
import { MemoryStore } from "./memory-store.ts";
import { type Scenario, simulate, simulatedDelaysMs } from "./simulation.ts";

const endpoints = 100;
const maxHanging = 10;

/** The same events in every run; only the number of hanging endpoints differs. */
function scenarioWith(hanging: number): Scenario {
  const random = new SeededRandom(1);
  return {
    seed: 1,
    endpoints: Array.from({ length: endpoints }, (_, index) => ({
      behavior: index < hanging ? ("hanging" as const) : ("quick" as const),
      maxPerSecond: null,
    })),
    events: Array.from({ length: 1000 }, (_, index) => ({
      atMs: index * 5,
      endpoints: [random.between(0, endpoints - 1)],
    })),
    workers: 1,
    kills: [],
    outages: [],
    lostMessages: 0,
  };
}

/** Returns the 99th percentile of the wait of requests to the other ninety endpoints, in milliseconds. */
async function p99With(hanging: number): Promise<number> {
  const { waits } = await simulate(scenarioWith(hanging), new MemoryStore(simulatedDelaysMs));
  const healthy = waits.filter(({ endpoint }) => endpoint >= maxHanging).map(({ waitMs }) => waitMs);
  return healthy.toSorted((a, b) => a - b)[Math.ceil(healthy.length * 0.99) - 1] ?? Number.NaN;
}

test("hanging endpoints, one or ten in a hundred, raise the p99 wait of the others by at most a quarter", async () => {
  const baseline = await p99With(0);
  expect(baseline).toBeLessThan(150);
  for (const hanging of [1, maxHanging]) {
    const p99Ms = await p99With(hanging);
    expect(p99Ms, `${hanging} hang`).toBeLessThanOrEqual(baseline * 1.25);
  }
});
