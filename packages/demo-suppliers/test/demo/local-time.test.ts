import { loadTimeZones } from "@wayfare/world";
import { expect, test } from "vitest";
import { LocalTimes } from "../../src/demo/local-time.ts";

const times = new LocalTimes(loadTimeZones());

test.each([
  ["America/Winnipeg", "2027-01-13", 18 * 60 + 35, "2027-01-13T23:35:00.000Z"],
  ["America/New_York", "2027-07-13", 0, "2027-07-13T04:00:00.000Z"],
  ["Asia/Kathmandu", "2027-07-13", 5 * 60, "2027-07-12T23:15:00.000Z"],
])("in %s %s at minute %d is %s, and back", (zone, date, minute, utc) => {
  const ms = times.parse(zone, date, minute);
  expect(new Date(ms).toISOString()).toBe(utc);
  expect(times.format(zone, ms)).toBe(new Date(Date.parse(date) + minute * 60_000).toISOString().slice(0, 19));
});

test("a skipped time is moved by the change", () => {
  const ms = times.parse("America/New_York", "2027-03-14", 2 * 60 + 30);
  expect(["01:30", "03:30"]).toContain(times.format("America/New_York", ms).slice(11, 16));
});

test("an unknown zone and a time outside of the data are errors", () => {
  expect(() => times.parse("Mars/Olympus", "2027-03-14", 0)).toThrow("no offset of Mars/Olympus");
  expect(() => times.format("UTC", Date.parse("2040-01-01"))).toThrow(RangeError);
});
