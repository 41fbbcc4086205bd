import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { includedSearches, rate, rateOverage } from "../../src/rating/rating.ts";
import { monthSeconds, phaseFrom } from "../sample-records.ts";
import { startMs } from "../test-billing.ts";

test("rates a price in thousandths exactly and rounds once", () => {
  expect(rate(1290, "0.004", "USD")).toBe(516);
  expect(rate(1, "0.004", "USD")).toBe(0);
  expect(rate(1, "0.005", "USD")).toBe(1);
  expect(rate(3, "0.1", "USD")).toBe(30);
  expect(rate(1_000_000_007, "0.004", "USD")).toBe(400_000_003);
  expect(rate(7, "0.5", "JPY")).toBe(4);
});

describe("overage", () => {
  test("includes the plan's searches in a period with one plan", () => {
    expect(includedSearches([{ phase: phaseFrom(0, 0), endMs: startMs + monthSeconds * 1000 }])).toBe(50_000);
  });

  test("counts each search once, as included or at its phase's overage price", () => {
    const cuts = fc.array(
      fc.tuple(fc.integer({ min: 1, max: monthSeconds - 1 }), fc.integer({ min: 0, max: 60_000 })),
      { maxLength: 4 },
    );
    const property = fc.property(cuts, fc.integer({ min: 0, max: 60_000 }), (given, firstUsed) => {
      const marks = [...new Map([[0, firstUsed], ...given]).entries()].toSorted(([a], [b]) => a - b);
      const phases = marks.map(([second, used], at) => ({
        phase: phaseFrom(second, 0, { overagePerSearch: `0.00${at + 1}`, searchesIncluded: 10_000 * (at + 1) }),
        endMs: startMs + (marks[at + 1]?.[0] ?? monthSeconds) * 1000,
        used,
      }));
      const overages = rateOverage(phases, "USD");
      // Counts searches one by one, in order.
      let left = includedSearches(phases);
      const slow = phases.map(({ used }) => {
        const within = Math.min(left, used);
        left -= within;
        return used - within;
      });
      expect(overages.map(({ searches }) => searches)).toEqual(slow.filter((each) => each > 0));
    });
    fc.assert(property, { seed: 5 });
  });
});
