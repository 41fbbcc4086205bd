import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { componentMaxima, profileCoefficients } from "../../src/ranking/coefficients.ts";
import {
  componentNames,
  type Preferences,
  profileNames,
  type Ranked,
  type RankOption,
} from "../../src/ranking/option.ts";
import { rank } from "../../src/ranking/rank.ts";
import { termNames, termsOf } from "../../src/ranking/terms.ts";
import { effectiveCostOf, totalMinutesOf, writeUtilities } from "../../src/ranking/utility.ts";
import { arbitraryOption, arbitraryOptions, arbitraryPreferences, option, wording } from "./ranking-model.ts";

const RUNS = { seed: 20_260_401, numRuns: 250 };

function find(ranked: Ranked[], index: number): Ranked {
  const found = ranked.find((entry) => entry.option === index);
  if (found === undefined) throw new Error(`option ${index} was not ranked`);
  return found;
}

/** Component utilities, computed option by option and compared pairwise: the oracle for dominance. */
function utilities(options: RankOption[], preferences: Preferences): number[][] {
  const ideals = {
    costMinor: Math.min(...options.map(effectiveCostOf)),
    durationMinutes: Math.min(...options.map(totalMinutesOf)),
  };
  return options.map((each) => {
    const target = new Float64Array(componentNames.length);
    writeUtilities(each, { ideals, coefficients: profileCoefficients[preferences.profile] }, target, 0);
    return Array.from(target);
  });
}

const dominates = (a: number[], b: number[]): boolean =>
  a.every((value, i) => value >= (b[i] ?? 0)) && a.some((value, i) => value > (b[i] ?? 0));

