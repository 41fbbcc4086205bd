import { currencies, formatMoney, formatZoned } from "@wayfare/contract";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { listText, MoneyText, numberText, stringText, zonedText } from "../../src/serialize/json-text.ts";

const options = { seed: 20_261_123, numRuns: 500 };

test("writes strings as JSON.stringify does, whatever they contain", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(stringText(text)).toBe(JSON.stringify(text));
    }),
    options,
  );
  for (const text of ["", 'a"b', "a\\b", "\u0000", "\ud800", "\u2028", "é", "😀", "a/b", "~"]) {
    expect(stringText(text)).toBe(JSON.stringify(text));
  }
});

test("writes numbers as JSON.stringify does", () => {
  fc.assert(
    fc.property(fc.double(), (value) => {
      expect(numberText(value)).toBe(JSON.stringify(Object.is(value, -0) ? 0 : value));
    }),
    options,
  );
});

test("writes amounts as formatMoney does, in every currency", () => {
  const minor = fc.oneof(fc.integer({ min: -1000, max: 1000 }), fc.maxSafeInteger());
  fc.assert(
    fc.property(minor, fc.constantFrom(...currencies), (amount, currency) => {
      expect(new MoneyText(currency).money(amount)).toBe(JSON.stringify(formatMoney(amount, currency)));
    }),
    options,
  );
});

test("rejects an amount that is not a whole number of minor units", () => {
  expect(() => new MoneyText("USD").money(0.5)).toThrow("minor units must be an integer, got 0.5");
});

test("writes times as formatZoned does", () => {
  const minutes = fc.integer({ min: Date.UTC(1970) / 60_000, max: Date.UTC(2100) / 60_000 });
  const offset = fc.integer({ min: -14 * 60, max: 14 * 60 });
  fc.assert(
    fc.property(minutes, offset, (epochMinutes, offsetMinutes) => {
      fc.pre(epochMinutes + offsetMinutes >= 0);
      const instant = { epochMinutes, offsetMinutes };
      expect(zonedText(instant)).toBe(JSON.stringify(formatZoned(instant)));
    }),
    options,
  );
});

test("writes lists", () => {
  expect(listText([], stringText)).toBe("[]");
  expect(listText(["a", "b"], stringText)).toBe('["a","b"]');
});
