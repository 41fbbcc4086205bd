import { unitHash } from "@wayfare/engine";
import { expect, test } from "vitest";
import { Frontier, type LowestPairs, notePairs, type Priced } from "../../src/calendar/frontier.ts";

const draw = (...of: [number, number, number, number]) => Math.floor(unitHash(...of) * 12);

function drawPrices(seed: number, side: number): Priced<string>[] {
  return Array.from({ length: 9 }, (_, n) => {
    const value = draw(seed, side, n, 0);
    const reach = draw(seed, side, n, 2) < 3 ? 1 : 0;
    return { value, time: draw(seed, side, n, 1), reach, item: `${side}-${n}-${value}` };
  });
}

test.each([0, 2])(
  "finds the lowest sum of two slices that the minimum stay and the end of sale allow, within a tolerance of %i",
  (tolerance) => {
    let possible = 0;
    for (let seed = 0; seed < 500; seed++) {
      const out = drawPrices(seed, 0);
      const back = drawPrices(seed, 1).map((priced) => ({ ...priced, time: -priced.time }));
      const [left, right] = [new Frontier<string>(tolerance), new Frontier<string>(tolerance)];
      for (const priced of out) left.add(priced);
      for (const priced of back) right.add(priced);
      const found: LowestPairs<string> = { value: Number.POSITIVE_INFINITY, pairs: [] };
      notePairs(found, left.entries, right.entries, { minStayMinutes: 3, tolerance });
      const sums = out.flatMap((there) =>
        back
          .filter((home) => -home.time >= there.time + 3 && there.reach + home.reach < 2)
          .map((home) => there.value + home.value),
      );
      const lowest = Math.min(...sums);
      expect(found.value).toBe(lowest);
      if (lowest < Number.POSITIVE_INFINITY) possible++;
      // With a tolerance, conversion to another currency may prefer any pair whose sum is within it.
      if (tolerance === 0) expect(found.pairs).toHaveLength(sums.length === 0 ? 0 : 1);
      else expect(found.pairs.length).toBeGreaterThanOrEqual(sums.filter((sum) => sum <= lowest + tolerance).length);
    }
    expect(possible).toBeGreaterThan(300);
  },
);

test("keeps the prices that are cheapest or combine with more, in order", () => {
  const frontier = new Frontier<string>(0);
  for (const [value, time] of [
    [5, 5],
    [3, 9],
    [5, 4],
    [9, 1],
    [3, 9],
    [6, 6],
  ] as const) {
    frontier.add({ value, time, reach: 0, item: "" });
  }
  expect(frontier.entries.map(({ value, time }) => [value, time])).toEqual([
    [3, 9],
    [5, 4],
    [9, 1],
  ]);
});
