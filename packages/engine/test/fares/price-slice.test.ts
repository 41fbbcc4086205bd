import {
  airportsOf,
  createEnumeration,
  createSearcher,
  enumerateItineraries,
  type FlightSearch,
  type FoundFlight,
  noFilters,
  type SoldSeats,
} from "@wayfare/engine";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Cabin } from "../../src/fares/cabins.ts";
import { createFareQuotes, type FareQuotes, openOn } from "../../src/fares/fare-quotes.ts";
import { openSlice, priceSlice } from "../../src/fares/price-slice.ts";
import { indexSoldSeats } from "../../src/fares/sold-seats.ts";
import { classCodes, stayBetween } from "../../src/fares/tariffs.ts";
import { drawTimetable } from "../fixtures/drawn-network.ts";
import { searchFor, day as usualDay } from "../fixtures/drawn-search.ts";
import { combinationOf, isOpen, lowestCents, sellerOf } from "./fare-brute-force.ts";

/** Itineraries of one to three flights of one airline, of partners, and of a low-cost airline. */
const timetable = drawTimetable(`
  AA1 BOS 08:00 ORD 10:00
  AA2 ORD 12:00 DEN 13:40
  AA3 DEN 15:30 LAX 17:00
  AA4 BOS 09:00 DEN 11:40
  AA5 BOS 10:00 LAX 13:30
  AA6 LAX 18:00 BOS 02:20+1
  B61 BOS 07:00 ORD 09:00
  B62 ORD 11:00 LAX 13:20
  B63 BOS 20:00 LAX 23:30
  B64 LAX 09:00 BOS 17:20
  BA1 LAX 11:00 BOS 19:20
  UA1 BOS 06:00 LAX 09:30
  LH1 BOS 18:00 FRA 07:00+1
`);

interface Drawn {
  day: number;
  daysAhead: number;
  party: number;
  cabin: Cabin;
  nights: number;
  sold: number;
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  day: fc.integer({ min: usualDay - 20, max: usualDay + 250 }),
  daysAhead: fc.integer({ min: 0, max: 70 }),
  party: fc.integer({ min: 1, max: 5 }),
  cabin: fc.constantFrom<Cabin>(0, 1, 2, 3),
  nights: fc.integer({ min: 1, max: 40 }),
  sold: fc.integer({ min: 0, max: 180 }),
});

function soldOn(flight: string, origin: string, day: number, seats: number): SoldSeats {
  const [operatingCarrier, flightNumber] = [flight.slice(0, 2), Number(flight.slice(2))];
  return { operatingCarrier, flightNumber, origin, day, cabin: "economy", seats, saverSeats: 0 };
}

/** Every itinerary from Boston to Los Angeles, or back some nights later, with the quotes that price it. */
function itinerariesOn(
  { day, daysAhead, party, cabin, nights, sold }: Drawn,
  { homeward = false } = {},
): { quotes: FareQuotes; itineraries: number[][] } {
  const enumeration = createEnumeration(timetable);
  const found = enumerateItineraries(enumeration, {
    origins: airportsOf(timetable, homeward ? "LAX" : "BOS"),
    destinations: airportsOf(timetable, homeward ? "BOS" : "LAX"),
    day: homeward ? day + nights : day,
    maxStops: 2,
    ...noFilters,
  });
  const itineraries = Array.from({ length: found.count }, (_, row) =>
    [found.first[row], found.second[row], found.third[row]].filter((flight) => flight !== undefined && flight >= 0),
  );
  const index = indexSoldSeats([soldOn("AA2", "ORD", day, sold), soldOn("AA5", "BOS", day, sold)]);
  const searchedAtMinutes = (day - daysAhead) * 1440;
  const { pool } = enumeration;
  const quotes = createFareQuotes({ timetable, pool, cabin, party, searchedAtMinutes, sold: index });
  return { quotes, itineraries };
}

const runs = { seed: 20_261_121, numRuns: 150 };
const search = createSearcher(timetable);
const find = (changes: Partial<FlightSearch>) =>
  search.search(
    searchFor({ origin: "BOS", destination: "LAX", limit: 500, includeAward: false, allOffers: true, ...changes }),
  );
const nameOf = ({ slices }: FoundFlight) =>
  slices
    .flatMap(({ segments }) => segments.map((each) => each.operatingCarrier + each.operatingFlightNumber))
    .join("+");
