import { expect, test } from "vitest";
import { createTestDatabase } from "../../../database/test/test-databases.ts";
import { runFeed } from "./feed-run.ts";

test("skips and repeats no event of 1,000,000 by 32 concurrent writers with random commit delays", {
  timeout: 3_600_000,
}, async () => {
  const { database, drop } = await createTestDatabase("postgresql");
  try {
    const run = { database, writers: 32, events: 1_000_000, batch: 200, maxDelayMs: 50, seed: 1 };
    expect(await runFeed(run)).toEqual({ read: 1_000_000, skipped: 0, doubled: 0 });
  } finally {
    await drop();
  }
});
