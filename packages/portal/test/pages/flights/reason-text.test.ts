import { expect, test } from "vitest";
import { nameOptions } from "../../../src/pages/flights/reason-text.ts";
import { makeSlice } from "./itineraries.ts";
import { makeFlight, makeOption } from "./priced-flights.ts";

test("names another option by its flight and departure, and keeps an unknown one", () => {
  const slice = makeSlice(["JFK", "LIS", "2027-01-20T18:25:00-05:00", "2027-01-21T06:10:00+00:00"]);
  const [options, flights] = [[makeOption(14, "direct")], [makeFlight("direct", slice, {})]];
  expect(nameOptions("$58 more than option 14, 1 h shorter", options, flights)).toBe(
    "$58 more than TP 288 at 18:25, 1 h shorter",
  );
  expect(nameOptions("$58 more than option 6", options, flights)).toBe("$58 more than option 6");
});