const baseOf = ({ cheapestCash }: FoundFlight) => cheapestCash?.fares[0]?.baseCents ?? Number.POSITIVE_INFINITY;

describe("a price", () => {
  test("is the minimum over every partition, every filing and every open class, one way and half of a round trip", () => {
    const seen = new Set<number>();
    fc.assert(
      fc.property(drawn, (query) => {
        const { quotes, itineraries } = itinerariesOn(query);
        const stay = stayBetween(query.day, query.day + query.nights);
        for (const flights of itineraries) {
          const open = openSlice(quotes, flights);
          const oneWay = open && priceSlice(quotes, open, { kind: "oneWay" });
          const half = open && priceSlice(quotes, open, { kind: "halfRoundTrip", outboundDay: query.day, stay });
          const onDay = (day: number) => ({ daysAhead: day - quotes.searchDay, stay: null });
          expect(oneWay?.baseCents ?? null).toBe(lowestCents(quotes, flights, "oneWay", onDay));
          expect(half?.baseCents ?? null).toBe(
            lowestCents(quotes, flights, "halfRoundTrip", () => ({ daysAhead: query.daysAhead, stay })),
          );
          seen.add(oneWay?.components.length ?? 0);
        }
      }),
      runs,
    );
    // The property has covered through fares, two components and three, and full flights.
    expect([...seen]).toEqual(expect.arrayContaining([0, 1, 2]));
  });

  test("never uses a fare whose advance purchase or stay rule is violated", () => {
    fc.assert(
      fc.property(drawn, (query) => {
        const { quotes, itineraries } = itinerariesOn(query);
        const stay = stayBetween(query.day, query.day + query.nights);
        for (const flights of itineraries) {
          const open = openSlice(quotes, flights);
          if (open === null) continue;
          for (const { rules, day } of priceSlice(quotes, open, { kind: "oneWay" })?.components ?? []) {
            expect(rules.advancePurchaseDays).toBeLessThanOrEqual(day - quotes.searchDay);
          }
          const half = priceSlice(quotes, open, { kind: "halfRoundTrip", outboundDay: query.day, stay });
          for (const { rules } of half?.components ?? []) {
            expect(rules.advancePurchaseDays).toBeLessThanOrEqual(query.daysAhead);
            expect(rules.minimumStayNights).toBeLessThanOrEqual(query.nights);
            expect(rules.maximumStayNights ?? 365).toBeGreaterThanOrEqual(query.nights);
            expect(stay.saturdayNight || !rules.saturdayNight).toBe(true);
          }
        }
      }),
      runs,
    );
  });

  test("of a round trip is never more than that of its two one-ways", () => {
    fc.assert(
      fc.property(drawn, ({ day, daysAhead, nights }) => {
        const searchedAtMinutes = (day - daysAhead) * 1440;
        const out = new Map(find({ day, searchedAtMinutes }).map((flight) => [nameOf(flight), baseOf(flight)]));
        const homeward = { origin: "LAX", destination: "BOS", day: day + nights, searchedAtMinutes };
        const back = new Map(find(homeward).map((flight) => [nameOf(flight), baseOf(flight)]));
        for (const trip of find({ day, returnDay: day + nights, searchedAtMinutes })) {
          const [there, home] = trip.slices.map((slice) => nameOf({ ...trip, slices: [slice] }));
          const sum = (out.get(there ?? "") ?? Number.NaN) + (back.get(home ?? "") ?? Number.NaN);
          expect(baseOf(trip)).toBeLessThanOrEqual(sum);
        }
      }),
      { ...runs, numRuns: 40 },
    );
  });
});

/** Every round trip that a search may pair, with the cheaper of two one-ways and of two halves that combine. */
function lowestRoundTrips(query: Drawn): Map<string, number> {
  const stay = stayBetween(query.day, query.day + query.nights);
  const sides = (["out", "back"] as const).map((direction) => {
    const { quotes, itineraries } =
      direction === "out" ? itinerariesOn(query) : itinerariesOn(query, { homeward: true });
    return itineraries.map((flights) => {
      const onDay = (day: number) => ({ daysAhead: day - quotes.searchDay, stay: null });
      const { pool, timetable: times } = quotes;
      const codeOf = (flight: number) => {
        const pattern = pool.pattern[flight] ?? 0;
        return `${times.carriers[times.operatingCarrier[pattern] ?? 0]?.code}${times.flightNumber[pattern]}`;
      };
      return {
        name: flights.map(codeOf).join("+"),
        oneWay: lowestCents(quotes, flights, "oneWay", onDay) ?? Number.POSITIVE_INFINITY,
        half:
          lowestCents(quotes, flights, "halfRoundTrip", () => ({ daysAhead: query.daysAhead, stay })) ??
          Number.POSITIVE_INFINITY,
        combination: combinationOf(sellerOf(quotes, flights)),
      };
    });
  });
  const [outs = [], backs = []] = sides;
  return new Map(
    outs.flatMap((out) =>
      backs.map((back) => {
        const halves = out.combination === back.combination ? out.half + back.half : Number.POSITIVE_INFINITY;
        return [`${out.name}/${back.name}`, Math.min(out.oneWay + back.oneWay, halves)] as const;
      }),
    ),
  );
}

