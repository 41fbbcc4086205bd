import { expect, test } from "vitest";
import { MemoryStore } from "./memory-store.ts";
import { testSeeds } from "./seeds.ts";
import { drawScenario, type Scenario, simulate, simulatedDelaysMs } from "./simulation.ts";

testSeeds({ inMemory: 8, ordered: 2, onPostgres: 1 });

/** Small, so that one run per step is fast; includes retries, an order and a rate limit. */
const small: Scenario = {
  seed: 7,
  endpoints: [
    { behavior: "quick", maxPerSecond: null },
    { behavior: "recovering", maxPerSecond: null, ordered: true },
    { behavior: "quick", maxPerSecond: 4 },
  ],
  events: [0, 5, 10, 1500].map((atMs) => ({ atMs, endpoints: [0, 1, 2], subject: "bkg_1" })),
  workers: 1,
  kills: [],
  outages: [],
  lostMessages: 0,
};

test("keeps every invariant when a worker is killed at any step", async () => {
  const { steps } = await simulate(small, new MemoryStore(simulatedDelaysMs));
  for (let killAtStep = 1; killAtStep < steps; killAtStep++) {
    const { violations, kills } = await simulate(small, new MemoryStore(simulatedDelaysMs), { killAtStep });
    expect({ violations, kills }, `killed at step ${killAtStep}`).toEqual({ violations: [], kills: 1 });
  }
});

test.each([1, 2, 3, 4, 5, 6])("keeps the rate limit in every second when claims are slow, in seed %i", async (seed) => {
  const slow: Scenario = {
    ...small,
    seed,
    endpoints: [{ behavior: "quick", maxPerSecond: 20 }],
    events: Array.from({ length: 120 }, (_, index) => ({ atMs: index * 20, endpoints: [0] })),
    workers: 3,
    databaseMs: 300,
  };
  const { violations } = await simulate(slow, new MemoryStore(simulatedDelaysMs));
  expect(violations.filter(({ invariant }) => invariant === "too-fast")).toEqual([]);
});

test("runs a seed the same way every time", async () => {
  const runs = [0, 1].map(() => simulate(drawScenario(11), new MemoryStore(simulatedDelaysMs)));
  const [first, second] = await Promise.all(runs);
  expect(first).toEqual(second);
});
