import { loadTimeZones } from "@wayfare/world";
import { expect, test } from "vitest";
import { localDateOf, toZoned, toZonedByUtc } from "../../src/wire/local-time.ts";

const timeZones = loadTimeZones();

const instant = (utc: string, offsetMinutes: number) => ({ epochMinutes: Date.parse(utc) / 60_000, offsetMinutes });

test.each([
  ["2027-02-10T18:30:00", "America/New_York", "2027-02-10T23:30Z", -300],
  ["2027-02-10T18:30:00Z", "America/New_York", "2027-02-10T23:30Z", -300],
  ["2027-07-10T18:30", "Europe/London", "2027-07-10T17:30Z", 60],
  ["2027-07-10T18:30:00", "Asia/Kathmandu", "2027-07-10T12:45Z", 345],
  ["2027-07-10T18:30:00", "Etc/UTC", "2027-07-10T18:30Z", 0],
  // The clock is set forward from 02:00 to 03:00 on 14 March, and back from 02:00 to 01:00 on 7 November.
  ["2027-03-14T01:59:00", "America/New_York", "2027-03-14T06:59Z", -300],
  ["2027-03-14T03:00:00", "America/New_York", "2027-03-14T07:00Z", -240],
  ["2027-03-14T02:30:00", "America/New_York", "2027-03-14T07:30Z", -300],
  ["2027-11-07T01:30:00", "America/New_York", "2027-11-07T05:30Z", -240],
  ["2027-11-07T02:00:00", "America/New_York", "2027-11-07T07:00Z", -300],
  // Manitoba stays on the time of its summer from November 2026.
  ["2027-01-13T18:35:00", "America/Winnipeg", "2027-01-13T23:35Z", -300],
  ["2027-01-13T12:00:00", "America/Chihuahua", "2027-01-13T18:00Z", -360],
  ["2027-01-13T12:00:00", "US/Eastern", "2027-01-13T17:00Z", -300],
])("%s in %s is %s", (local, zone, utc, offset) => {
  expect(toZoned(local, zone, timeZones)).toEqual(instant(utc, offset));
});

test.each([
  ["2027-02-30T25:00:00", "America/New_York"],
  ["tomorrow", "America/New_York"],
  ["", "America/New_York"],
  ["2027-02-10T18:30:00", "Mars/Olympus"],
  ["2027-02-10T18:30:00", ""],
  ["2027-02-10T18:30:00", "america/new_york"],
  // Before and after the period of the time zone data.
  ["2020-01-01T18:30:00", "America/New_York"],
  ["2038-01-01T18:30:00", "America/New_York"],
])("%j in %j is unknown", (local, zone) => {
  expect(toZoned(local, zone, timeZones)).toBeNull();
});

test("a flight from Winnipeg to Toronto in January takes the time between its local times by the law of 2026", () => {
  const departure = toZoned("2027-01-13T18:35:00", "America/Winnipeg", timeZones);
  const arrival = toZoned("2027-01-13T21:58:00", "America/Toronto", timeZones);
  expect((arrival?.epochMinutes ?? 0) - (departure?.epochMinutes ?? 0)).toBe(203);
});

test("a local time with its UTC time has their difference as its offset, at most a day", () => {
  expect(toZonedByUtc("2027-02-10T18:30:00", "2027-02-10T23:30:00Z")).toEqual(instant("2027-02-10T23:30Z", -300));
  expect(toZonedByUtc("2027-02-10T18:30:00-05:00", "2027-02-10T18:30:00-05:00")).toEqual(
    instant("2027-02-10T23:30Z", -300),
  );
  expect(toZonedByUtc("2027-02-10T18:30:00", "2027-02-12T23:30:00Z")).toBeNull();
  expect(toZonedByUtc("2027-02-10T18:30:00", "now")).toBeNull();
});

test("the local date is that of the airport", () => {
  expect(localDateOf(instant("2027-02-10T02:30Z", -300))).toBe("2027-02-09");
});
