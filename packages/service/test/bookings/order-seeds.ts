import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../../../tests/databases.ts";
import { simulateOrders } from "./order-simulation.ts";

/** Seeds of one test, on one database. */
const seedsPerTest = 20;

/** Simulates the seeds 1, 2, …, in tests of 20; `SIMULATION_SEED=123` replays one seed. */
export function testOrderSeeds(count: number): void {
  const only = process.env["SIMULATION_SEED"];
  const seeds = only === undefined ? Array.from({ length: count }, (_, index) => index + 1) : [Number(only)];
  const groups = Array.from({ length: Math.ceil(seeds.length / seedsPerTest) }, (_, at) =>
    seeds.slice(at * seedsPerTest, (at + 1) * seedsPerTest),
  );
  test.each(groups.map((group) => ({ from: group[0], to: group.at(-1), group })))(
    "orders nothing twice and loses nothing in the seeds $from to $to",
    { timeout: 300_000 + seedsPerTest * 5000 },
    async ({ group }) => {
      const { database, drop } = await createTestDatabase("pglite");
      onTestFinished(drop);
      for (const seed of group) expect(await simulateOrders(database, seed), `seed ${seed}`).toEqual([]);
    },
  );
}
