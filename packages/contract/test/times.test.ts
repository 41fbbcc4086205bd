import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, dateAt, formatZoned, isDate, minuteOfDay } from "../src/index.ts";

test("formats a flight time in the local time and offset of the airport", () => {
  const epochMinutes = Date.UTC(2026, 11, 1, 23, 30) / 60_000;
  expect(formatZoned({ epochMinutes, offsetMinutes: -300 })).toBe("2026-12-01T18:30:00-05:00");
  expect(formatZoned({ epochMinutes, offsetMinutes: 345 })).toBe("2026-12-02T05:15:00+05:45");
  expect(formatZoned({ epochMinutes, offsetMinutes: 0 })).toBe("2026-12-01T23:30:00+00:00");
});

test("formats the same time at any offset", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60_000_000 }), fc.integer({ min: -720, max: 840 }), (at, offsetMinutes) => {
      expect(Date.parse(formatZoned({ epochMinutes: at, offsetMinutes }))).toBe(at * 60_000);
    }),
    { seed: 20_261_121 },
  );
});

test.each(["2026-02-30", "2027-02-29", "2026-13-01", "2026-1-1", "2026-01-01 ", "", "20260101", "2026-00-10"])(
  "rejects the invalid date %j",
  (text) => {
    expect(isDate(text)).toBe(false);
  },
);

test("accepts leap days", () => {
  expect(isDate("2028-02-29")).toBe(true);
  expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
});

test("returns the date at the UTC offset", () => {
  const noon = Date.UTC(2026, 10, 21, 12);
  expect([dateAt(noon, -13 * 60), dateAt(noon), dateAt(noon, 12 * 60)]).toEqual([
    "2026-11-20",
    "2026-11-21",
    "2026-11-22",
  ]);
});

test("parses a time of day into minutes after midnight", () => {
  expect(minuteOfDay("23:59")).toBe(1439);
});
