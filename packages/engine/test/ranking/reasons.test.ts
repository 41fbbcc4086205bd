import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wakingDay } from "../../src/ranking/coefficients.ts";
import type { RankOption, RankSlice } from "../../src/ranking/option.ts";
import { rank } from "../../src/ranking/rank.ts";
import { nightMinutes } from "../../src/ranking/schedule.ts";
import { arbitraryOptions, arbitraryPreferences, option, slice, wording } from "./ranking-model.ts";

const reasonsOf = (options: RankOption[], index: number): string[] => {
  const found = rank(options, { profile: "leisure" }, wording).find((entry) => entry.option === index);
  if (found === undefined) throw new Error(`option ${index} was not ranked`);
  return found.reasons;
};
const stopAt = (...airports: string[]): RankSlice =>
  slice({
    layovers: airports.map((airport) => ({
      airport,
      durationMinutes: 120,
      slackMinutes: 60,
      overnight: false,
      airportChange: null,
    })),
  });

describe("an award", () => {
  const award = option({ kind: "award", moneyMinor: 560, miles: 60_000, mileValueMinor: 1.2 });
  const verdict = (valuePerMileMinor: number | null) => reasonsOf([{ ...award, valuePerMileMinor }], 0)[0];

  test.each([
    [1.9, "good value for 60,000 miles: 1.9 cents per mile (usual: 1.2 cents)"],
    [1.3, "fair value for 60,000 miles: 1.3 cents per mile (usual: 1.2 cents)"],
    [1.22, "fair value for 60,000 miles: 1.2 cents per mile, the usual value"],
    [0.8, "poor value for 60,000 miles: 0.8 cents per mile (usual: 1.2 cents)"],
    [-0.1, "poor value for 60,000 miles: the taxes and fees alone cost as much as a ticket in cash"],
  ])("at %s cents per mile gets a verdict", (value, expected) => {
    expect(verdict(value)).toBe(expected);
  });

  test("without a cash price has no verdict", () => {
    expect(verdict(null)).toBe("nonstop");
  });

  test("and cash on one flight are compared as such", () => {
    const cash = option({ moneyMinor: 150_000 });
    expect(reasonsOf([{ ...award, valuePerMileMinor: 1.9 }, cash], 1)[0]).toBe(
      "$774.40 more than option 1, and not better in any scored component, counting miles at their usual value",
    );
    const better = { ...award, valuePerMileMinor: 1.9, refundable: false };
    expect(reasonsOf([better, cash], 1)[0]).toBe(
      "$774.40 more than the best award on this flight, but with better conditions, counting miles at their usual value",
    );
  });
});

describe("a comparison", () => {
  test("does not mention conditions that a supplier left unknown", () => {
    const unknown = option({ flight: 1, moneyMinor: 49_000, refundable: null, changeable: null });
    expect(reasonsOf([option(), unknown], 1)[0]).toBe("$10 cheaper than the best option");
  });

  test("of a dominated option names the dominating one and the extra cost", () => {
    const moreExpensive = option({ flight: 1, moneyMinor: 61_000 });
    expect(reasonsOf([option(), moreExpensive], 1)[0]).toBe(
      "$110 more than option 1, and not better in any scored component",
    );
  });

  test("of an option that is not more expensive or longer than a better one names its disadvantage", () => {
    const early = option({ flight: 1, moneyMinor: 49_900, slices: [slice({ departureMinute: 245 })] });
    expect(reasonsOf([option(), early], 1).slice(0, 3)).toEqual([
      "$1 cheaper than the best option, but at worse hours",
      "nonstop",
      "leaves at 04:05",
    ]);
  });

  test("of equal options states that they are equal", () => {
    expect(reasonsOf([option(), option({ flight: 1 })], 1)[0]).toBe(
      "the same price and duration as the best option, and equal in all scored components",
    );
  });

  test("of the best option states that it is the cheapest and quickest", () => {
    expect(reasonsOf([option(), option({ flight: 1, moneyMinor: 70_000 })], 0)).toEqual([
      "the cheapest and quickest of 2 offers",
      "$200 cheaper than the next best flight",
      "nonstop",
      "fully refundable",
    ]);
  });

  test("of the best option is with the cheapest that a traveler of the profile would consider", () => {
    const nonstop = option({ moneyMinor: 80_000 });
    const connecting = option({
      flight: 1,
      moneyMinor: 65_000,
      slices: [slice({ durationMinutes: 500, layovers: stopAt("BOS").layovers })],
    });
    const chain = option({
      flight: 2,
      moneyMinor: 60_000,
      slices: [slice({ durationMinutes: 1900, layovers: stopAt("BOS", "PHL").layovers })],
    });
    const first = (...options: RankOption[]) => rank(options, { profile: "leisure" }, wording)[0]?.reasons[0];
    expect(first(nonstop, connecting, chain)).toMatch(/^\$150 more than the cheapest likely choice, /);
    expect(first(nonstop, connecting)).toMatch(/^\$150 more than the cheapest, /);
    expect(first(nonstop, chain)).toMatch(/^\$200 more than the next best flight, /);
  });

  test("never compares an option with itself, nor repeats a statement", () => {
    fc.assert(
      fc.property(arbitraryOptions, arbitraryPreferences, (options, preferences) => {
        for (const { rank: at, reasons } of rank(options, preferences, wording)) {
          const text = reasons.join(" · ");
          if (at === 1) expect(text).not.toMatch(/the best (option|award|cash)|option 1\b/);
          expect(text).not.toContain(`option ${at},`);
          expect(text.match(/counting miles/g)?.length ?? 0).toBeLessThanOrEqual(1);
          expect(text).not.toMatch(/\$0\b(?!\.)/);
        }
      }),
      { seed: 20_260_401, numRuns: 250 },
    );
  });
});

test.each([
  [[slice(), slice()], "nonstop both ways"],
  [[stopAt("CNF")], "1 stop at CNF"],
  [[stopAt("CNF"), stopAt("CNF")], "1 stop each way, at CNF"],
  [[stopAt("DOH", "BOM"), stopAt("BOM", "DOH")], "2 stops each way, at DOH and BOM"],
  [[stopAt("ORD"), slice()], "1 stop at ORD outbound, nonstop inbound"],
])("describes stops as %#", (slices, expected) => {
  expect(reasonsOf([option({ slices })], 0)).toContain(expected);
});

describe("night minutes", () => {
  test.each([
    [600, { early: 0, late: 0 }],
    [wakingDay.earliest - 1, { early: 1, late: 0 }],
    [wakingDay.latestArrival + 1, { early: 0, late: 1 }],
    [10, { early: 0, late: 100 }],
  ])("of minute %s are %o", (minute, expected) => {
    expect(nightMinutes(minute, wakingDay.latestArrival)).toEqual(expected);
  });

  test("count from the nearer end", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1439 }), (minute) => {
        const { early, late } = nightMinutes(minute, wakingDay.latestDeparture);
        const awake = (at: number) => at >= wakingDay.earliest && at <= wakingDay.latestDeparture;
        let distance = 0;
        while (!awake((minute + distance) % 1440) && !awake((minute - distance + 1440) % 1440)) distance += 1;
        expect(early + late).toBe(distance);
      }),
      { seed: 20_261_121 },
    );
  });
});
