import { join } from "node:path";
import { type PlaceReference, placeIdOf } from "@wayfare/contract";
import { airportsOf } from "@wayfare/engine";
import { normalizeRequest } from "@wayfare/search";
import { createGazetteer, loadFacts, openWorld } from "@wayfare/world";
import { expect, test } from "vitest";
import { describePlaces } from "../../src/app/sandbox-places.ts";
import { emptySupply } from "../../src/app/supply.ts";
import { cachedSandbox } from "../cached-sandbox.ts";

const november21 = Date.UTC(2026, 10, 21, 7, 33);
const facts = loadFacts();
const world = await openWorld({
  facts,
  directory: join(cachedSandbox, "world"),
  today: Math.floor(november21 / 86_400_000),
  onProgress: () => {},
});
const places = describePlaces(createGazetteer(facts), world);

/** Codes shared by an airport and a city with several airports. */
const sharedCodes = [...Map.groupBy(facts.airports.values(), ({ cityCode }) => cityCode)]
  .filter(([cityCode, airports]) => airports.length > 1 && facts.airports.has(cityCode))
  .map(([cityCode]) => cityCode);

test("an airport and a city with the same code are two places with their own ids", () => {
  expect(sharedCodes.length).toBeGreaterThan(40);
  for (const code of sharedCodes) {
    expect(places.findAirport(code)).toMatchObject({ id: `airport:${code}`, code, kind: "airport" });
    expect(places.findCity(code)).toMatchObject({ id: `city:${code}`, code, kind: "city" });
    expect(places.listPlaces(code, 2).map(({ id }) => id)).toEqual([`airport:${code}`, `city:${code}`]);
    expect(places.listPlaces(` airport:${code.toLowerCase()}`, 10).map(({ id }) => id)).toEqual([`airport:${code}`]);
    expect(places.listPlaces(`city:${code}`, 10).map(({ id }) => id)).toEqual([`city:${code}`]);
  }
});

test("a code shared by an airport and a city means the airport", () => {
  const dictionary = emptySupply.dictionary;
  for (const code of sharedCodes) {
    const destination = code === "IST" ? "NYC" : "IST";
    const request = { origin: code.toLowerCase(), destination, departureDate: "2027-01-20" };
    const { origin } = normalizeRequest(request, { gazetteer: places, dictionary }, november21);
    expect(origin).toEqual({ code, kind: "airport" });
    const airports = (place: string) => airportsOf(world.timetable, place).map((at) => world.timetable.airports[at]);
    expect(airports(placeIdOf(origin)), code).toEqual([code]);
    expect(airports(code), code).toEqual([code]);
    expect(airports(`city:${code}`).length, code).toBeGreaterThan(1);
  }
});

test("a normalized request normalizes to itself", () => {
  const supply = { gazetteer: places, dictionary: emptySupply.dictionary };
  for (const [origin, destination] of [
    ["dfw", "nyc"],
    ["city:syd", "airport:LAX"],
    [
      { code: "ist", kind: "city" },
      { code: "LON", kind: "city" },
    ],
    ["DTT", "REP"],
  ] as const) {
    const request = normalizeRequest({ origin, destination, departureDate: "2027-01-20" }, supply, november21);
    expect(normalizeRequest(request, supply, november21)).toEqual(request);
  }
});

test("a city with one airport can be searched by its code and is not listed", () => {
  expect(places.findCity("WAS")).toMatchObject({ kind: "city", name: "Washington", cityCode: "WAS" });
  expect(places.findAirport("WAS")).toBeUndefined();
  expect(places.findCity("DTT")).toMatchObject({ id: "city:DTT", kind: "city", cityCode: "DTT" });
  expect(places.listPlaces("DTT", 1)).toMatchObject([{ id: "airport:DTW" }]);
  expect(places.findAirport("QQQ") ?? places.findCity("QQQ")).toBeUndefined();
  expect(places.listPlaces("city:QQQ", 1)).toEqual([]);
});

test("returns the UTC offset of every place", () => {
  expect(places.getOffsetMinutes({ code: "SYD", kind: "airport" }, november21)).toBe(660);
  expect(places.getOffsetMinutes({ code: "HNL", kind: "airport" }, november21)).toBe(-600);
  expect(places.getOffsetMinutes({ code: "NYC", kind: "city" }, november21)).toBe(-300);
  const references = [
    ...[...facts.airports.keys()].map((code): PlaceReference => ({ code, kind: "airport" })),
    ...[...facts.cities.keys()].map((code): PlaceReference => ({ code, kind: "city" })),
  ];
  for (const place of references) {
    expect(Number.isInteger(places.getOffsetMinutes(place, november21)), placeIdOf(place)).toBe(true);
  }
});
