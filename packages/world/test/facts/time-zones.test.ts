import { findOffset, type TimeZones } from "@wayfare/engine";
import { formatTimeZones, loadFacts, loadTimeZones } from "@wayfare/world";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseTimeZones } from "../../src/facts/time-zones.ts";
import { clockPeriod, makeClock } from "../../src/time-zones/zone-clock.ts";
import { expectFault } from "./written-table.ts";

const timeZones = loadTimeZones();
const heading = "# release: 2026f\nzone\tsameAs\tfrom\toffset\n";
const first = "X\t-\t2020-01-01T00:00Z\t+00:00";

function hoursAt(zone: string, utc: string): number {
  return (findOffset(timeZones, zone, Date.parse(utc) / 60_000) ?? Number.NaN) / 60;
}

describe("the time zones of the facts", () => {
  test("are of one release, and have the old names too", () => {
    expect(timeZones.release).toMatch(/^20\d\d[a-z]$/);
    expect(timeZones.clocks.size).toBeGreaterThan(590);
    for (const [name, old] of [
      ["Asia/Kolkata", "Asia/Calcutta"],
      ["Europe/Kyiv", "Europe/Kiev"],
      ["America/Chicago", "US/Central"],
      ["Pacific/Auckland", "NZ"],
    ] as const) {
      expect(timeZones.clocks.get(old), old).toEqual(timeZones.clocks.get(name));
    }
    const used = loadFacts().timeZones;
    expect({ ...used, clocks: new Map(used.clocks) }).toEqual(timeZones);
  });

  test.each([
    // Manitoba, British Columbia and Alberta keep the time of their summer from November 2026.
    ["America/Winnipeg", "2026-01-15T12:00Z", -6],
    ["America/Winnipeg", "2027-01-15T12:00Z", -5],
    ["America/Vancouver", "2027-01-15T12:00Z", -7],
    ["America/Edmonton", "2027-01-15T12:00Z", -6],
    ["America/Toronto", "2027-01-15T12:00Z", -5],
    ["America/Chihuahua", "2027-07-15T12:00Z", -6],
    ["America/Ciudad_Juarez", "2027-07-15T12:00Z", -6],
    ["America/Ciudad_Juarez", "2027-01-15T12:00Z", -7],
    ["Australia/Lord_Howe", "2027-01-15T12:00Z", 11],
    ["Asia/Kathmandu", "2037-12-31T23:59Z", 5.75],
  ])("have %s at %s %d hours from UTC", (zone, utc, hours) => {
    expect(hoursAt(zone, utc)).toBe(hours);
  });

  test("change by at most three hours at a time, and not twice within four days", () => {
    for (const [name, { starts, offsets }] of timeZones.clocks) {
      for (let at = 1; at < starts.length; at++) {
        expect(Math.abs((offsets[at] ?? 0) - (offsets[at - 1] ?? 0)), name).toBeLessThanOrEqual(180);
        if (at > 1) expect((starts[at] ?? 0) - (starts[at - 1] ?? 0), name).toBeGreaterThan(4 * 1440);
      }
    }
  });

  test("are the same after they are written and read", () => {
    const change = fc.record({
      minute: fc.integer({ min: clockPeriod.firstMinute + 1, max: clockPeriod.endMinute - 1 }),
      offset: fc.integer({ min: -23 * 60, max: 23 * 60 }),
    });
    const clock = fc
      .tuple(fc.integer({ min: -23 * 60, max: 23 * 60 }), fc.uniqueArray(change, { selector: ({ minute }) => minute }))
      .map(([offset, changes]) =>
        makeClock(
          offset,
          changes.toSorted((a, b) => a.minute - b.minute),
        ),
      );
    const names = fc.constantFrom("Africa/Cairo", "UTC", "America/New_York", "Etc/GMT+5");
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(names, clock), { selector: ([name]) => name }), (entries) => {
        const written: TimeZones = { release: "2026f", ...clockPeriod, clocks: new Map(entries) };
        const read = parseTimeZones(heading + formatTimeZones(written).join("\n"));
        expect(read.clocks).toEqual(written.clocks);
      }),
      { seed: 20_261_128, numRuns: 200 },
    );
    expect(parseTimeZones(heading + formatTimeZones(timeZones).join("\n")).clocks).toEqual(timeZones.clocks);
  });
});

describe("a fault in the table", () => {
  test.each([
    ["a start before the period", "X\t-\t2019-01-01T00:00Z\t+00:00", ":3: the first row of a zone"],
    ["a change at the start", `${first}\n${first}`, ":4: from is not after"],
    ["a change after the period", `${first}\nX\t-\t2038-01-01T00:00Z\t+01:00`, ":4: from is not after"],
    ["no time", "X\t-\t2020-01-01\t+00:00", ":3: from is"],
    ["no offset", "X\t-\t2020-01-01T00:00Z\t1", ":3: offset is"],
    ["an unknown zone", `${first}\nY\tZ\t-\t-`, ":4: sameAs names Z"],
  ])("is reported: %s", (_fault, rows, message) => {
    expectFault(() => parseTimeZones(heading + rows), `time-zones.tsv${message}`);
  });

  test("is reported without a release", () => {
    expectFault(() => parseTimeZones("zone\tsameAs\tfrom\toffset\n"), "time-zones.tsv:1: the heading has no line");
  });
});
