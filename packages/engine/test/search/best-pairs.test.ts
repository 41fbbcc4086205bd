import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestPairs, type Keyed } from "../../src/search/best-pairs.ts";

const runs = { seed: 20_270_301, numRuns: 1500 };

/** Few distinct keys, so that sums often tie, and some infinite ones. */
const arbitraryKeys = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 0, max: 12 }) },
    { weight: 3, arbitrary: fc.double({ min: 0, max: 1e6, noNaN: true }) },
    { weight: 1, arbitrary: fc.constant(Number.POSITIVE_INFINITY) },
  ),
  { maxLength: 14 },
);

const keyed = (keys: readonly number[]): Keyed<number>[] => keys.map((key, item) => ({ item, key }));

/** Every pair, sorted by sum, and equal sums in the order of the sorted lists. */
function sortedProduct(left: readonly number[], right: readonly number[]): [number, number][] {
  const order = (keys: readonly number[]) =>
    [...keys.entries()].filter(([, key]) => key !== Number.POSITIVE_INFINITY).sort(([, a], [, b]) => a - b);
  return order(left)
    .flatMap(([l, a]) => order(right).map(([r, b]) => ({ pair: [l, r] as [number, number], sum: a + b })))
    .sort((a, b) => a.sum - b.sum)
    .map(({ pair }) => pair);
}

describe("the best pairs of two lists", () => {
  it("are the first of the whole product, sorted", () => {
    fc.assert(
      fc.property(arbitraryKeys, arbitraryKeys, fc.nat(220), (left, right, count) => {
        const found = bestPairs(keyed(left), keyed(right), count, () => true);
        expect(found).toEqual(sortedProduct(left, right).slice(0, count));
      }),
      runs,
    );
  });

  it("are the first allowed ones if some are rejected", () => {
    fc.assert(
      fc.property(arbitraryKeys, arbitraryKeys, fc.nat(60), fc.func(fc.boolean()), (left, right, count, allows) => {
        const allowed = (l: number, r: number) => allows(l, r);
        const found = bestPairs(keyed(left), keyed(right), count, allowed);
        expect(found).toEqual(
          sortedProduct(left, right)
            .filter(([l, r]) => allowed(l, r))
            .slice(0, count),
        );
      }),
      runs,
    );
  });

  it("are none if all are rejected, and every pair is checked once", () => {
    const checked: string[] = [];
    const reject = (l: number, r: number) => checked.push(`${l} ${r}`) === 0;
    expect(bestPairs(keyed([3, 1, 2]), keyed([5, 4]), 10, reject)).toEqual([]);
    expect(new Set(checked).size).toBe(6);
    expect(checked).toHaveLength(6);
  });

  it("are found without checking more pairs than requested if none is rejected", () => {
    let checked = 0;
    const many = keyed(Array.from({ length: 500 }, (_, i) => (i * 7919) % 500));
    expect(bestPairs(many, many, 20, () => ++checked > 0)).toHaveLength(20);
    expect(checked).toBe(20);
  });

  it("are none for an empty list or only infinite keys", () => {
    expect(bestPairs(keyed([]), keyed([1]), 5, () => true)).toEqual([]);
    expect(bestPairs(keyed([1]), keyed([Number.POSITIVE_INFINITY]), 5, () => true)).toEqual([]);
    expect(bestPairs(keyed([1]), keyed([1]), 0, () => true)).toEqual([]);
  });

  it("leave the lists unchanged", () => {
    const left = keyed([3, 1, 2]);
    bestPairs(left, keyed([2, 1]), 3, () => true);
    expect(left.map(({ key }) => key)).toEqual([3, 1, 2]);
  });
});
