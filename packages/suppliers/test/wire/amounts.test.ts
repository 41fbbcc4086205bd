import { expect, test } from "vitest";
import { numberToMinor, toCurrency, toMinor } from "../../src/wire/amounts.ts";

test.each([
  ["412.60", "USD", 41_260],
  ["41.1", "USD", 4110],
  ["412", "USD", 41_200],
  ["-3.05", "EUR", -305],
  ["1200", "JPY", 1200],
  ["1200.00", "JPY", 1200],
  ["1.005", "KWD", 1005],
  ["0.29", "USD", 29],
] as const)("%s %s is %d in minor units", (amount, currency, minor) => {
  expect(toMinor(amount, currency)).toBe(minor);
});

test.each([
  ["1.005", "USD"],
  ["1200.50", "JPY"],
  ["1,200.00", "USD"],
  ["1e3", "USD"],
  ["", "USD"],
  [" 1", "USD"],
  ["99999999999999", "USD"],
  ["NaN", "USD"],
] as const)("%j is not an amount of %s", (amount, currency) => {
  expect(toMinor(amount, currency)).toBeNull();
});

test("numbers are converted as they are written", () => {
  expect([numberToMinor(412.6, "USD"), numberToMinor(338, "USD"), numberToMinor(0.1 + 0.2, "USD")]).toEqual([
    41_260,
    33_800,
    null,
  ]);
  expect(numberToMinor(Number.POSITIVE_INFINITY, "USD")).toBeNull();
});

test("only currencies of the API are known", () => {
  expect([toCurrency("USD"), toCurrency("XXX"), toCurrency("toString")]).toEqual(["USD", null, null]);
});
