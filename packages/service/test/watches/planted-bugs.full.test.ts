import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../../../tests/databases.ts";
import { type PlantedBug, simulateWatches } from "./watch-simulation.ts";

const bugs: Record<string, PlantedBug> = {
  "stores runs whose lease has ended": {
    statement: { name: "finish-watches", from: "AND watch.lease_id = $1", to: "AND $1::text IS NOT NULL" },
  },
  "forgets which flights were reported": {
    statement: { name: "finish-watches", from: "state = run.state::jsonb", to: "state = watch.state" },
  },
  "takes a supplier that failed for one without flights": {
    runner: (runner) => ({
      ...runner,
      watch: async (job, context) => {
        const answer = await runner.watch(job, context);
        return { ...answer, supply: answer.supply.map((row) => ({ ...row, status: "ok", coverage: 1 })) };
      },
    }),
  },
  "ignores the number of seats": {
    runner: (runner) => ({
      ...runner,
      watch: async (job, context) => {
        const answer = await runner.watch(job, context);
        const flights = answer.flights.map((flight) => ({
          ...flight,
          cash: flight.cash.map((offer) => ({ ...offer, seats: 9 })),
          award: flight.award.map((offer) => ({ ...offer, seats: 9 })),
        }));
        return { ...answer, flights };
      },
    }),
  },
};

test.each(Object.entries(bugs))("the simulation notices a runner that %s", async (_title, bug) => {
  const { database, drop } = await createTestDatabase("pglite");
  onTestFinished(drop);
  const faults: string[] = [];
  for (let seed = 1; seed <= 10 && faults.length === 0; seed++)
    faults.push(...(await simulateWatches(database, seed, bug)));
  expect(faults).not.toEqual([]);
});