describe("any options and weights", () => {
  test("rank every option once, from 1, with higher scores for higher utilities", () => {
    fc.assert(
      fc.property(arbitraryOptions, arbitraryPreferences, (options, preferences) => {
        const ranked = rank(options, preferences, wording);
        expect(ranked.map((entry) => entry.rank)).toEqual(options.map((_, i) => i + 1));
        expect(new Set(ranked.map((entry) => entry.option)).size).toBe(options.length);
        expect(ranked.every((entry, i) => i === 0 || entry.score <= (ranked[i - 1]?.score ?? 0))).toBe(true);
        expect(ranked.every((entry) => entry.score >= 0 && entry.score <= 100)).toBe(true);
      }),
      RUNS,
    );
  });

  test("have probabilities that sum to 1 and decrease with rank", () => {
    fc.assert(
      fc.property(arbitraryOptions, arbitraryPreferences, (options, preferences) => {
        const shares = rank(options, preferences, wording).map((entry) => entry.probability);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 10);
        expect(shares.every((share, i) => i === 0 || share <= (shares[i - 1] ?? 0))).toBe(true);
      }),
      RUNS,
    );
  });

  test("have components that sum to the score exactly, in tenths", () => {
    fc.assert(
      fc.property(arbitraryOptions, arbitraryPreferences, (options, preferences) => {
        for (const { components, score } of rank(options, preferences, wording)) {
          const tenths = componentNames.reduce((sum, name) => sum + Math.round(10 * components[name]), 0);
          expect(tenths).toBe(Math.round(10 * score));
          for (const name of componentNames) {
            expect(components[name]).toBeLessThanOrEqual(componentMaxima[name] + 0.1);
            expect(components[name] * 10).toBeCloseTo(Math.round(10 * components[name]), 6);
          }
        }
      }),
      RUNS,
    );
  });

  test("name the best-ranked dominating option in dominatedBy, which ranks above the dominated one", () => {
    fc.assert(
      fc.property(arbitraryOptions, arbitraryPreferences, (options, preferences) => {
        const vectors = utilities(options, preferences);
        const ranked = rank(options, preferences, wording);
        for (const entry of ranked) {
          const dominators = ranked.filter((other) =>
            dominates(vectors[other.option] ?? [], vectors[entry.option] ?? []),
          );
          expect(entry.dominatedBy).toBe(dominators[0]?.option ?? null);
          expect(dominators.every((other) => other.rank < entry.rank)).toBe(true);
        }
      }),
      RUNS,
    );
  });

  test("depend on the input order only for complete ties", () => {
    fc.assert(
      fc.property(arbitraryOptions, arbitraryPreferences, (options, preferences) => {
        const flipped = rank(options.toReversed(), preferences, wording);
        const straight = rank(options, preferences, wording);
        expect(flipped.map((entry) => [entry.score, entry.components, entry.effectiveCostMinor])).toEqual(
          straight.map((entry) => [entry.score, entry.components, entry.effectiveCostMinor]),
        );
      }),
      RUNS,
    );
  });

  test("do not depend on the unit of money", () => {
    fc.assert(
      fc.property(arbitraryOptions, arbitraryPreferences, fc.constantFrom(0.25, 64), (options, preferences, factor) => {
        const scaled = options.map((each) => ({
          ...each,
          moneyMinor: each.moneyMinor * factor,
          mileValueMinor: each.mileValueMinor * factor,
        }));
        const pick = (entry: Ranked) => [entry.option, entry.score, entry.components, entry.dominatedBy, entry.labels];
        expect(rank(scaled, preferences, wording).map(pick)).toEqual(rank(options, preferences, wording).map(pick));
      }),
      RUNS,
    );
  });

  test("keep all scores when an option is added that is neither cheapest nor shortest", () => {
    fc.assert(
      fc.property(arbitraryOptions, arbitraryOption, arbitraryPreferences, (options, extra, preferences) => {
        const cheapest = Math.min(...options.map(effectiveCostOf));
        const shortest = Math.min(...options.map(totalMinutesOf));
        fc.pre(effectiveCostOf(extra) >= cheapest && totalMinutesOf(extra) >= shortest);
        const before = rank(options, preferences, wording);
        const after = rank([...options, extra], preferences, wording);
        for (const entry of before) expect(find(after, entry.option).score).toBe(entry.score);
      }),
      RUNS,
    );
  });

  test("never improve a more expensive or longer option", () => {
    const change = fc.record({ cost: fc.integer({ min: 0, max: 90_000 }), minutes: fc.integer({ min: 0, max: 600 }) });
    fc.assert(
      fc.property(
        arbitraryOptions,
        fc.nat(),
        change,
        arbitraryPreferences,
        (options, at, { cost, minutes }, preferences) => {
          const index = at % options.length;
          const worse = options.map((each, i) => {
            if (i !== index) return each;
            const lengthen = each.slices.map((leg, s) =>
              s === 0 ? { ...leg, durationMinutes: leg.durationMinutes + minutes } : leg,
            );
            return { ...each, moneyMinor: each.moneyMinor + cost, slices: lengthen };
          });
          const before = find(rank(options, preferences, wording), index);
          const after = find(rank(worse, preferences, wording), index);
          expect(after.score).toBeLessThanOrEqual(before.score);
          expect(after.probability).toBeLessThanOrEqual(before.probability + 1e-12);
        },
      ),
      RUNS,
    );
  });

  test("have one to four reasons per option and each label once", () => {
    fc.assert(
      fc.property(arbitraryOptions, arbitraryPreferences, (options, preferences) => {
        const ranked = rank(options, preferences, wording);
        for (const { reasons } of ranked) {
          expect(new Set(reasons).size).toBe(reasons.length);
          expect(reasons.join(" · ")).not.toMatch(/\b1 (stops|minutes|seats|offers)\b|\b0 min\b/);
          expect(reasons.length).toBeGreaterThanOrEqual(1);
          expect(reasons.length).toBeLessThanOrEqual(4);
          expect(reasons.join()).not.toMatch(/NaN|undefined|null|-\d/);
        }
        const labels = ranked.flatMap((entry) => entry.labels);
        expect(new Set(labels).size).toBe(labels.length);
        expect(ranked[0]?.labels).toContain("best");
      }),
      RUNS,
    );
  });
});

describe("the other options of a set", () => {
  const costs = (each: RankOption) => effectiveCostOf(each) > 0;
  const joined = fc.tuple(arbitraryOptions, arbitraryOption, arbitraryPreferences).filter(([, extra]) => costs(extra));

  test("never change the odds of two options, even as the new cheapest or shortest", () => {
    fc.assert(
      fc.property(joined, ([options, extra, preferences]) => {
        const before = rank(options, preferences, wording);
        const after = rank([...options, extra], preferences, wording);
        const [first] = before;
        for (const entry of before) {
          const odds = Math.log(entry.probability) - Math.log(first?.probability ?? 0);
          if (!Number.isFinite(odds)) continue;
          const oddsAfter = Math.log(
            find(after, entry.option).probability / find(after, first?.option ?? 0).probability,
          );
          if (Number.isFinite(oddsAfter)) expect(oddsAfter).toBeCloseTo(odds, 6);
        }
      }),
      RUNS,
    );
  });

  test("never swap two options that differ by more than rounding", () => {
    fc.assert(
      fc.property(joined, ([options, extra, preferences]) => {
        const before = rank(options, preferences, wording);
        const after = rank([...options, extra], preferences, wording);
        for (const [at, entry] of before.entries()) {
          const next = before[at + 1];
          if (next === undefined || entry.probability < next.probability * 1.000_001) continue;
          expect(find(after, entry.option).rank).toBeLessThan(find(after, next.option).rank);
        }
      }),
      RUNS,
    );
  });

  test("never raise a score", () => {
    fc.assert(
      fc.property(joined, ([options, extra, preferences]) => {
        const after = rank([...options, extra], preferences, wording);
        for (const entry of rank(options, preferences, wording)) {
          expect(find(after, entry.option).score).toBeLessThanOrEqual(entry.score);
        }
      }),
      RUNS,
    );
  });

  test("affect all options: a second offer of one flight takes probability from all (the logit's weakness)", () => {
    const twin = option();
    const other = option({ flight: 1, moneyMinor: 60_000 });
    const share = (options: RankOption[]) => find(rank(options, { profile: "leisure" }, wording), 0).probability;
    expect(share([other, twin, { ...twin }])).toBeLessThan(share([other, twin]));
  });
});

