import {
  buildTimetable,
  createEnumeration,
  enumerateItineraries,
  minutesPerDay,
  type Network,
  openTimetable,
  type Timetable,
} from "@wayfare/engine";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { arbitraryNetwork, randomFirstDay } from "../fixtures/random-network.ts";
import { type BruteQuery, bruteForce } from "./brute-force.ts";

const queriesPerNetwork = 3;

const arbitraryWindow = fc.option(fc.record({ fromMinute: fc.nat(1439), toMinute: fc.nat(1439) }), { freq: 3 });

const arbitraryCabin = fc.option(
  fc.record({
    cabin: fc.constantFrom(0 as const, 1 as const, 2 as const, 2 as const, 3 as const),
    match: fc.constantFrom("main" as const, "main" as const, "strict" as const, "any" as const),
  }),
  { freq: 5 },
);

const noFilters = {
  carriers: null,
  excludedCarriers: null,
  departureWindow: null,
  arrivalWindow: null,
  latestArrivalMinutes: null,
  maxDurationMinutes: null,
  layovers: null,
};

const arbitraryLayovers = fc.option(
  fc.record({
    excluded: fc.array(fc.nat(1000), { maxLength: 2 }),
    minMinutes: fc.constantFrom(0, 60, 120, 400),
    maxMinutes: fc.constantFrom(90, 240, 1440, Number.POSITIVE_INFINITY),
  }),
);

/** Two thirds of the queries have no filters but a cabin, because they have most itineraries. */
const arbitraryFilters = fc.oneof(
  fc.constant({ ...noFilters, cabin: null }),
  fc.record({ cabin: arbitraryCabin }).map(({ cabin }) => ({ ...noFilters, cabin })),
  fc.record({
    carriers: fc.option(fc.subarray(["C0", "C1", "C2", "C3"])),
    excludedCarriers: fc.option(fc.subarray(["C0", "C1", "C2", "C3"], { maxLength: 2 })),
    departureWindow: arbitraryWindow,
    arrivalWindow: arbitraryWindow,
    latestArrivalMinutes: fc.option(fc.integer({ min: 0, max: 3 * 1440 }), { freq: 1 }),
    maxDurationMinutes: fc.option(fc.integer({ min: 60, max: 1500 })),
    layovers: arbitraryLayovers,
    cabin: arbitraryCabin,
  }),
);

const arbitraryQuery = fc.record({
  from: fc.nat(1000),
  onward: fc.nat(1000),
  dayAt: fc.integer({ min: 0, max: 7 }),
  maxStops: fc.constantFrom(2 as const, 2 as const, 1 as const, 0 as const),
  filters: arbitraryFilters,
});

const arbitraryCase = fc.tuple(
  arbitraryNetwork,
  fc.array(arbitraryQuery, { minLength: queriesPerNetwork, maxLength: queriesPerNetwork }),
);

type DrawnQuery = typeof arbitraryQuery extends fc.Arbitrary<infer T> ? T : never;

/** Queries by metropolitan code, which means one airport or all airports of its city. */
function toBrute({ airports }: Network, { from, onward, dayAt, maxStops, filters }: DrawnQuery): BruteQuery {
  const inCityOf = (at: number) => {
    const city = airports[at % airports.length]?.city;
    return airports.filter((airport) => airport.city === city).map(({ code }) => code);
  };
  const { layovers, latestArrivalMinutes, ...others } = filters;
  const codeOf = (at: number) => airports[at % airports.length]?.code ?? "";
  return {
    origins: inCityOf(from),
    destinations: inCityOf(from + 1 + (onward % (airports.length - 1))),
    day: randomFirstDay + dayAt,
    maxStops,
    ...others,
    latestLocalArrival:
      latestArrivalMinutes === null ? null : (randomFirstDay + dayAt) * minutesPerDay + latestArrivalMinutes,
    layovers: layovers && { ...layovers, exclude: layovers.excluded.map(codeOf) },
  };
}

function queryEngine(timetable: Timetable, query: BruteQuery): string[] {
  const enumeration = createEnumeration(timetable);
  const flagsOf = (codes: string[] | null) =>
    codes === null ? null : Uint8Array.from(timetable.carriers, ({ code }) => (codes.includes(code) ? 1 : 0));
  const { layovers } = query;
  const found = enumerateItineraries(enumeration, {
    ...query,
    origins: query.origins.flatMap((code) => timetable.airportIndex.get(code) ?? []),
    destinations: query.destinations.flatMap((code) => timetable.airportIndex.get(code) ?? []),
    layovers: layovers && {
      ...layovers,
      airports: Uint8Array.from(timetable.airports, (code) => (layovers.exclude.includes(code) ? 0 : 1)),
    },
    carriers: flagsOf(query.carriers),
    excludedCarriers: flagsOf(query.excludedCarriers),
  });
  const { pool } = enumeration;
  const nameOf = (flight: number) =>
    `${timetable.flightNumber[pool.pattern[flight] ?? -1]}@${(pool.day[flight] ?? 0) - randomFirstDay}`;
  const itineraries: string[] = [];
  for (let row = 0; row < found.count; row++) {
    const flights = [found.first[row], found.second[row], found.third[row]].filter((flight) => (flight ?? -1) >= 0);
    itineraries.push(flights.map((flight) => nameOf(flight ?? -1)).join(" / "));
  }
  return itineraries.sort();
}

/** Defines the test on `runs` random networks; the first ones are the same for any number. */
export function testAgainstBruteForce(runs: number): void {
  test(`finds the itineraries that trying every sequence of flights finds, on ${runs} networks`, {
    timeout: 600_000,
  }, () => {
    const counts = {
      itineraries: [0, 0, 0],
      lastResort: 0,
      airportChanges: 0,
      interline: 0,
      wrongCabin: 0,
      cabotage: 0,
      none: 0,
    };
    fc.assert(
      fc.property(arbitraryCase, ([network, queries]) => {
        const timetable = openTimetable(buildTimetable(network));
        for (const drawn of queries) {
          const query = toBrute(network, drawn);
          const expected = bruteForce(network, query);
          expect(queryEngine(timetable, query)).toEqual(expected.itineraries);
          for (const stops of expected.stops) counts.itineraries[stops] = (counts.itineraries[stops] ?? 0) + 1;
          counts.lastResort += expected.lastResort ? 1 : 0;
          counts.airportChanges += expected.airportChanges;
          counts.interline += expected.interline;
          counts.wrongCabin += expected.wrongCabin;
          counts.cabotage += expected.cabotage;
          counts.none += expected.itineraries.length === 0 ? 1 : 0;
        }
      }),
      { seed: 20_280_324, numRuns: runs },
    );
    // Without these the property could hold with empty results.
    expect(
      counts.itineraries.map((count, stops) => count > ([2 / 3, 1 / 5, 1 / 50][stops] ?? 0) * runs),
      String(counts.itineraries),
    ).toEqual([true, true, true]);
    expect(counts.lastResort).toBeGreaterThan(runs / 150);
    expect(counts.airportChanges).toBeGreaterThan(runs / 150);
    expect(counts.interline).toBeGreaterThan(runs / 30);
    expect(counts.wrongCabin).toBeGreaterThan(runs / 10);
    expect(counts.cabotage).toBeGreaterThan(runs / 10);
    expect(counts.none).toBeGreaterThan(runs / 30);
  });
}
