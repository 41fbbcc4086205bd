import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../../database/test/test-databases.ts";
import { openDatabaseStore } from "./database-store.ts";
import { MemoryStore } from "./memory-store.ts";
import { drawOrderedScenario, drawScenario, simulate, simulatedDelaysMs, simulationStartMs } from "./simulation.ts";

/** Simulates scenarios drawn from the seeds 1, 2, …; `SIMULATION_SEED=123` replays one seed. */
export function testSeeds({
  inMemory,
  ordered,
  onPostgres,
}: Record<"inMemory" | "ordered" | "onPostgres", number>): void {
  const only = process.env.SIMULATION_SEED;
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  const seeds = (count: number) => (only === undefined ? upTo(count) : [Number(only)]);
  const replay = (seed: number) =>
    `seed ${seed}; replay it with SIMULATION_SEED=${seed} npx vitest run simulation.test.ts`;

  test(`keeps every invariant in ${inMemory} seeds`, { timeout: 300_000 + inMemory * 2000 }, async () => {
    for (const seed of seeds(inMemory)) {
      const { violations } = await simulate(drawScenario(seed), new MemoryStore(simulatedDelaysMs));
      expect(violations, replay(seed)).toEqual([]);
    }
  });

  test(`keeps the order of each subject in ${ordered} seeds`, { timeout: 300_000 + ordered * 2000 }, async () => {
    for (const seed of seeds(ordered)) {
      const { violations } = await simulate(drawOrderedScenario(seed), new MemoryStore(simulatedDelaysMs));
      expect(violations, replay(seed)).toEqual([]);
    }
  });

  test.each(seeds(onPostgres))("keeps every invariant with two workers on PostgreSQL in seed %i", async (seed) => {
    const { database, drop } = await createTestDatabase("postgresql");
    onTestFinished(drop);
    const draw = seed % 10 === 2 ? drawOrderedScenario : drawScenario;
    const tested = await openDatabaseStore(database, { delaysMs: simulatedDelaysMs, startMs: simulationStartMs });
    const { violations } = await simulate(draw(seed, 2), tested);
    expect(violations, replay(seed)).toEqual([]);
  });
}
