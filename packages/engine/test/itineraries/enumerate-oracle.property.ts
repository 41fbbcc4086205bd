import {
  buildTimetable,
  createEnumeration,
  enumerateItineraries,
  type Network,
  openTimetable,
  type Timetable,
} from "@wayfare/engine";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { arbitraryNetwork, randomFirstDay } from "../fixtures/random-network.ts";
import { type BruteQuestion, bruteForce } from "./brute-force.ts";

const questionsPerNetwork = 3;

const arbitraryWindow = fc.option(fc.record({ fromMinute: fc.nat(1439), toMinute: fc.nat(1439) }), { freq: 3 });

/** Half of the questions leave the filters alone: they are where most ways are found. */
const arbitraryFilters = fc.oneof(
  fc.constant({
    carriers: null,
    excludedCarriers: null,
    departureWindow: null,
    arrivalWindow: null,
    maxDurationMinutes: null,
  }),
  fc.record({
    carriers: fc.option(fc.subarray(["C0", "C1", "C2", "C3"])),
    excludedCarriers: fc.option(fc.subarray(["C0", "C1", "C2", "C3"], { maxLength: 2 })),
    departureWindow: arbitraryWindow,
    arrivalWindow: arbitraryWindow,
    maxDurationMinutes: fc.option(fc.integer({ min: 60, max: 1500 })),
  }),
);

const arbitraryQuestion = fc.record({
  from: fc.nat(1000),
  onward: fc.nat(1000),
  dayAt: fc.integer({ min: 0, max: 7 }),
  maxStops: fc.constantFrom(2 as const, 2 as const, 1 as const, 0 as const),
  filters: arbitraryFilters,
});

const arbitraryCase = fc.tuple(
  arbitraryNetwork,
  fc.array(arbitraryQuestion, { minLength: questionsPerNetwork, maxLength: questionsPerNetwork }),
);

type Asked = typeof arbitraryQuestion extends fc.Arbitrary<infer T> ? T : never;

/** Asks by metropolitan code, which stands for one airport or for all of its city. */
function toBrute({ airports }: Network, { from, onward, dayAt, maxStops, filters }: Asked): BruteQuestion {
  const inCityOf = (at: number) => {
    const city = airports[at % airports.length]?.city;
    return airports.filter((airport) => airport.city === city).map(({ code }) => code);
  };
  return {
    origins: inCityOf(from),
    destinations: inCityOf(from + 1 + (onward % (airports.length - 1))),
    day: randomFirstDay + dayAt,
    maxStops,
    ...filters,
  };
}

function askEngine(timetable: Timetable, question: BruteQuestion): string[] {
  const enumeration = createEnumeration(timetable);
  const flagsOf = (codes: string[] | null) =>
    codes === null ? null : Uint8Array.from(timetable.carriers, ({ code }) => (codes.includes(code) ? 1 : 0));
  const found = enumerateItineraries(enumeration, {
    ...question,
    origins: question.origins.flatMap((code) => timetable.airportIndex.get(code) ?? []),
    destinations: question.destinations.flatMap((code) => timetable.airportIndex.get(code) ?? []),
    carriers: flagsOf(question.carriers),
    excludedCarriers: flagsOf(question.excludedCarriers),
  });
  const { pool } = enumeration;
  const nameOf = (flight: number) =>
    `${timetable.flightNumber[pool.pattern[flight] ?? -1]}@${(pool.day[flight] ?? 0) - randomFirstDay}`;
  const ways: string[] = [];
  for (let row = 0; row < found.count; row++) {
    const flights = [found.first[row], found.second[row], found.third[row]].filter((flight) => (flight ?? -1) >= 0);
    ways.push(flights.map((flight) => nameOf(flight ?? -1)).join(" / "));
  }
  return ways.sort();
}

/** Defines the test on `runs` random networks, of which the first are the same whatever their number. */
export function testAgainstBruteForce(runs: number): void {
  test(`finds the itineraries that trying every sequence of flights finds, on ${runs} networks`, {
    timeout: 180_000,
  }, () => {
    const seen = { ways: [0, 0, 0], lastResort: 0, airportChanges: 0, none: 0 };
    fc.assert(
      fc.property(arbitraryCase, ([network, questions]) => {
        const timetable = openTimetable(buildTimetable(network));
        for (const asked of questions) {
          const question = toBrute(network, asked);
          const expected = bruteForce(network, question);
          expect(askEngine(timetable, question)).toEqual(expected.ways);
          for (const stops of expected.stops) seen.ways[stops] = (seen.ways[stops] ?? 0) + 1;
          seen.lastResort += expected.lastResort ? 1 : 0;
          seen.airportChanges += expected.airportChanges;
          seen.none += expected.ways.length === 0 ? 1 : 0;
        }
      }),
      { seed: 20_280_324, numRuns: runs },
    );
    // Without these the property might hold for want of anything to find.
    expect(
      seen.ways.map((count, stops) => count > ([2 / 3, 1 / 5, 1 / 50][stops] ?? 0) * runs),
      String(seen.ways),
    ).toEqual([true, true, true]);
    expect(seen.lastResort).toBeGreaterThan(runs / 150);
    expect(seen.airportChanges).toBeGreaterThan(runs / 150);
    expect(seen.none).toBeGreaterThan(runs / 30);
  });
}