describe("a round trip", () => {
  test("costs the minimum of two one-ways and of every pair of halves that combine, for any filing carriers", () => {
    let acrossCarriers = 0;
    fc.assert(
      fc.property(drawn, ({ day, daysAhead, nights }) => {
        const query: Drawn = { day, daysAhead, nights, party: 1, cabin: 0, sold: 0 };
        const lowest = lowestRoundTrips(query);
        for (const trip of find({ day, returnDay: day + nights, searchedAtMinutes: (day - daysAhead) * 1440 })) {
          const [there = "", home = ""] = trip.slices.map((slice) => nameOf({ ...trip, slices: [slice] }));
          expect(baseOf(trip)).toBe(lowest.get(`${there}/${home}`));
          const bases = trip.cheapestCash?.segments.map(({ fareBasis }) => fareBasis) ?? [];
          if (there.slice(0, 2) !== home.slice(0, 2) && bases.every((basis) => /R\d*LT$/.test(basis))) acrossCarriers++;
        }
      }),
      { ...runs, numRuns: 30 },
    );
    expect(acrossCarriers).toBeGreaterThan(0);
  });
});

test("round trips share their common slices", () => {
  const trips = find({ day: usualDay, returnDay: usualDay + 7 });
  const slices = trips.flatMap((trip) => trip.slices);
  const written = new Set(slices.map((slice) => JSON.stringify(slice)));
  expect(slices.length).toBeGreaterThan(2 * written.size);
  expect(new Set(slices).size).toBe(written.size);
});

describe("availability", () => {
  test("is nested: every class above an open class is open", () => {
    fc.assert(
      fc.property(drawn, (query) => {
        const { quotes, itineraries } = itinerariesOn(query);
        for (const flight of new Set(itineraries.flat())) {
          const lowest = openOn(quotes, flight, query.cabin);
          const open = classCodes[query.cabin].map((_, rank) => isOpen(quotes, flight, query.cabin, rank));
          expect(open).toEqual(open.map((_, rank) => rank <= lowest));
        }
      }),
      runs,
    );
  });

  test("decreases with every seat sold: no class opens, no price falls", () => {
    fc.assert(
      fc.property(drawn, fc.integer({ min: 1, max: 60 }), (query, more) => {
        const before = itinerariesOn({ ...query, cabin: 0 });
        const after = itinerariesOn({ ...query, cabin: 0, sold: query.sold + more });
        for (const [row, flights] of before.itineraries.entries()) {
          for (const flight of flights) {
            expect(openOn(after.quotes, flight, 0)).toBeLessThanOrEqual(openOn(before.quotes, flight, 0));
          }
          const price = ({ quotes, itineraries }: typeof before) => {
            const open = openSlice(quotes, itineraries[row] ?? []);
            return (open && priceSlice(quotes, open, { kind: "oneWay" })?.baseCents) ?? Number.POSITIVE_INFINITY;
          };
          expect(price(after)).toBeGreaterThanOrEqual(price(before));
        }
      }),
      runs,
    );
  });

  test("opens classes to a connection that are closed to its single legs", () => {
    let married = 0;
    for (let day = usualDay; day < usualDay + 60; day++) {
      const { quotes, itineraries } = itinerariesOn({ day, daysAhead: 25, party: 1, cabin: 0, nights: 0, sold: 0 });
      for (const flights of itineraries) {
        const open = openSlice(quotes, flights);
        const fare = open && priceSlice(quotes, open, { kind: "oneWay" });
        for (const { flights: legs, rank } of fare?.components ?? []) {
          if (legs.some((leg) => rank > openOn(quotes, leg, 0))) married++;
        }
      }
    }
    expect(married).toBeGreaterThan(0);
  });
});
