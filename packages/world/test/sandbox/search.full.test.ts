import { createSearcher, type FoundFlight } from "@wayfare/engine";
import { describe, expect, it } from "vitest";
import {
  arrivalOf,
  compareNumbers,
  day,
  departureOf,
  find,
  localMinute,
  milesOf,
  minutesOf,
  minutesOfSlice,
  priceOf,
  searchedAtMinutes,
  searcher,
  searchFor,
  segmentsOf,
  sorts,
  stopsOf,
  timetable,
} from "./searched-world.ts";

describe("a search of the world", () => {
  it("returns the same twice, after other searches, and with a new searcher", () => {
    for (const search of [searchFor(), searchFor({ returnDay: day + 7, cabin: "business", sort: "miles" })]) {
      const first = searcher.search(search);
      searcher.search(searchFor({ origin: "SYD", destination: "PAR" }));
      expect(searcher.search(search)).toEqual(first);
      expect(createSearcher(timetable).search(search)).toEqual(first);
      expect(first.length).toBeGreaterThan(0);
    }
  });

  it("returns flights in the requested order, one way and round trip", () => {
    const keys = { price: priceOf, miles: milesOf, duration: minutesOf, departure: departureOf, arrival: arrivalOf };
    for (const [sort, returnDay] of sorts.flatMap((each) => [[each, null] as const, [each, day + 9] as const])) {
      // All awards are needed to find the fewest miles: the best three are selected by value.
      const found = find({ sort, returnDay, allOffers: true }).map(keys[sort]);
      expect(found, sort).toEqual(found.toSorted(compareNumbers));
    }
  });

  it("returns at least its limit, including the cheapest, the cheapest nonstop, the fastest and the best award", () => {
    const nonstops = (flights: FoundFlight[]) => flights.filter((flight) => stopsOf(flight) === 0);
    for (const returnDay of [null, day + 9]) {
      const all = find({ limit: 250, returnDay });
      for (const [sort, limit] of sorts.flatMap((each) => [4, 10, 25].map((most) => [each, most] as const))) {
        const few = find({ limit, sort, returnDay });
        // The limit is applied after the results are merged with those of other suppliers.
        expect(few.length).toBeGreaterThanOrEqual(limit);
        expect(few.length).toBeLessThanOrEqual(all.length);
        expect(Math.min(...few.map(priceOf))).toBe(Math.min(...all.map(priceOf)));
        expect(Math.min(...nonstops(few).map(priceOf))).toBe(Math.min(...nonstops(all).map(priceOf)));
        expect(Math.min(...few.map(minutesOf))).toBe(Math.min(...all.map(minutesOf)));
        expect(few.some(({ award }) => award.length > 0)).toBe(true);
      }
    }
    expect(find({ limit: 1 }).length).toBeGreaterThanOrEqual(1);
  });

  it("returns nothing between unknown places, within a city, on a day outside the world or in the past", () => {
    expect(searcher.search(searchFor({ origin: "XXX" }))).toEqual([]);
    expect(searcher.search(searchFor({ destination: "XXX" }))).toEqual([]);
    expect(searcher.search(searchFor({ origin: "LHR", destination: "LGW" }))).toEqual([]);
    for (const outside of [timetable.firstDay - 1, timetable.firstDay + timetable.days, 0]) {
      expect(searcher.search(searchFor({ day: outside }))).toEqual([]);
    }
    expect(searcher.search(searchFor({ day: day + 10, returnDay: timetable.firstDay + timetable.days }))).toEqual([]);
    expect(searcher.search(searchFor({ day: Math.floor(searchedAtMinutes / 1440) - 2 }))).toEqual([]);
  });

  it("never offers a flight that has departed", () => {
    const noon = day * 1440 + 720;
    for (const flight of find({ searchedAtMinutes: noon, limit: 250 }))
      expect(departureOf(flight)).toBeGreaterThan(noon);
    const earlier = find({ searchedAtMinutes: noon - 1440, limit: 250 });
    expect(earlier.some((flight) => departureOf(flight) <= noon)).toBe(true);
  });
});

describe("a filter of a search", () => {
  it("by stops applies to every slice", () => {
    for (const maxStops of [0, 1, 2] as const) {
      const found = find({ maxStops, returnDay: day + 6, limit: 100 });
      const most = Math.max(...found.flatMap(({ slices }) => slices.map(({ layovers }) => layovers.length)));
      expect(most).toBeLessThanOrEqual(maxStops);
    }
  });

  it("by times applies to the local times of each slice", () => {
    const departureWindow = { fromMinute: 600, toMinute: 960 };
    const arrivalWindow = { fromMinute: 1200, toMinute: 420 };
    for (const { slices } of find({ departureWindow, returnDay: day + 6 })) {
      for (const { segments } of slices) {
        const [first] = segments;
        const local = localMinute(first?.departureEpochMinutes ?? 0, first?.departureOffsetMinutes ?? 0);
        expect(local >= 600 && local <= 960).toBe(true);
      }
    }
    for (const { slices } of find({ arrivalWindow })) {
      const last = slices[0]?.segments.at(-1);
      const local = localMinute(last?.arrivalEpochMinutes ?? 0, last?.arrivalOffsetMinutes ?? 0);
      expect(local >= 1200 || local <= 420).toBe(true);
    }
  });

  it("by airlines, excluded airlines, duration and programs applies to every flight", () => {
    const carriersOf = (flights: FoundFlight[]) =>
      new Set(flights.flatMap(segmentsOf).map(({ marketingCarrier }) => marketingCarrier));
    expect([...carriersOf(find({ airlines: ["BA", "AA"] }))].sort()).toEqual(["AA", "BA"]);
    expect(carriersOf(find()).has("BA")).toBe(true);
    expect(carriersOf(find({ excludeAirlines: ["BA"], limit: 250 })).has("BA")).toBe(false);
    expect(carriersOf(find({ airlines: ["BA", "AA"], excludeAirlines: ["BA"] }))).toEqual(new Set(["AA"]));
    const found = find({ maxDurationMinutes: 500, returnDay: day + 5 });
    expect(Math.max(...found.flatMap(({ slices }) => slices.map(minutesOfSlice)))).toBeLessThanOrEqual(500);
    const named = find({ programs: ["aeroplan", "united"], allOffers: true, limit: 100 });
    expect([...new Set(named.flatMap(({ award }) => award.map(({ program }) => program)))].sort()).toEqual([
      "aeroplan",
      "united",
    ]);
    expect(find({ programs: ["unknown"] }).flatMap(({ award }) => award)).toEqual([]);
  });

  it("by cash or awards leaves the other list empty, and returns only flights with such an offer", () => {
    for (const returnDay of [null, day + 6]) {
      for (const { cash, award, cheapestCash } of find({ includeCash: false, returnDay })) {
        expect(cash).toEqual([]);
        expect(award.length).toBeGreaterThan(0);
        expect(cheapestCash).not.toBeNull();
      }
      for (const { cash, award } of find({ includeAward: false, returnDay })) {
        expect(award).toEqual([]);
        expect(cash.length).toBeGreaterThan(0);
      }
    }
    expect(searcher.search(searchFor({ includeCash: false, includeAward: false }))).toEqual([]);
  });
});
