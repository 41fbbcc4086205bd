import * as fc from "fast-check";
import { expect, test } from "vitest";
import { bestChains, type ChainLink } from "../../src/search/best-chains.ts";

/** Few distinct keys, so that sums often tie; times that few or many links can follow. */
const link = fc
  .record({
    key: fc.oneof({ weight: 8, arbitrary: fc.nat(9) }, { weight: 1, arbitrary: fc.constant(Number.POSITIVE_INFINITY) }),
    start: fc.nat(20),
    lasts: fc.nat(12),
  })
  .map(({ key, start, lasts }) => ({ key, start, end: start + lasts }));

/** Later layers start later. */
const layers = fc
  .array(fc.array(link, { minLength: 1, maxLength: 6, size: "max" }), { minLength: 1, maxLength: 6, size: "max" })
  .map((list) =>
    list.map((layer, at) => layer.map(({ key, start, end }) => ({ key, start: start + 9 * at, end: end + 9 * at }))),
  );

/** Sums of all chains, in order. */
function sumsByBruteForce(list: readonly (readonly Omit<ChainLink<number>, "item">[])[], end = -1): number[] {
  const [layer, ...later] = list;
  if (layer === undefined) return [0];
  return layer
    .filter(({ start, key }) => start >= end && key < Number.POSITIVE_INFINITY)
    .flatMap((each) => sumsByBruteForce(later, each.end).map((sum) => sum + each.key))
    .sort((a, b) => a - b);
}

function runSteps<T>(steps: Generator<undefined, T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

test("returns the chains with the lowest sums of all, each once and in order", () => {
  let found = 0;
  fc.assert(
    fc.property(layers, fc.nat(60), (list, count) => {
      const numbered = list.map((layer) => layer.map((each, item) => ({ ...each, item })));
      const chains = runSteps(bestChains(numbered, count));
      const links = chains.map((chain) => chain.map((item, at) => numbered[at]?.[item]));
      const sums = links.map((chain) => chain.reduce((sum, each) => sum + (each?.key ?? Number.NaN), 0));
      expect(sums).toEqual(sumsByBruteForce(list).slice(0, count));
      expect(new Set(chains.map(String)).size).toBe(chains.length);
      for (const chain of links) {
        for (const [at, each] of chain.slice(1).entries()) {
          expect(each?.start).toBeGreaterThanOrEqual(chain[at]?.end ?? Number.NaN);
        }
      }
      found += chains.length;
    }),
    { seed: 20_270_305, numRuns: 400 },
  );
  expect(found).toBeGreaterThan(1000);
});
