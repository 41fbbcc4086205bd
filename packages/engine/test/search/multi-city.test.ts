import { createSearcher, type FlightSearch, type FoundFlight, minutesPerDay } from "@wayfare/engine";
import { describe, expect, it } from "vitest";
import { drawTimetable } from "../fixtures/drawn-network.ts";
import { day, searchFor } from "../fixtures/drawn-search.ts";

/** Two or three flights in each of six markets. */
const timetable = drawTimetable(`
  BA1 LHR 09:00 JFK 12:00
  UA2 LHR 18:00 JFK 21:00
  AA21 JFK 08:00 LAX 11:00
  AA22 JFK 14:00 LAX 17:00
  UA23 JFK 16:00 LAX 19:00
  UA31 LAX 07:00 DEN 10:15
  AA32 LAX 20:00 DEN 23:15
  UA41 DEN 09:00 JFK 15:00
  AA42 DEN 13:00 JFK 19:00
  LH51 JFK 18:00 FRA 07:30+1
  UA52 JFK 20:00 FRA 09:30+1
  LH61 FRA 08:00 LHR 08:40
  BA62 FRA 18:00 LHR 18:40
`);
const searcher = createSearcher(timetable);

const cities = ["LHR", "JFK", "LAX", "DEN", "JFK", "FRA", "LHR"];
const offsets = [0, 0, 1, 2, 3, 5];
const slices = offsets.map((offset, at) => ({
  origin: `airport:${cities[at]}`,
  destination: `airport:${cities[at + 1]}`,
  day: day + offset,
}));
const plain = { maxStops: 0, includeAward: false, sort: "price", limit: 250 } as const;

const multiCity = (changes: Partial<FlightSearch> = {}) => searcher.search(searchFor({ ...plain, slices, ...changes }));
const nameOf = ({ slices: flown }: FoundFlight) =>
  flown
    .map(({ segments }) => segments.map(({ marketingCarrier: by, flightNumber }) => `${by}${flightNumber}`).join("+"))
    .join(" > ");
const departureOf = ({ segments }: FoundFlight["slices"][number]) => segments[0]?.departureEpochMinutes ?? 0;
const arrivalOf = ({ segments }: FoundFlight["slices"][number]) => segments.at(-1)?.arrivalEpochMinutes ?? 0;
const minutesOf = ({ slices: flown }: FoundFlight) =>
  flown.reduce((sum, slice) => sum + arrivalOf(slice) - departureOf(slice), 0);
const baseCents = ({ cash }: FoundFlight) => cash[0]?.fares.reduce((sum, fare) => sum + fare.count * fare.baseCents, 0);

/** Every combination of one-way searches of the slices whose flights join. */
function combine(parts: readonly FoundFlight[][]): FoundFlight[][] {
  return parts.reduce<FoundFlight[][]>(
    (combined, found) =>
      combined.flatMap((before) =>
        found
          .filter(({ slices: [slice] }) => {
            const last = before.at(-1)?.slices[0];
            return last === undefined || slice === undefined || departureOf(slice) >= arrivalOf(last) + 60;
          })
          .map((next) => [...before, next]),
      ),
    [[]],
  );
}

const oneWays = (changes: Partial<FlightSearch> = {}) =>
  slices.map((slice) => searcher.search(searchFor({ ...plain, ...slice, ...changes })));

