import {
  buildUtcOffsets,
  findOffset,
  instantOfLocal,
  isTimeZone,
  minutesPerDay,
  noTimeZones,
  offsetAtInstant,
  parseEpochDay,
} from "@wayfare/engine";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clocksOf } from "../../src/timetable/utc-offsets.ts";
import { readIntlTimeZones } from "../fixtures/time-zones.ts";
import { instantByIntl, offsetByIntl } from "../fixtures/zone-clock.ts";

/** Zones whose clocks change by one hour, half an hour, two hours, for Ramadan, in the southern hemisphere, at odd offsets, and never. */
const zones = [
  "America/New_York",
  "America/St_Johns",
  "America/Santiago",
  "America/Havana",
  "America/Nuuk",
  "Europe/London",
  "Europe/Dublin",
  "Africa/Casablanca",
  "Africa/Cairo",
  "Asia/Beirut",
  // Changes at midnight UTC.
  "Asia/Gaza",
  "Asia/Kathmandu",
  "Asia/Kolkata",
  "Asia/Tehran",
  "Australia/Adelaide",
  "Australia/Lord_Howe",
  "Antarctica/Troll",
  "Pacific/Apia",
  "Pacific/Auckland",
  "Pacific/Chatham",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
  "UTC",
];

const firstDay = parseEpochDay("2024-11-01");
const days = 700;
const timeZones = readIntlTimeZones(zones);
const offsets = buildUtcOffsets(zones, { timeZones, firstDay, days });
const firstMinute = firstDay * minutesPerDay;
const runs = { seed: 20_261_101, numRuns: 6000 };

/** Clock changes inside the table, not at its edges, by minute: hours are scanned with `Intl`, then the minute is searched. */
const changes = zones.flatMap((timeZone, zone) => {
  const found: { zone: number; timeZone: string; minute: number; before: number; after: number }[] = [];
  for (let day = 3; day < days - 3; day++) {
    const start = firstMinute + day * minutesPerDay;
    const before = offsetByIntl(timeZone, start);
    const after = offsetByIntl(timeZone, start + minutesPerDay);
    if (before === after) continue;
    let minute = start;
    while (offsetByIntl(timeZone, minute) === before) minute += 1;
    found.push({ zone, timeZone, minute, before, after });
  }
  return found;
});

const arbitraryZone = fc.nat(zones.length - 1);
/** Two days from each edge, at which a table ends and no flights are searched. */
const arbitraryMinute = fc
  .integer({ min: 2 * minutesPerDay, max: (days - 2) * minutesPerDay - 1 })
  .map((minute) => firstMinute + minute);
const arbitraryNearChange = fc
  .tuple(fc.constantFrom(...changes), fc.integer({ min: -1600, max: 1600 }))
  .map(([change, shift]) => ({ ...change, minute: change.minute + shift }));

describe("the table of offsets", () => {
  it("covers zones whose clocks change, and zones whose clocks never do", () => {
    const changing = new Set(changes.map(({ timeZone }) => timeZone));
    expect([...changing]).toEqual(
      expect.arrayContaining([
        "America/New_York",
        "Europe/London",
        "Africa/Casablanca",
        "Australia/Lord_Howe",
        "Antarctica/Troll",
        "Pacific/Chatham",
      ]),
    );
    expect(changing.has("Pacific/Apia") || changing.has("Asia/Kathmandu") || changing.has("UTC")).toBe(false);
    expect(changes.length).toBeGreaterThan(40);
  });

  it("agrees with Intl at any instant", () => {
    fc.assert(
      fc.property(arbitraryZone, arbitraryMinute, (zone, minute) => {
        expect(offsetAtInstant(offsets, zone, minute)).toBe(offsetByIntl(zones[zone] ?? "", minute));
      }),
      runs,
    );
  });

  it("agrees with Intl around every change, to the minute", () => {
    for (const { zone, minute, before, after } of changes) {
      expect([offsetAtInstant(offsets, zone, minute - 1), offsetAtInstant(offsets, zone, minute)]).toEqual([
        before,
        after,
      ]);
    }
  });

  it("contains half an hour of Lord Howe, two hours of Troll, the Ramadan of Casablanca and a quarter of Kathmandu", () => {
    const stepOf = (name: string) => [
      ...new Set(
        changes.filter(({ timeZone }) => timeZone === name).map(({ before, after }) => Math.abs(after - before)),
      ),
    ];
    expect([stepOf("Australia/Lord_Howe"), stepOf("Antarctica/Troll"), stepOf("Africa/Casablanca")]).toEqual([
      [30],
      [120],
      [60],
    ]);
    const backForRamadan = changes.find(({ timeZone, after }) => timeZone === "Africa/Casablanca" && after === 0);
    // Ramadan of 2025 began on 1 March; clocks went back on the Sunday before.
    expect(backForRamadan?.minute).toBe(parseEpochDay("2025-02-23") * minutesPerDay + 120);
    expect(offsetAtInstant(offsets, zones.indexOf("Asia/Kathmandu"), firstMinute + 5 * minutesPerDay)).toBe(345);
  });

  it("changes a day's offset at the minute from which every local time has the other offset", () => {
    let changing = 0;
    for (const [zone, timeZone] of zones.entries()) {
      for (let at = 3; at < days - 3; at++) {
        const { before, after, changeMinute } = clocksOf(offsets, zone, firstDay + at);
        const offsetRead = (minute: number) => {
          const local = (firstDay + at) * minutesPerDay + minute;
          return local - instantByIntl(timeZone, local);
        };
        const lastMinute = minutesPerDay - 1;
        if (changeMinute === 0) {
          expect([offsetRead(0), offsetRead(lastMinute)]).toEqual([after, after]);
          continue;
        }
        changing++;
        const read = [0, changeMinute - 1, changeMinute, lastMinute].map(offsetRead);
        expect(read).toEqual([before, before, after, after]);
      }
    }
    expect(changing).toBeGreaterThan(changes.length / 2);
    expect(changing).toBeLessThanOrEqual(changes.length);
  });
});

