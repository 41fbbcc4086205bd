import { join } from "node:path";
import { createGazetteer, loadFacts, openWorld } from "@wayfare/world";
import { expect, test } from "vitest";
import { describePlaces } from "../../src/app/sandbox-places.ts";
import { keptSandbox } from "../kept-sandbox.ts";

const november21 = Date.UTC(2026, 10, 21, 7, 33);
const facts = loadFacts();
const world = await openWorld({
  facts,
  directory: join(keptSandbox, "world"),
  today: Math.floor(november21 / 86_400_000),
  onProgress: () => {},
});
const places = describePlaces(createGazetteer(facts), world);

test("a code that is both means the city in a search and the airport in a name", () => {
  expect(places.findPlace("BKK")).toMatchObject({ kind: "city", name: "Bangkok", cityCode: "BKK", country: "TH" });
  expect(places.findAirport("BKK")).toMatchObject({ kind: "airport", name: "Suvarnabhumi Airport" });
  expect(places.listPlaces("BKK", 2)).toMatchObject([
    { code: "BKK", kind: "city" },
    { code: "BKK", kind: "airport" },
  ]);
});

test("a metropolitan code is a city, unless one airport is all it has", () => {
  expect(places.findPlace("WAS")).toMatchObject({ kind: "city", name: "Washington", cityCode: "WAS" });
  expect(places.findAirport("WAS")).toBeUndefined();
  expect(places.findPlace("DTT")).toMatchObject({ kind: "airport", code: "DTW", cityCode: "DTT" });
  expect(places.findPlace("QQQ")).toBeUndefined();
});

test("every place has its own time", () => {
  expect(places.getOffsetMinutes("SYD", november21)).toBe(660);
  expect(places.getOffsetMinutes("HNL", november21)).toBe(-600);
  expect(places.getOffsetMinutes("NYC", november21)).toBe(-300);
  for (const code of [...facts.airports.keys(), ...facts.cities.keys()]) {
    expect(Number.isInteger(places.getOffsetMinutes(code, november21)), code).toBe(true);
  }
});
