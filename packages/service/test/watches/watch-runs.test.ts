import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../../tests/databases.ts";
import { scaled } from "../../../../tests/scale.ts";
import { simulateWatches } from "./watch-simulation.ts";

test.each(testDatabaseKinds)("sends each event of random prices once when processes die, on %s", async (kind) => {
  const { database, drop } = await createTestDatabase(kind);
  onTestFinished(drop);
  for (let seed = 1; seed <= scaled(2); seed++) {
    expect(await simulateWatches(database, seed), `seed ${seed}`).toEqual([]);
  }
});
