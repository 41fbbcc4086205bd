import { expect, test } from "vitest";
import {
  airportsOf,
  endsOf,
  orderFlights,
  rankFlights,
  shownOffer,
} from "../../../src/pages/flights/ranked-flights.ts";
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

test("sorts flights by their best option and groups the options", () => {
  expect(idsOf(ranked)).toStrictEqual(["direct", "across", "unranked"]);
  expect(ranked[0]?.options.map(({ rank }) => rank)).toStrictEqual([1, 3]);
});

test("sorts prices numerically, with missing prices last", () => {
  expect(idsOf(orderFlights(ranked, "price"))).toStrictEqual(["across", "direct", "unranked"]);
  expect(idsOf(orderFlights(ranked, "miles"))).toStrictEqual(["direct", "across", "unranked"]);
});

test("keeps the rank of equal flights", () => {
  expect(idsOf(orderFlights(ranked, "duration"))).toStrictEqual(["direct", "unranked", "across"]);
});

test("includes both airports of a change of airport", () => {
  expect(airportsOf(flights[0] ?? makeFlight("", nonstop, {}))).toStrictEqual([["JFK", "LGW", "LHR", "LIS"]]);
});

test("shows the price of the offer whose reasons are shown, not the cheapest", () => {
  const flight = makeFlight("direct", nonstop, { amount: "431.00", miles: 25_000 });
  const [standard] = flight.cash;
  if (standard === undefined) throw new Error("no cash offer");
  const light = { ...standard, id: "light", total: { amount: "389.00", currency: "USD" } };
  const scoreOptions = [makeOption(1, "direct"), { ...makeOption(2, "direct"), offerId: "light" }];
  const [row] = rankFlights({ flights: [{ ...flight, cash: [light, standard] }], scoreOptions });
  if (row === undefined) throw new Error("no row");
  expect(shownOffer(row, "score")).toMatchObject({ offer: { id: "direct-cash" }, option: { rank: 1 } });
  expect(shownOffer(row, "price")).toMatchObject({ offer: { id: "light" }, option: { rank: 2 } });
  expect(shownOffer(row, "miles"), "an unranked offer has no reasons of another one").toMatchObject({
    offer: { kind: "award" },
    option: undefined,
  });
});

test("names all airports of departure and arrival of a list", () => {
  const fromNewark = makeSlice(["EWR", "LIS", "2027-01-20T18:25:00-05:00", "2027-01-21T06:10:00+00:00"]);
  const rows = rankFlights({ flights: [...flights, makeFlight("newark", fromNewark, {})], scoreOptions: [] });
  expect(endsOf(rows, 0)).toBe("EWR, JFK – LIS");
});
