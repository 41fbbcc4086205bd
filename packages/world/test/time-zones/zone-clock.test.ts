import { findOffset } from "@wayfare/engine";
import { describe, expect, test } from "vitest";
import { parseTzif } from "../../src/time-zones/tzif.ts";
import { clockOf, clockPeriod } from "../../src/time-zones/zone-clock.ts";
import { type WrittenTzif, writeTzif } from "./written-tzif.ts";

const secondsOf = (utc: string) => Date.parse(utc) / 1000;
const minuteOf = (utc: string) => Date.parse(utc) / 60_000;
const clock = (file: WrittenTzif) => clockOf(parseTzif(writeTzif(file)));
const lastMinute = clockPeriod.endMinute - 1;

function offsetAt(file: WrittenTzif, utc: string): number | null {
  const timeZones = { release: "test", ...clockPeriod, clocks: new Map([["X", clock(file)]]) };
  return findOffset(timeZones, "X", minuteOf(utc));
}

describe("the clock of a file", () => {
  test("follows its rule in the whole period if its last change is long ago", () => {
    const file = {
      types: [0, 3600],
      changes: [[secondsOf("1996-10-27T01:00Z"), 0]] as const,
      footer: "GMT0BST,M3.5.0/1,M10.5.0",
    };
    expect(clock(file).starts).toHaveLength(1 + 2 * 18);
    expect(offsetAt(file, "2020-01-01T00:00Z")).toBe(0);
    expect([offsetAt(file, "2037-10-25T00:59Z"), offsetAt(file, "2037-10-25T01:00Z")]).toEqual([60, 0]);
  });

  test("starts with the last change before the period, or at its first minute", () => {
    const south = { types: [36_000, 39_600], footer: "AEST-10AEDT,M10.1.0,M4.1.0/3" };
    expect(offsetAt(south, "2020-01-01T00:00Z")).toBe(660);
    const stated = { types: [0, 3600, 7200], footer: "CAT-2" };
    const changes = [
      [secondsOf("2019-12-31T23:59Z"), 1],
      [secondsOf("2020-01-01T00:00Z"), 2],
    ] as const;
    expect(clock({ ...stated, changes })).toEqual({
      starts: Int32Array.of(clockPeriod.firstMinute),
      offsets: Int16Array.of(120),
    });
  });

  test("uses the changes of the file before those of its rule, and none twice", () => {
    const file: WrittenTzif = {
      types: [-21_600, -18_000],
      changes: [
        [secondsOf("2026-03-08T08:00Z"), 1],
        // From daylight time to a standard time with the same offset.
        [secondsOf("2026-11-01T07:00Z"), 1],
      ],
      footer: "EST5",
    };
    expect(clock(file)).toEqual({
      starts: Int32Array.of(clockPeriod.firstMinute, minuteOf("2026-03-08T08:00Z")),
      offsets: Int16Array.of(-360, -300),
    });
  });

  test("has no change after the period, nor with daylight time all year", () => {
    const late = { types: [0, 3600], changes: [[secondsOf("2038-01-01T00:00Z"), 1]] as const, footer: "CET-1" };
    expect([...clock(late).offsets]).toEqual([0]);
    expect(offsetAt(late, new Date(lastMinute * 60_000).toISOString())).toBe(0);
    expect([...clock({ types: [-14_400], footer: "XXX3EDT4,0/0,J365/23" }).offsets]).toEqual([-240]);
  });

  test("is refused in seconds, but may have had them before the period", () => {
    expect([...clock({ types: [-17_762, 0], changes: [[-5, 1]], footer: "GMT0" }).offsets]).toEqual([0]);
    expect(() => clock({ types: [-17_762], footer: "<-0456>4:56:02" })).toThrow("-17762 seconds are not whole minutes");
    const odd = { types: [0, 3600], changes: [[secondsOf("2026-03-08T08:00:30Z"), 1]] as const, footer: "CET-1" };
    expect(() => clock(odd)).toThrow("are not whole minutes");
  });
});
