import { greatCircleKm, parseEpochDay } from "@wayfare/engine";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ClosedAirspace, Point } from "../../src/facts/closed-airspace.ts";
import { loadFacts } from "../../src/facts/prepared-facts.ts";
import { FlightPaths } from "../../src/flight-paths/flight-paths.ts";
import { zonalWindKmh } from "../../src/flight-paths/wind.ts";

const day = parseEpochDay("2027-01-01");
const { closedAirspace, routingPoints, airports } = loadFacts();
const real = new FlightPaths({ closedAirspace, routingPoints, day });
const west = { code: "XX", country: "DE" };
const other = { code: "YY", country: "CN" };
const base = { airline: west, cruiseKmh: 900, season: null } as const;

const airport = (code: string) => airports.get(code) ?? expect.fail(`no airport ${code}`);
const between = (from: string, to: string, changes: object = {}) =>
  real.cruiseHours({ ...base, from: airport(from), to: airport(to), ...changes });

const place = fc.record({
  latitude: fc.integer({ min: -60, max: 70 }),
  longitude: fc.integer({ min: -179, max: 179 }),
});
const run = { seed: 1, numRuns: 60 };

function closedBox(changes: Partial<ClosedAirspace> = {}): ClosedAirspace {
  const ring = [
    { latitude: 10, longitude: 10 },
    { latitude: 30, longitude: 10 },
    { latitude: 30, longitude: 30 },
    { latitude: 10, longitude: 30 },
  ];
  return { area: "Box", closedTo: ["DE"], except: [], countries: [], fromDay: day, untilDay: day, ring, ...changes };
}

/** Points at all corners of the box, outside of it. */
const corners: Point[] = [8, 32].flatMap((latitude) => [8, 32].map((longitude) => ({ latitude, longitude })));
const across = { from: { latitude: 20, longitude: 0 }, to: { latitude: 20, longitude: 40 } };

const hoursAcross = (airspace: ClosedAirspace, changes: object = {}) =>
  new FlightPaths({ closedAirspace: [airspace], routingPoints: corners, day }).cruiseHours({
    ...base,
    ...across,
    ...changes,
  });
const open = hoursAcross(closedBox({ closedTo: [] }));

describe("closed airspace", () => {
  test("lengthens the flights of the airlines that it is closed to", () => {
    const around = hoursAcross(closedBox());
    expect(around).toBeGreaterThan(1.05 * open);
    expect(hoursAcross(closedBox({ closedTo: "all" }))).toBe(around);
  });

  test.each<[string, Partial<ClosedAirspace>]>([
    ["its airline is excepted", { except: ["XX"] }],
    ["it begins later", { fromDay: day + 1, untilDay: null }],
    ["it has ended", { fromDay: day - 9, untilDay: day - 1 }],
    ["it is closed to others", { closedTo: ["FR"] }],
  ])("does not change a flight if %s", (_, changes) => {
    expect(hoursAcross(closedBox(changes))).toBe(open);
  });

  test("is open to flights from and to its airports", () => {
    const inside = { to: { latitude: 20, longitude: 20 } };
    expect(hoursAcross(closedBox(), inside)).toBe(hoursAcross(closedBox({ closedTo: [] }), inside));
  });

  test("is crossed if no routing point leads around it", () => {
    const paths = new FlightPaths({ closedAirspace: [closedBox()], routingPoints: [], day });
    expect(paths.cruiseHours({ ...base, ...across })).toBe(open);
  });

  test("of Russia makes European airlines slower than Chinese ones, and none else", () => {
    expect(between("FRA", "PEK")).toBeGreaterThan(1.08 * between("FRA", "PEK", { airline: other }));
    expect(between("LHR", "JFK")).toBe(between("LHR", "JFK", { airline: other }));
    const today = between("HEL", "NRT");
    const in2021 = new FlightPaths({ closedAirspace, routingPoints, day: parseEpochDay("2021-01-01") });
    const before = in2021.cruiseHours({ ...base, from: airport("HEL"), to: airport("NRT") });
    expect(today).toBeGreaterThan(1.3 * before);
  });
});

describe("wind", () => {
  test("makes mid-latitude flights faster to the east than to the west, more so in winter", () => {
    const gain = (season: "winter" | "summer" | null) =>
      between("LHR", "JFK", { season }) - between("JFK", "LHR", { season });
    expect(gain("summer")).toBeGreaterThan(0.3);
    expect(gain("winter")).toBeGreaterThan(gain("summer"));
    expect(gain(null)).toBeGreaterThan(gain("summer"));
  });

  test("is a westerly in both middle latitudes and an easterly at the equator", () => {
    for (const season of ["winter", "summer"] as const) {
      expect(zonalWindKmh({ latitude: 40, longitude: 0 }, season)).toBeGreaterThan(30);
      expect(zonalWindKmh({ latitude: -40, longitude: 0 }, season)).toBeGreaterThan(30);
      expect(zonalWindKmh({ latitude: 2, longitude: 0 }, season)).toBeLessThan(0);
    }
  });
});

test("gives times that a great circle and a detour of a third bound, less for faster aircraft", () => {
  fc.assert(
    fc.property(place, place, (from, to) => {
      const km = greatCircleKm(from, to);
      // At an antipode, every direction is a great circle.
      fc.pre(km < 19_000);
      const hours = real.cruiseHours({ ...base, from, to });
      expect(hours).toBeGreaterThanOrEqual(km / (900 + 230));
      expect(hours).toBeLessThanOrEqual((1.039 * Math.max(1.5 * km, km + 3000)) / (900 - 230));
      expect(real.cruiseHours({ ...base, from, to, cruiseKmh: 950 })).toBeLessThanOrEqual(hours);
    }),
    run,
  );
});

test("gives the same times in any order of calls", () => {
  const fresh = () => new FlightPaths({ closedAirspace, routingPoints, day });
  const query = { ...base, from: airport("CDG"), to: airport("HND") };
  const used = fresh();
  used.cruiseHours({ ...query, airline: other });
  used.cruiseHours({ ...query, from: query.to, to: query.from });
  expect(used.cruiseHours(query)).toBe(fresh().cruiseHours(query));
});
