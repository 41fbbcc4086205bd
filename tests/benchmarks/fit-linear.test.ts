import { expect, test } from "vitest";
import { fitLinear } from "../../benchmarks/fit-linear.ts";

test("finds the coefficients of exact values, and 0 for a column of zeros", () => {
  const rows = [
    [1, 10, 0, 0],
    [2, 0, 5, 0],
    [3, 20, 7, 0],
    [1, 1, 1, 0],
  ];
  const fitted = fitLinear(
    rows,
    rows.map(([a = 0, b = 0, c = 0]) => 4 * a + 0.5 * b + 3 * c),
  );
  expect(fitted.map((value) => Math.round(value * 1e9) / 1e9)).toEqual([4, 0.5, 3, 0]);
});

test("minimizes the squares of the differences", () => {
  // The best constant is the mean.
  expect(fitLinear([[1], [1], [1]], [1, 2, 6])).toEqual([3]);
});
