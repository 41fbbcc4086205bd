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
] as const)("%d minor units of %s are %s", (minor, currency, amount) => {
  expect(formatMoney(minor, currency)).toEqual({ amount, currency });
});

test("the number of decimals is that of ISO 4217 as the runtime knows it", () => {
  const differing = currencies.filter((currency) => {
    const format = new Intl.NumberFormat("en", { style: "currency", currency });
    return format.resolvedOptions().maximumFractionDigits !== minorDigitsOf(currency);
  });
  // Unicode writes what is used in practice; ISO 4217 keeps two decimals for these.
  expect(differing.toSorted()).toEqual(["COP", "HUF", "IDR", "PKR"]);
});

test("no amount is lost on the wire", () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.constantFrom(...currencies), (minor, currency) => {
      const { amount } = formatMoney(minor, currency);
      expect(BigInt(amount.replace(".", ""))).toBe(BigInt(minor));
    }),
    { seed: 20_261_121 },
  );
});

test("half a minor unit is refused", () => {
  expect(() => formatMoney(0.5, "USD")).toThrow(RangeError);
});
