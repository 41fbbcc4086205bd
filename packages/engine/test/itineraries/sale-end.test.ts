import {
  createCalendarPricer,
  createSearcher,
  type FlightSearch,
  type FoundFlight,
  type FoundSlice,
  minutesPerDay,
} from "@wayfare/engine";
import { describe, expect, it } from "vitest";
import { drawTimetable } from "../fixtures/drawn-network.ts";
import { day, searchFor } from "../fixtures/drawn-search.ts";

/** Domestic and international flights in the same hours, and returns to another place of a list. */
const timetable = drawTimetable(`
  AA1 BOS 10:00 JFK 11:20
  AA2 BOS 10:20 JFK 11:40
  AA3 BOS 10:40 JFK 12:00
  AA4 BOS 11:00 JFK 12:20
  AA5 BOS 11:20 JFK 12:40
  BA6 BOS 10:10 LHR 21:20
  BA7 BOS 10:50 LHR 22:00
  BA8 BOS 11:10 LHR 22:20
  BA111 JFK 20:00 LHR 07:20+1
  BA112 JFK 17:00 LHR 04:20+1
  BA113 JFK 19:00 LHR 06:20+1
  AA114 JFK 21:30 LHR 08:50+1
  AA115 JFK 22:30 LHR 09:50+1
  AA12 JFK 16:00 BOS 17:20
  AA13 JFK 21:00 BOS 22:20
  AA14 JFK 18:00 LAX 21:00
`);
const searcher = createSearcher(timetable);
const plain = { maxStops: 1, includeAward: false, limit: 250 } as const;
const countryOf: Record<string, string> = { BOS: "US", JFK: "US", LAX: "US", LHR: "GB" };
/** 10:00 in Boston. */
const start = day * minutesPerDay + 15 * 60;

const search = (changes: Partial<FlightSearch>) => searcher.search(searchFor({ ...plain, ...changes }));
const nameOf = ({ slices }: Pick<FoundFlight, "slices">) =>
  slices.map(({ segments }) => segments.map(({ flightNumber }) => flightNumber).join("+")).join(" > ");
const namesOf = (flights: readonly Pick<FoundFlight, "slices">[]) => flights.map(nameOf).toSorted();
const departureOf = ({ segments }: FoundSlice) => segments[0]?.departureEpochMinutes ?? 0;
const arrivalOf = ({ segments }: FoundSlice) => segments.at(-1)?.arrivalEpochMinutes ?? 0;

/** The rule in the simplest form: countries of all airports of the trip, and minutes until its first departure. */
function isSold({ slices }: Pick<FoundFlight, "slices">, searchedAtMinutes: number): boolean {
  const airports = slices.flatMap(({ segments }) =>
    segments.flatMap(({ origin, destination }) => [origin, destination]),
  );
  const isDomestic = new Set(airports.map((code) => countryOf[code])).size === 1;
  const left = Math.min(...slices.map(departureOf)) - searchedAtMinutes;
  return left > (isDomestic ? 30 : 60);
}

/** Minutes of searches from an hour before the first departure until after the last. */
const times = Array.from({ length: 150 }, (_, at) => start - 70 + at);

