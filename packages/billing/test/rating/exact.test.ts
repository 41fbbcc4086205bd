import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { divideRounded, parseDecimal } from "../../src/rating/exact.ts";

describe("exact numbers", () => {
  test("round a quotient to the nearest integer, halves away from zero", () => {
    const property = fc.property(
      fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }),
      fc.integer({ min: 1, max: 10 ** 9 }),
      (dividend, by) => {
        const divisor = BigInt(by);
        const quotient = divideRounded(dividend, divisor);
        const error = 2n * (dividend - quotient * divisor);
        expect(error <= divisor && error >= -divisor).toBe(true);
        expect(divideRounded(-dividend, divisor)).toBe(-quotient);
      },
    );
    fc.assert(property, { seed: 1 });
    expect([5n, -5n, 4n, -4n, 6n].map((each) => divideRounded(each, 10n))).toEqual([1n, -1n, 0n, 0n, 1n]);
  });

  test.each(["", "1.", ".5", "1e3", "0x1", "1,5", " 1", "--1"])("reject %j as a decimal", (text) => {
    expect(() => parseDecimal(text)).toThrow(RangeError);
  });
});
