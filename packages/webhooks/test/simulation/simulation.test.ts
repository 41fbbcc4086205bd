import { expect, test } from "vitest";
import { MemoryStore } from "./memory-store.ts";
import { testSeeds } from "./seeds.ts";
import { drawScenario, type Scenario, simulate, simulatedDelaysMs } from "./simulation.ts";

testSeeds({ inMemory: 20, onPostgres: 1 });

/** Small, so that a run for each of its steps is quick; a retry, a receiver that hangs and a rate are in it. */
const small: Scenario = {
  seed: 7,
  endpoints: [
    { behaviour: "quick", maxPerSecond: null },
    { behaviour: "recovering", maxPerSecond: null },
    { behaviour: "quick", maxPerSecond: 4 },
  ],
  events: [0, 5, 10, 1500].map((atMs) => ({ atMs, endpoints: [0, 1, 2] })),
  workers: 1,
  kills: [],
  outages: [],
  lostMessages: 0,
};

test("a worker may die at any of its waits", async () => {
  const { steps } = await simulate(small, new MemoryStore(simulatedDelaysMs));
  for (let killAtStep = 1; killAtStep < steps; killAtStep++) {
    const { violations, kills } = await simulate(small, new MemoryStore(simulatedDelaysMs), { killAtStep });
    expect({ violations, kills }, `killed at step ${killAtStep}`).toEqual({ violations: [], kills: 1 });
  }
}, 120_000);

test.each([1, 2, 3, 4, 5, 6])("a rate holds over every second where claims are slow, in seed %i", async (seed) => {
  const slow: Scenario = {
    ...small,
    seed,
    endpoints: [{ behaviour: "quick", maxPerSecond: 20 }],
    events: Array.from({ length: 120 }, (_, at) => ({ atMs: at * 20, endpoints: [0] })),
    workers: 3,
    databaseMs: 300,
  };
  const { violations } = await simulate(slow, new MemoryStore(simulatedDelaysMs));
  expect(violations.filter(({ invariant }) => invariant === "too-fast")).toEqual([]);
});

test("a seed runs the same way every time", async () => {
  const runs = [0, 1].map(() => simulate(drawScenario(11), new MemoryStore(simulatedDelaysMs)));
  const [first, second] = await Promise.all(runs);
  expect(first).toEqual(second);
});
