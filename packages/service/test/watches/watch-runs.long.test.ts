import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../../tests/databases.ts";
import { simulateWatches } from "./watch-simulation.ts";

test.each(testDatabaseKinds)(
  "sends each event of 200 random worlds once when processes die, on %s",
  { timeout: 1_200_000 },
  async (kind) => {
    const { database, drop } = await createTestDatabase(kind);
    onTestFinished(drop);
    for (let seed = 1; seed <= 200; seed++) {
      expect(await simulateWatches(database, seed), `seed ${seed}`).toEqual([]);
    }
  },
);
