import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../../database/test/test-databases.ts";
import { runFeed } from "./feed-run.ts";

test("skips and repeats no event in 1,000 seeds of small runs", { timeout: 1_800_000 }, async () => {
  const { database, drop } = await createTestDatabase("postgresql");
  onTestFinished(drop);
  for (let seed = 1; seed <= 1000; seed++) {
    const run = { database, writers: 2 + (seed % 6), events: 40, batch: 1 + (seed % 7), maxDelayMs: seed % 5, seed };
    expect(await runFeed(run), `seed ${seed}`).toEqual({ read: 40, skipped: 0, doubled: 0 });
  }
});

test("skips and repeats no event of 1,000,000 by 32 concurrent writers with random commit delays", {
  timeout: 3_600_000,
}, async () => {
  const { database, drop } = await createTestDatabase("postgresql");
  onTestFinished(drop);
  const run = { database, writers: 32, events: 1_000_000, batch: 200, maxDelayMs: 50, seed: 1 };
  expect(await runFeed(run)).toEqual({ read: 1_000_000, skipped: 0, doubled: 0 });
});
