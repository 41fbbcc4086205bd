import type { OverageTier, Plan } from "@wayfare/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { includedSearches, rate, rateOverage } from "../../src/rating/rating.ts";
import { samplePlans } from "../sample-plans.ts";
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

const planOf = (at: number): Plan => ({
  ...samplePlans.pro,
  searchesIncluded: 10_000 * (at + 1),
  overageTiers: [{ upTo: null, unitPrice: `0.00${at + 1}` }],
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
        phase: phaseFrom(second, 0, { terms: planOf(at) }),
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

  test("rates graduated tiers like a loop over single searches", () => {
    const price = fc.integer({ min: 0, max: 99_999 }).map((units) => `0.${String(units).padStart(5, "0")}`);
    const bounds = fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { maxLength: 4 });
    const tiers = fc.tuple(bounds, fc.array(price, { minLength: 5, maxLength: 5 })).map(([ends, prices]) => {
      const upTos = [...ends.toSorted((a, b) => a - b), null];
      return upTos.map((upTo, at): OverageTier => ({ upTo, unitPrice: prices[at] ?? "0" }));
    });
    const phase = fc.record({
      tiers,
      used: fc.integer({ min: 0, max: 300 }),
      included: fc.integer({ min: 0, max: 200 }),
    });
    const property = fc.property(
      fc.array(phase, { minLength: 1, maxLength: 3 }),
      fc.constantFrom("USD" as const, "JPY" as const, "KWD" as const),
      (given, currency) => {
        const lengthSeconds = monthSeconds / given.length;
        const phases = given.map(({ tiers: overageTiers, used, included }, at) => ({
          phase: phaseFrom(at * lengthSeconds, 0, {
            terms: { ...samplePlans.pro, searchesIncluded: included, overageTiers },
          }),
          endMs: startMs + (at + 1) * lengthSeconds * 1000,
          used,
        }));
        // Adds the price of one search at a time, in 1/100,000 of a major unit.
        let left = includedSearches(phases);
        let beyond = 0;
        const slow = new Map<string, { searches: number; units: number }>();
        for (const [at, { phase: each, used }] of phases.entries()) {
          for (let search = 0; search < used; search++) {
            if (left-- > 0) continue;
            beyond++;
            const index = each.terms.overageTiers.findIndex(({ upTo }) => upTo === null || beyond <= upTo);
            const units = Math.round(Number(each.terms.overageTiers[index]?.unitPrice) * 100_000);
            const sum = slow.get(`${at} ${index}`) ?? { searches: 0, units: 0 };
            slow.set(`${at} ${index}`, { searches: sum.searches + 1, units: sum.units + units });
          }
        }
        const minorPerUnit = 10 ** { USD: 2, JPY: 0, KWD: 3 }[currency];
        const expected = [...slow.values()].map(({ searches, units }) => ({
          searches,
          amountMinor: Math.floor((2 * units * minorPerUnit + 100_000) / 200_000),
        }));
        const rated = rateOverage(phases, currency).map(({ searches, amountMinor }) => ({ searches, amountMinor }));
        expect(rated).toEqual(expected);
      },
    );
    fc.assert(property, { seed: 30 });
  });
});
