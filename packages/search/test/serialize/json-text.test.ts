import { currencies, formatMoney, formatZoned } from "@wayfare/contract";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listText, MoneyText, numberText, stringText, zonedText } from "../../src/serialize/json-text.ts";
import { hostileText } from "./hostile-text.ts";

const seed = 20_261_121;

test("writes strings as JSON.stringify does", () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      expect(stringText(text)).toBe(JSON.stringify(text));
    }),
    { seed, numRuns: 2000 },
  );
  for (let unit = 0; unit <= 0xffff; unit++) {
    const text = String.fromCharCode(unit);
    if (stringText(text) !== JSON.stringify(text)) expect(stringText(text)).toBe(JSON.stringify(text));
  }
});

test("writes numbers as JSON.stringify does", () => {
  fc.assert(
    fc.property(fc.oneof(fc.double(), fc.integer()), (value) => {
      expect(numberText(value)).toBe(JSON.stringify(value));
    }),
    { seed, numRuns: 2000 },
  );
  for (const value of [-0, Number.NaN, Number.POSITIVE_INFINITY, 1e21, 5e-324]) {
    expect(numberText(value)).toBe(JSON.stringify(value));
  }
});

test("writes lists as JSON.stringify does", () => {
  fc.assert(
    fc.property(fc.array(hostileText), (items) => {
      expect(listText(items, stringText)).toBe(JSON.stringify(items));
    }),
    { seed },
  );
});

describe("amounts", () => {
  test("equal those of formatMoney in every currency", () => {
    const minor = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -1200, max: 1200 }));
    fc.assert(
      fc.property(fc.constantFrom(...currencies), minor, (currency, value) => {
        expect(new MoneyText(currency).money(value)).toBe(JSON.stringify(formatMoney(value, currency)));
      }),
      { seed, numRuns: 3000 },
    );
  });

  test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])("are refused for %d minor units", (minor) => {
    expect(() => new MoneyText("USD").money(minor)).toThrow(RangeError);
  });
});

describe("local times", () => {
  const firstMinute = Date.UTC(0, 0, 2) / 60_000;
  const lastMinute = Date.UTC(9999, 11, 30) / 60_000;
  const offsetMinutes = fc.integer({ min: -14 * 60, max: 14 * 60 });

  test("equal those of formatZoned for any instant and offset", () => {
    const epochMinutes = fc.oneof(
      fc.integer({ min: firstMinute, max: lastMinute }),
      // Around the beginning of a year, before and after 1970.
      fc
        .record({ year: fc.integer({ min: 1900, max: 2100 }), minute: fc.integer({ min: -2000, max: 2000 }) })
        .map(({ year, minute }) => Date.UTC(year, 0, 1) / 60_000 + minute),
    );
    fc.assert(
      fc.property(fc.record({ epochMinutes, offsetMinutes }), (instant) => {
        expect(zonedText(instant)).toBe(`"${formatZoned(instant)}"`);
      }),
      { seed, numRuns: 5000 },
    );
  });

  test("stay correct for more days than are kept", () => {
    for (let day = 0; day < 4500; day++) {
      const instant = { epochMinutes: (20_000 + (day % 2500)) * 1440 + day, offsetMinutes: -300 };
      if (zonedText(instant) !== `"${formatZoned(instant)}"`) expect(zonedText(instant)).toBe(formatZoned(instant));
    }
    expect(zonedText({ epochMinutes: 0, offsetMinutes: 0 })).toBe('"1970-01-01T00:00:00+00:00"');
  });
});