describe("a search of six slices", () => {
  it("finds every combination of the slices' flights that join, at the sum of their fares", () => {
    const combined = combine(oneWays());
    expect(combined.length).toBeGreaterThan(30);
    const expected = combined.map((chain) => [
      chain.map(nameOf).join(" > "),
      chain.reduce((sum, flight) => sum + (baseCents(flight) ?? Number.NaN), 0),
    ]);
    const found = multiCity();
    const byName = (a: unknown[], b: unknown[]) => (String(a[0]) < String(b[0]) ? -1 : 1);
    expect(found.map((flight) => [nameOf(flight), baseCents(flight)]).sort(byName)).toEqual(expected.sort(byName));
  });

  it("returns what a limit keeps of all combinations, in each order", () => {
    const all = multiCity();
    for (const sort of ["price", "duration", "departure", "arrival"] as const) {
      const found = multiCity({ sort, limit: 5 });
      const whole = multiCity({ sort });
      const keyOf = (flight: FoundFlight) => (sort === "duration" ? minutesOf(flight) : 0);
      expect(found.slice(0, 5).map(keyOf)).toEqual(whole.slice(0, 5).map(keyOf));
      expect(all.map(nameOf)).toEqual(expect.arrayContaining(found.map(nameOf)));
      if (sort === "price") expect(found.slice(0, 5).map(nameOf)).toEqual(whole.slice(0, 5).map(nameOf));
    }
  });

  it("books an award only with a program that books every slice", () => {
    const awards = { includeAward: true, includeCash: false, allOffers: true } as const;
    const parts = oneWays(awards);
    const milesOf = (flight: FoundFlight) =>
      new Map(flight.award.map(({ program, fares }) => [program, fares.reduce((sum, { miles }) => sum + miles, 0)]));
    const expected = combine(parts).flatMap((chain) => {
      const [first = new Map<string, number>(), ...others] = chain.map(milesOf);
      return [...first.keys()]
        .filter((program) => others.every((miles) => miles.has(program)))
        .map((program) => {
          const miles = [first, ...others].reduce((sum, each) => sum + (each.get(program) ?? Number.NaN), 0);
          return `${chain.map(nameOf).join(" > ")} ${program} ${miles}`;
        });
    });
    const found = multiCity(awards).flatMap((flight) =>
      [...milesOf(flight)].map(([program, miles]) => `${nameOf(flight)} ${program} ${miles}`),
    );
    expect(found.sort()).toEqual(expected.sort());
  });

  it("starts no slice earlier than an hour after the slice before it ends", () => {
    const sameDay = slices.slice(0, 2).map((slice) => ({ ...slice, day }));
    expect(multiCity({ slices: sameDay }).map(nameOf).sort()).toEqual(["BA1 > AA22", "BA1 > UA23"]);
  });

  it("is empty if a slice has no flight, and allows a slice from another place than the last one's end", () => {
    const [first, second] = slices;
    if (first === undefined || second === undefined) throw new Error("two slices are missing");
    const none = { origin: "airport:DEN", destination: "airport:LHR", day: day + 3 };
    expect(multiCity({ slices: [first, none] })).toEqual([]);
    const openJaw = { origin: "airport:FRA", destination: "airport:LHR", day: day + 4 };
    expect(multiCity({ slices: [first, openJaw] })).toHaveLength(4);
  });
});

describe("a search between lists of places", () => {
  it("finds the flights of searches of every pair of places, also those that connect at another origin", () => {
    const origins = ["airport:LHR", "airport:FRA"];
    const destinations = ["airport:JFK", "airport:LAX", "airport:DEN"];
    for (const maxStops of [0, 1, 2] as const) {
      const pairs = origins.flatMap((origin) =>
        destinations.flatMap((destination) => searcher.search(searchFor({ ...plain, maxStops, origin, destination }))),
      );
      const found = searcher.search(searchFor({ ...plain, maxStops, origin: origins, destination: destinations }));
      const describeAll = (flights: FoundFlight[]) =>
        flights.map((flight) => `${nameOf(flight)} ${baseCents(flight)}`).sort();
      expect(describeAll(found)).toEqual(describeAll(pairs));
    }
  });

  it("is the search of the place if a list has one place, however often", () => {
    const origin = ["airport:LHR", "airport:LHR"];
    const searchedAtMinutes = (day - 20) * minutesPerDay;
    expect(searcher.search(searchFor({ origin, searchedAtMinutes }))).toEqual(
      searcher.search(searchFor({ origin: "airport:LHR", searchedAtMinutes })),
    );
  });
});
