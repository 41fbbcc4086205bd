import { parseEpochDay } from "@wayfare/engine";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  always,
  holdsDuring,
  holdsOn,
  holdsThroughout,
  intersectionOf,
  parseSourcedValidity,
  type Validity,
} from "../../src/facts/validity.ts";
import { expectFault, tableOf } from "./written-table.ts";

function validityOf(from: string, until: string, source: string): Validity | undefined {
  const [row] = tableOf("t.tsv", "validFrom\tvalidUntil\tvaliditySource", `${from}\t${until}\t${source}`);
  return row && parseSourcedValidity(row);
}

describe("a validity", () => {
  test("has a first and a last day, or no limit", () => {
    expect(validityOf("2025-09-09", "2026-05-01", "a publication")).toEqual({
      fromDay: parseEpochDay("2025-09-09"),
      untilDay: parseEpochDay("2026-05-01"),
    });
    expect(validityOf("-", "-", "-")).toBe(always);
  });

  test.each([
    ["2026-05-02", "2026-05-01", "a publication", "t.tsv:2: validUntil is before validFrom"],
    ["-", "2026-05-01", "-", "t.tsv:2: validitySource is empty"],
    ["-", "-", "a publication", "t.tsv:2: validitySource states a source, but there is no validity"],
    ["soon", "-", "a publication", 't.tsv:2: validFrom is "soon", not a date'],
  ])("from %s until %s with source %s is refused", (from, until, source, message) => {
    expectFault(() => validityOf(from, until, source), message);
  });

  test("includes both of its days", () => {
    const one: Validity = { fromDay: 10, untilDay: 10 };
    expect([9, 10, 11].map((firstDay) => holdsDuring(one, { firstDay, days: 1 }))).toEqual([false, true, false]);
    expect(holdsThroughout(one, { firstDay: 10, days: 1 })).toBe(true);
    expect(holdsThroughout(one, { firstDay: 10, days: 2 })).toBe(false);
  });
});

const day = fc.option(fc.integer({ min: 0, max: 30 }));
const validity = fc.record({ fromDay: day, untilDay: day });
const period = fc.record({ firstDay: fc.integer({ min: 0, max: 30 }), days: fc.integer({ min: 1, max: 10 }) });

test("periods and intersections agree with a check of every day", () => {
  fc.assert(
    fc.property(validity, validity, period, (a, b, { firstDay, days }) => {
      const all = Array.from({ length: days }, (_, at) => firstDay + at);
      const both = intersectionOf(a, b);
      expect(holdsDuring(a, { firstDay, days })).toBe(all.some((on) => holdsOn(a, on)));
      expect(holdsThroughout(a, { firstDay, days })).toBe(all.every((on) => holdsOn(a, on)));
      for (const on of all) expect(holdsOn(both, on)).toBe(holdsOn(a, on) && holdsOn(b, on));
    }),
    { seed: 46, numRuns: 500 },
  );
});
