import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { finalizeAt, nextPeriodEnd } from "../../src/rating/billing-period.ts";

describe("periods", () => {
  test("end on the anchor's day of the month, or on the last day", () => {
    const anchor = Date.UTC(2027, 0, 31, 10, 30, 15);
    const ends = [1, 2, 3, 4].reduce<number[]>((list) => [...list, nextPeriodEnd(anchor, list.at(-1) ?? anchor)], []);
    expect(ends.map((ms) => new Date(ms).toISOString())).toEqual([
      "2027-02-28T10:30:15.000Z",
      "2027-03-31T10:30:15.000Z",
      "2027-04-30T10:30:15.000Z",
      "2027-05-31T10:30:15.000Z",
    ]);
  });

  test("end after the given time, by at most a month", () => {
    const instants = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2060, 0, 1) });
    const property = fc.property(instants, fc.integer({ min: 0, max: 4e9 }), (anchor, later) => {
      const end = nextPeriodEnd(anchor, anchor + later);
      expect(end).toBeGreaterThan(anchor + later);
      expect(end - anchor - later).toBeLessThanOrEqual(31 * 86_400_000);
    });
    fc.assert(property, { seed: 2 });
  });

  test("finalize a draft one hour after the last hour of its period", () => {
    expect(finalizeAt({ endMs: Date.UTC(2026, 11, 21, 7, 33) })).toBe(Date.UTC(2026, 11, 21, 9));
    expect(finalizeAt({ endMs: Date.UTC(2026, 11, 21, 8) })).toBe(Date.UTC(2026, 11, 21, 9));
  });
});
