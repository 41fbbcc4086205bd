import fc from "fast-check";
import { expect, test } from "vitest";
import { currencies, formatMoney, minorDigitsOf } from "../src/index.ts";

test.each([
  [41_260, "USD", "412.60"],
  [5, "USD", "0.05"],
  [-5, "USD", "-0.05"],
  [0, "EUR", "0.00"],
  [41_260, "JPY", "41260"],
  [41_260, "KWD", "41.260"],
] as const)("formats %d minor units of %s as %s", (minor, currency, amount) => {
  expect(formatMoney(minor, currency)).toEqual({ amount, currency });
});

test("uses the decimals of ISO 4217, as in the runtime's Unicode data", () => {
  const differing = currencies.filter((currency) => {
    const format = new Intl.NumberFormat("en", { style: "currency", currency });
    return format.resolvedOptions().maximumFractionDigits !== minorDigitsOf(currency);
  });
  // Unicode data follows common usage; ISO 4217 has two decimals for these currencies.
  expect(differing.toSorted()).toEqual(["COP", "HUF", "IDR", "PKR"]);
});

test("keeps all digits of the amount", () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.constantFrom(...currencies), (minor, currency) => {
      const { amount } = formatMoney(minor, currency);
      expect(BigInt(amount.replace(".", ""))).toBe(BigInt(minor));
    }),
    { seed: 20_261_121 },
  );
});

test("throws RangeError for half a minor unit", () => {
  expect(() => formatMoney(0.5, "USD")).toThrow(RangeError);
});
