import { loadFacts } from "@wayfare/world";
import { expect, test } from "vitest";
import { describeSupplierPlaces } from "../../src/app/supplier-places.ts";

test("knows time zones of airports, and airports of cities, the busiest first", () => {
  const places = describeSupplierPlaces(loadFacts());
  expect([places.findTimeZone("JFK"), places.findTimeZone("LON")]).toEqual(["America/New_York", undefined]);
  expect(places.listAirports("LON").slice(0, 2)).toEqual(["LHR", "LGW"]);
  expect(places.listAirports("nowhere")).toEqual([]);
});
