import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../../../tests/databases.ts";
import { simulateOrders } from "./order-simulation.ts";

/** Simulates the seeds 1, 2, …; `SIMULATION_SEED=123` replays one seed. */
export function testOrderSeeds(count: number): void {
  const only = process.env["SIMULATION_SEED"];
  const seeds = only === undefined ? Array.from({ length: count }, (_, index) => index + 1) : [Number(only)];
  test(`orders nothing twice and loses nothing in ${count} seeds`, { timeout: 60_000 + count * 5000 }, async () => {
    const { database, drop } = await createTestDatabase("pglite");
    onTestFinished(drop);
    for (const seed of seeds) {
      expect(await simulateOrders(database, seed), `seed ${seed}`).toEqual([]);
    }
  });
}