describe("the end of sale", () => {
  it("is 30 minutes before a domestic and 60 minutes before an international departure", () => {
    for (const [destination, number, minutes] of [
      ["airport:JFK", 3, 30],
      ["airport:LHR", 7, 60],
    ] as const) {
      const departure = start + (number === 3 ? 40 : 50);
      const numbersAt = (searchedAtMinutes: number) =>
        namesOf(search({ origin: "airport:BOS", destination, maxStops: 0, searchedAtMinutes }));
      expect(numbersAt(departure - minutes - 1)).toContain(String(number));
      expect(numbersAt(departure - minutes)).not.toContain(String(number));
      const found = search({
        origin: "airport:BOS",
        destination,
        maxStops: 0,
        searchedAtMinutes: start - 300,
      }).find((flight) => nameOf(flight) === String(number));
      expect(found?.saleEndsEpochMinutes).toBe(departure - minutes);
    }
  });

  it("leaves the one-way trips that a brute-force filter keeps, at every minute", () => {
    for (const destination of ["airport:JFK", "airport:LHR"]) {
      const query = { origin: "airport:BOS", destination };
      const all = search({ ...query, searchedAtMinutes: start - 300 });
      expect(all.length).toBeGreaterThan(2);
      for (const searchedAtMinutes of times) {
        const sold = all.filter((flight) => isSold(flight, searchedAtMinutes));
        expect(namesOf(search({ ...query, searchedAtMinutes }))).toEqual(namesOf(sold));
      }
    }
  });

  it("counts every airport of a round trip, whose return may be to another country", () => {
    const query = { origin: ["airport:BOS", "airport:LHR"], destination: "airport:JFK", returnDay: day };
    let international = 0;
    for (const searchedAtMinutes of times) {
      const out = search({ origin: "airport:BOS", destination: "airport:JFK", searchedAtMinutes });
      const back = [
        ...search({ origin: "airport:JFK", destination: "airport:BOS", searchedAtMinutes }),
        ...search({ origin: "airport:JFK", destination: "airport:LHR", searchedAtMinutes }),
      ];
      const pairs = out
        .flatMap(({ slices: [there] }) => back.map(({ slices: [home] }) => [there, home]))
        .map((slices) => ({ slices: slices.filter((slice) => slice !== undefined) }))
        .filter(({ slices: [there, home] }) => there && home && departureOf(home) >= arrivalOf(there) + 60)
        .filter((trip) => isSold(trip, searchedAtMinutes));
      const found = search({ ...query, searchedAtMinutes });
      expect(namesOf(found)).toEqual(namesOf(pairs));
      for (const flight of found) expect(flight.saleEndsEpochMinutes).toBeGreaterThan(searchedAtMinutes);
      international += found.filter((flight) => /> 11\d$/.test(nameOf(flight))).length;
    }
    expect(international).toBeGreaterThan(50);
  });

  it("counts every airport of a multi-city trip", () => {
    for (const last of ["airport:LAX", "airport:LHR"]) {
      const slices = [
        { origin: "airport:BOS", destination: "airport:JFK", day },
        { origin: "airport:JFK", destination: last, day },
      ];
      const all = search({ slices, searchedAtMinutes: start - 300 });
      expect(all.length).toBeGreaterThan(2);
      for (const searchedAtMinutes of times) {
        const sold = all.filter((trip) => isSold(trip, searchedAtMinutes));
        expect(namesOf(search({ slices, searchedAtMinutes }))).toEqual(namesOf(sold));
      }
    }
  });

  it("is the same in calendar cells of today as in searches", () => {
    const pricer = createCalendarPricer(timetable);
    const totalOf = (fares: readonly { count: number; baseCents: number }[]) =>
      fares.reduce((sum, { count, baseCents }) => sum + count * baseCents, 0);
    const lowest = (flights: readonly FoundFlight[]) =>
      flights.length === 0 ? null : Math.min(...flights.flatMap(({ cash }) => cash.map(({ fares }) => totalOf(fares))));
    for (const searchedAtMinutes of times) {
      for (const [destination, returnDay] of [
        ["airport:JFK", null],
        ["airport:LHR", null],
        ["airport:JFK", day],
      ] as const) {
        const query = searchFor({ ...plain, origin: "airport:BOS", destination, returnDay, searchedAtMinutes });
        const steps = pricer.priceInSteps({ search: query, cells: [{ day, returnDay }], totalOf });
        let step = steps.next();
        while (step.done !== true) step = steps.next();
        expect(step.value.cash.any).toEqual([lowest(searcher.search({ ...query, allOffers: true }))]);
      }
    }
  });
});
