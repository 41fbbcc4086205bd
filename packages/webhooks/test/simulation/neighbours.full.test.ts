import { expect, test } from "vitest";
import { MemoryStore } from "./memory-store.ts";
import { SeededRandom } from "./seeded-random.ts";
import { type Scenario, simulate, simulatedDelaysMs } from "./simulation.ts";

const endpoints = 100;
const mostHanging = 10;

/** The same events in every run; only how many of the first ten endpoints hang differs. */
function scenarioWith(hanging: number): Scenario {
  const random = new SeededRandom(1);
  return {
    seed: 1,
    endpoints: Array.from({ length: endpoints }, (_, at) => ({
      behaviour: at < hanging ? ("hanging" as const) : ("quick" as const),
      maxPerSecond: null,
    })),
    events: Array.from({ length: 1000 }, (_, at) => ({ atMs: at * 5, endpoints: [random.between(0, endpoints - 1)] })),
    workers: 1,
    kills: [],
    outages: [],
    lostMessages: 0,
  };
}

/** The wait that 99 of 100 requests to the ninety others stay below, in milliseconds. */
async function p99With(hanging: number): Promise<number> {
  const { waits } = await simulate(scenarioWith(hanging), new MemoryStore(simulatedDelaysMs));
  const healthy = waits.filter(({ endpoint }) => endpoint >= mostHanging).map(({ waitMs }) => waitMs);
  return healthy.toSorted((a, b) => a - b)[Math.ceil(healthy.length * 0.99) - 1] ?? Number.NaN;
}

test("endpoints that hang, one in a hundred or one in ten, move the wait of the others by a quarter at most", async () => {
  const alone = await p99With(0);
  expect(alone).toBeLessThan(150);
  for (const hanging of [1, mostHanging]) {
    const beside = await p99With(hanging);
    expect(beside, `${hanging} hang`).toBeLessThanOrEqual(alone * 1.25);
  }
}, 120_000);
