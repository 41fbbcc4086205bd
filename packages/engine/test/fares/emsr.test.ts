import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normalQuantile, protectionLevels } from "../../src/fares/emsr.ts";
import { normalProbability } from "./normal-probability.ts";

describe("EMSR-b", () => {
  test("protects the seats computed by hand for four classes", () => {
    const classes = [
      { fare: 1050, mean: 17.3, variance: 5.8 ** 2 },
      { fare: 567, mean: 45.1, variance: 15 ** 2 },
      { fare: 534, mean: 39.6, variance: 13.2 ** 2 },
      { fare: 520, mean: 34, variance: 11.3 ** 2 },
    ];
    expect(protectionLevels(classes).map((level) => Number(level.toFixed(1)))).toEqual([16.7, 50.9, 83.2]);
  });

  test("equals Littlewood's rule for two classes: the seat is worth the lower fare", () => {
    const figures = fc.record({
      fare: fc.double({ min: 0.05, max: 0.95, noNaN: true }),
      mean: fc.double({ min: 1, max: 100, noNaN: true }),
      variance: fc.double({ min: 1, max: 400, noNaN: true }),
    });
    fc.assert(
      fc.property(figures, ({ fare, mean, variance }) => {
        const [level = 0] = protectionLevels([
          { fare: 1, mean, variance },
          { fare, mean: 1, variance: 1 },
        ]);
        const seatSells = 1 - normalProbability((level - mean) / Math.sqrt(variance));
        expect(seatSells).toBeCloseTo(fare, 5);
      }),
      { seed: 4, numRuns: 300 },
    );
  });

  test("protects nothing for demand that has already booked", () => {
    const booked = { mean: 0, variance: 0 };
    expect(
      protectionLevels([
        { fare: 2, ...booked },
        { fare: 1, ...booked },
      ]),
    ).toEqual([0]);
  });
});

test("the quantile of the normal distribution is the inverse of its probability", () => {
  expect(normalQuantile(0.975)).toBeCloseTo(1.959963985, 8);
  expect(normalQuantile(0.5)).toBeCloseTo(0, 12);
  expect([normalQuantile(0), normalQuantile(1)]).toEqual([-Infinity, Infinity]);
  fc.assert(
    fc.property(fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true }), (probability) => {
      expect(normalProbability(normalQuantile(probability))).toBeCloseTo(probability, 6);
    }),
    { seed: 5, numRuns: 300 },
  );
});
