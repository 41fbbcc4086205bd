import fc from "fast-check";
import { expect, test } from "vitest";
import { codesOf, filterFlights, toggleCode } from "../../../src/pages/flights/filter-flights.ts";
import type { FlightFilters } from "../../../src/pages/flights/flight-filters.ts";
import { rankFlights } from "../../../src/pages/flights/ranked-flights.ts";
import { makeSlice } from "./itineraries.ts";
import { makeFlight, makeOption } from "./priced-flights.ts";

const nonstop = makeSlice(["JFK", "LIS", "2027-01-20T18:25:00-05:00", "2027-01-21T06:10:00+00:00"]);
const oneStop = makeSlice(
  ["JFK", "LHR", "2027-01-20T07:40:00-05:00", "2027-01-20T19:40:00+00:00"],
  ["LHR", "LIS", "2027-01-20T21:00:00+00:00", "2027-01-20T23:40:00+00:00"],
);
const rows = rankFlights({
  flights: [
    makeFlight("nonstop", nonstop, { amount: "900.00", miles: 25_000 }),
    makeFlight("oneStop", oneStop, { amount: "310.00" }),
  ],
  scoreOptions: [makeOption(1, "nonstop"), makeOption(2, "oneStop")],
});
const idsOf = (filters: FlightFilters) => filterFlights(rows, filters).map(({ flight }) => flight.id);

test("filters flights by airline, stops, duration and time of departure", () => {
  expect(idsOf({})).toStrictEqual(["nonstop", "oneStop"]);
  expect(idsOf({ maxStops: 0 })).toStrictEqual(["nonstop"]);
  expect(idsOf({ maxHours: 7 })).toStrictEqual(["nonstop"]);
  expect(idsOf({ departs: "morning" })).toStrictEqual(["oneStop"]);
  expect(idsOf({ departs: "evening" })).toStrictEqual(["nonstop"]);
  expect(idsOf({ airline: "BA,TP" })).toStrictEqual(["nonstop", "oneStop"]);
  expect(idsOf({ airline: "BA" })).toStrictEqual([]);
  expect(idsOf({ arrives: "morning" })).toStrictEqual(["nonstop"]);
  expect(idsOf({ via: "LHR" })).toStrictEqual(["nonstop", "oneStop"]);
  expect(idsOf({ via: "CDG" })).toStrictEqual(["nonstop"]);
  expect(idsOf({ maxLayover: 1 })).toStrictEqual(["nonstop"]);
  expect(idsOf({ maxLayover: 2 })).toStrictEqual(["nonstop", "oneStop"]);
});

test("filters flights whose airlines are all in one of the alliances, once the alliances are known", () => {
  const carriers = rows.map(({ flight }) => flight.slices[0]?.segments[0]?.marketingCarrier ?? "");
  const filter = (alliance: string, alliances?: ReadonlyMap<string, string>) =>
    filterFlights(rows, { alliance }, alliances).map(({ flight }) => flight.id);
  const star = new Map(carriers.map((code) => [code, "star"]));
  expect(filter("star,skyteam", star)).toStrictEqual(["nonstop", "oneStop"]);
  expect(filter("oneworld", star)).toStrictEqual([]);
  expect(filter("star", new Map())).toStrictEqual([]);
  expect(filter("oneworld")).toStrictEqual(["nonstop", "oneStop"]);
});

test("filters offers by price, program and bag, and removes flights without one", () => {
  expect(idsOf({ maxPrice: 310 })).toStrictEqual(["oneStop"]);
  const [award] = filterFlights(rows, { program: "aeroplan" });
  expect([award?.cash, award?.award?.program, award?.best]).toStrictEqual([undefined, "aeroplan", undefined]);
  expect(idsOf({ program: "aeroplan" })).toStrictEqual(["nonstop"]);
  expect(idsOf({ bag: 1 })).toStrictEqual([]);
  expect(idsOf({ maxMiles: 25_000 })).toStrictEqual(["nonstop"]);
  expect(filterFlights(rows, { maxMiles: 25_000 })[0]?.cash).toBeUndefined();
  expect(idsOf({ maxMiles: 24_999 })).toStrictEqual([]);
});

test("returns a subset that a second filter leaves unchanged", () => {
  const filters: fc.Arbitrary<FlightFilters> = fc.record(
    {
      airline: fc.constantFrom("TP", "BA"),
      alliance: fc.constantFrom("star", "oneworld,star"),
      program: fc.constantFrom("aeroplan", "avios"),
      departs: fc.constantFrom("night", "morning", "afternoon", "evening"),
      arrives: fc.constantFrom("night", "morning", "afternoon", "evening"),
      via: fc.constantFrom("LHR", "CDG,LHR"),
      maxLayover: fc.integer({ min: 1, max: 5 }),
      maxMiles: fc.integer({ min: 1, max: 50_000 }),
      maxHours: fc.integer({ min: 1, max: 20 }),
      maxPrice: fc.integer({ min: 1, max: 2000 }),
      maxStops: fc.integer({ min: 0, max: 1 }),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(filters, (each) => {
      const once = filterFlights(rows, each);
      expect(filterFlights(once, each)).toStrictEqual(once);
    }),
    { seed: 20_261_123 },
  );
});

test("adds and removes a code of a list", () => {
  expect(toggleCode("TP", "BA")).toBe("BA,TP");
  expect(codesOf(toggleCode("BA", "BA"))).toStrictEqual([]);
});