describe("weights", () => {
  test("on a component favor the option that is better in it", () => {
    const arbitraryWeight = fc.record({
      options: arbitraryOptions,
      profile: fc.constantFrom(...profileNames),
      name: fc.constantFrom(...componentNames),
      weight: fc.constantFrom(0, 0.5, 2, 10),
    });
    fc.assert(
      fc.property(arbitraryWeight, ({ options, profile, name, weight }) => {
        const vectors = utilities(options, { profile });
        const at = componentNames.indexOf(name);
        const plain = rank(options, { profile }, wording);
        const weighted = rank(options, { profile, weights: { [name]: weight } }, wording);
        const [a, b] = [0, options.length - 1];
        const ahead = (vectors[a]?.[at] ?? 0) - (vectors[b]?.[at] ?? 0);
        const odds = (ranked: Ranked[]) => Math.log(find(ranked, a).probability / find(ranked, b).probability);
        const gained = odds(weighted) - odds(plain);
        if (Number.isFinite(gained)) expect(gained).toBeCloseTo((weight - 1) * ahead, 6);
      }),
      RUNS,
    );
  });

  test("of 1 equal the profile", () => {
    const weights = Object.fromEntries(componentNames.map((name) => [name, 1]));
    fc.assert(
      fc.property(arbitraryOptions, (options) => {
        expect(rank(options, { profile: "points", weights }, wording)).toEqual(
          rank(options, { profile: "points" }, wording),
        );
      }),
      RUNS,
    );
  });
});

test("equal options keep their input order, at any positions", () => {
  fc.assert(
    fc.property(arbitraryOptions, fc.nat(), fc.nat(), arbitraryPreferences, (options, from, to, preferences) => {
      const twin = options[from % options.length];
      if (twin === undefined) return;
      const at = to % (options.length + 1);
      const withTwin = options.toSpliced(at, 0, twin);
      const original = options.indexOf(twin) + (options.indexOf(twin) >= at ? 1 : 0);
      const ranked = rank(withTwin, preferences, wording);
      const [first, second] = [Math.min(original, at), Math.max(original, at)];
      expect(find(ranked, first).rank).toBeLessThan(find(ranked, second).rank);
      expect(find(ranked, second).score).toBe(find(ranked, first).score);
    }),
    RUNS,
  );
});

test("terms times coefficients are the utility that ranks", () => {
  fc.assert(
    fc.property(arbitraryOptions, fc.constantFrom("leisure" as const, "business" as const), (options, profile) => {
      const terms = termsOf(options, termNames);
      const coefficients = termNames.map((name) => profileCoefficients[profile][name]);
      const constants: number[] = [];
      for (const [index, vector] of utilities(options, { profile }).entries()) {
        const row = terms.subarray(index * termNames.length, (index + 1) * termNames.length);
        const utility = coefficients.reduce((sum, value, at) => sum - value * (row[at] ?? Number.NaN), 0);
        const constant = utility - vector.reduce((sum, part) => sum + part, 0);
        expect(constant).toBeCloseTo(constants.at(-1) ?? constant, 8);
        constants.push(constant);
        expect(row.every((term) => term >= 0)).toBe(true);
      }
    }),
    RUNS,
  );
});

test("a weight of 0 removes a component's influence on the score", () => {
  const preferences = { profile: "leisure", weights: { price: 0, risk: 0 } } as const;
  fc.assert(
    fc.property(arbitraryOptions, fc.integer({ min: 1, max: 900_000 }), (options, moneyMinor) => {
      const changed = options.map((each) => ({ ...each, moneyMinor, miles: 0, confidence: 0.5, seatsRemaining: 1 }));
      const before = rank(options, preferences, wording);
      for (const entry of rank(changed, preferences, wording)) {
        expect(entry.score).toBe(find(before, entry.option).score);
      }
    }),
    RUNS,
  );
});
