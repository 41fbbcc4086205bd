import fc from "fast-check";
import { expect, test } from "vitest";
import { levelOf, quartilesOf } from "../../src/search/quartiles.ts";

test("interpolates between prices, and rounds to minor units", () => {
  expect(quartilesOf([500])).toEqual({ lower: 500, median: 500, upper: 500 });
  expect(quartilesOf([400, 100, 200, 300])).toEqual({ lower: 175, median: 250, upper: 325 });
  expect(quartilesOf([1, 2])).toEqual({ lower: 1, median: 2, upper: 2 });
});

test("a quarter of the prices lie outside of each outer quartile", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1, maxLength: 80 }), (prices) => {
      const quartiles = quartilesOf(prices);
      const { lower, median, upper } = quartiles;
      expect(lower).toBeLessThanOrEqual(median);
      expect(median).toBeLessThanOrEqual(upper);
      const count = (level: string) => prices.filter((price) => levelOf(price, quartiles) === level).length;
      expect(count("low")).toBeLessThanOrEqual(Math.ceil(prices.length / 4));
      expect(count("high")).toBeLessThanOrEqual(Math.ceil(prices.length / 4));
      expect(quartilesOf(prices.toReversed())).toEqual(quartiles);
    }),
  );
});
