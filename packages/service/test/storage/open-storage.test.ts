import { expect, test } from "vitest";
import { poolSizesOf } from "../../src/storage/open-storage.ts";

test("splits the connections of a process into non-empty pools", () => {
  expect(poolSizesOf(16)).toEqual({ max: 10, maxLookups: 2, maxReads: 4 });
  for (let total = 4; total <= 1000; total++) {
    const { max, maxLookups, maxReads } = poolSizesOf(total);
    expect(max + maxLookups + maxReads).toBe(total);
    expect(Math.min(max, maxLookups, maxReads)).toBeGreaterThan(0);
  }
});
