import { expect, test } from "vitest";
import { airportsOf, orderFlights, rankFlights } from "../../../src/pages/flights/ranked-flights.ts";
import { makeSlice } from "./itineraries.ts";
import { makeFlight, makeOption } from "./priced-flights.ts";

const nonstop = makeSlice(["JFK", "LIS", "2027-01-20T18:25:00-05:00", "2027-01-21T06:10:00+00:00"]);
const acrossLondon = makeSlice(
  ["JFK", "LGW", "2027-01-20T17:40:00-05:00", "2027-01-21T05:40:00+00:00"],
  ["LHR", "LIS", "2027-01-21T11:00:00+00:00", "2027-01-21T13:40:00+00:00"],
);

const flights = [
  makeFlight("across", acrossLondon, { amount: "310.00" }),
  makeFlight("direct", nonstop, { amount: "1204.00", miles: 25_000 }),
  makeFlight("unranked", nonstop, {}),
];
const ranked = rankFlights({
  flights,
  scoreOptions: [makeOption(1, "direct"), makeOption(2, "across"), makeOption(3, "direct")],
});
const idsOf = (rows: typeof ranked) => rows.map(({ flight }) => flight.id);

test("the flight of the best option stands first, with all of its options", () => {
  expect(idsOf(ranked)).toStrictEqual(["direct", "across", "unranked"]);
  expect(ranked[0]?.options.map(({ rank }) => rank)).toStrictEqual([1, 3]);
});

test("prices are ordered as amounts, not as text, and what has none goes last", () => {
  expect(idsOf(orderFlights(ranked, "price"))).toStrictEqual(["across", "direct", "unranked"]);
  expect(idsOf(orderFlights(ranked, "miles"))).toStrictEqual(["direct", "across", "unranked"]);
});

test("equals keep their rank", () => {
  expect(idsOf(orderFlights(ranked, "duration"))).toStrictEqual(["direct", "unranked", "across"]);
});

test("a way that changes the airport on the ground goes by both", () => {
  expect(airportsOf(flights[0] ?? makeFlight("", nonstop, {}))).toStrictEqual([["JFK", "LGW", "LHR", "LIS"]]);
});