describe("time zones", () => {
  it("have the offset of any instant, as Intl", () => {
    fc.assert(
      fc.property(arbitraryZone, arbitraryMinute, (zone, minute) => {
        const name = zones[zone] ?? "";
        expect(findOffset(timeZones, name, minute)).toBe(offsetByIntl(name, minute));
      }),
      runs,
    );
  });

  it("have no offset of an unknown zone, or outside of their period", () => {
    const [first, end] = [timeZones.firstMinute, timeZones.endMinute];
    const read = (minute: number) => findOffset(timeZones, "Europe/London", minute);
    expect([first - 1, first, end - 1, end].map(read)).toEqual([null, 0, 0, null]);
    expect(findOffset(timeZones, "Europe/Atlantis", first)).toBeNull();
    expect(findOffset(noTimeZones, "UTC", 0)).toBeNull();
    expect([isTimeZone(timeZones, "Europe/London"), isTimeZone(timeZones, "europe/london")]).toEqual([true, false]);
  });

  it("are refused for a timetable whose zones or days they do not have", () => {
    const build = (zone: string, day: string) =>
      buildUtcOffsets([zone], { timeZones, firstDay: parseEpochDay(day), days: 31 });
    expect(() => build("Europe/Atlantis", "2027-01-01")).toThrow("the time zone data Intl has no zone Europe/Atlantis");
    expect(() => build("UTC", "2023-12-31")).toThrow("Intl does not cover 2023-12-31 to 2024-01-30");
    expect(() => build("UTC", "2029-12-02")).toThrow("Intl does not cover 2029-12-02 to 2030-01-01");
    expect(build("UTC", "2029-12-01").days).toBe(31);
  });
});

describe("the instant of a local time", () => {
  it("is the one at which Intl shows it, on any day", () => {
    fc.assert(
      fc.property(arbitraryZone, arbitraryMinute, (zone, minute) => {
        expect(instantOfLocal(offsets, zone, minute)).toBe(instantByIntl(zones[zone] ?? "", minute));
      }),
      runs,
    );
  });

  it("is correct around clock changes too", () => {
    fc.assert(
      fc.property(arbitraryNearChange, ({ zone, timeZone, minute, before }) => {
        const local = minute + before;
        expect(instantOfLocal(offsets, zone, local)).toBe(instantByIntl(timeZone, local));
      }),
      runs,
    );
  });

  const at = (zone: string, date: string, hour: number, minute: number) =>
    instantOfLocal(offsets, zones.indexOf(zone), parseEpochDay(date) * minutesPerDay + hour * 60 + minute);
  const utc = (date: string, hour: number, minute: number) => parseEpochDay(date) * minutesPerDay + hour * 60 + minute;

  it("uses the offset before the change for a skipped time", () => {
    expect(at("America/New_York", "2025-03-09", 2, 30)).toBe(utc("2025-03-09", 7, 30));
    expect(at("Europe/London", "2025-03-30", 1, 30)).toBe(utc("2025-03-30", 1, 30));
    expect(at("Australia/Lord_Howe", "2025-10-05", 2, 15)).toBe(utc("2025-10-04", 15, 45));
  });

  it("uses the first occurrence of a repeated time", () => {
    expect(at("America/New_York", "2025-11-02", 1, 30)).toBe(utc("2025-11-02", 5, 30));
    expect(at("Europe/London", "2025-10-26", 1, 30)).toBe(utc("2025-10-26", 0, 30));
    expect(at("Australia/Lord_Howe", "2025-04-06", 1, 45)).toBe(utc("2025-04-05", 14, 45));
  });

  it("never goes back by more than the change", () => {
    for (const { zone, minute, before } of changes) {
      const local = minute + before;
      const instants = Array.from({ length: 600 }, (_, i) => instantOfLocal(offsets, zone, local - 300 + i));
      const steps = instants.slice(1).map((instant, i) => instant - (instants[i] ?? 0));
      expect(steps.filter((step) => step !== 1).length).toBeLessThanOrEqual(1);
    }
  });
});
