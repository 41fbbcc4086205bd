import type { Flight, Slice } from "@wayfare/sdk";
import { expect, test } from "vitest";
import { listOutbounds, withOutboundOf } from "../../../src/pages/flights/outbound.ts";
import { orderFlights, rankFlights } from "../../../src/pages/flights/ranked-flights.ts";
import { makeSlice } from "./itineraries.ts";
import { makeFlight, makeOption } from "./priced-flights.ts";

const early = makeSlice(["JFK", "LHR", "2027-01-20T08:00:00-05:00", "2027-01-20T20:00:00+00:00"]);
const late = makeSlice(["JFK", "LHR", "2027-01-20T20:00:00-05:00", "2027-01-21T08:00:00+00:00"]);
const back = makeSlice(["LHR", "JFK", "2027-01-27T10:00:00+00:00", "2027-01-27T13:00:00-05:00"]);
const lateBack = makeSlice(["LHR", "JFK", "2027-01-27T18:00:00+00:00", "2027-01-27T21:00:00-05:00"]);

function roundTrip(id: string, slices: Slice[], amount: string): Flight {
  const [outbound = early] = slices;
  return { ...makeFlight(id, outbound, { amount }), slices };
}

const rows = rankFlights({
  flights: [
    roundTrip("a", [early, back], "700.00"),
    roundTrip("b", [early, lateBack], "500.00"),
    roundTrip("c", [late, back], "600.00"),
  ],
  scoreOptions: [makeOption(1, "c"), makeOption(2, "a"), makeOption(3, "b")],
});
const idsOf = (list: readonly { flight: Flight }[]) => list.map(({ flight }) => flight.id);

test("lists each outbound flight once, with the first round trip of the list", () => {
  const listed = (order: "score" | "price") =>
    listOutbounds(orderFlights(rows, order)).map(({ row, returns }) => [row.flight.id, returns]);
  expect(listed("score")).toStrictEqual([
    ["c", 1],
    ["a", 2],
  ]);
  expect(listed("price")).toStrictEqual([
    ["b", 2],
    ["c", 1],
  ]);
});

test("lists the round trips with a chosen outbound flight, whichever of them was chosen", () => {
  for (const row of rows) {
    const expected = row.flight.id === "c" ? ["c"] : ["a", "b"];
    expect(idsOf(withOutboundOf(rows, row)), row.flight.id).toStrictEqual(expected);
  }
});
