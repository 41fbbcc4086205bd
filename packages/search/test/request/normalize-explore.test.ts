import { DomainError, type ExploreRequest, type Place } from "@wayfare/contract";
import { expect, test } from "vitest";
import type { Gazetteer } from "../../src/request/facts.ts";
import { normalizeExplore } from "../../src/request/normalize-explore.ts";
import { facts as sample } from "../sample-facts.ts";

const nowMs = Date.parse("2027-01-02T10:30:00Z");
const last = "2027-11-28";
const cities = [
  ["JFK", "NYC", "US"],
  ["LGA", "NYC", "US"],
  ["LHR", "LON", "GB"],
  ["LIS", "LIS", "PT"],
  ["NRT", "TYO", "JP"],
] as const;
const airports = cities.map(([code, cityCode, country]): Place => {
  const at = { latitude: 0, longitude: 0 };
  return { id: `airport:${code}`, code, kind: "airport", name: code, city: cityCode, cityCode, country, ...at };
});
const gazetteer: Gazetteer = {
  findAirport: (code) => airports.find((each) => each.code === code),
  findCity(code) {
    const airport = airports.find(({ cityCode }) => cityCode === code);
    return airport && { ...airport, id: `city:${code}`, code, kind: "city" };
  },
  findReplacement: () => undefined,
  listAirports: () => airports,
  listNearby: () => [],
  getOffsetMinutes: () => 0,
};
const departureDates = { from: "2027-01-28", to: "2027-02-08" };

function normalize(changes: Partial<ExploreRequest> = {}) {
  return normalizeExplore({ origin: "JFK", departureDates, ...changes }, { ...sample, gazetteer }, nowMs);
}

function faultsOf(changes: Partial<ExploreRequest>): string[] {
  try {
    normalize(changes);
  } catch (error) {
    if (error instanceof DomainError) return (error.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`);
    throw error;
  }
  return [];
}

const placesOf = (changes: Partial<ExploreRequest>) => normalize(changes).destinations.map(({ id }) => id);

test("goes everywhere outside of the city of the origin, to regions, to countries or to a list", () => {
  expect(placesOf({})).toEqual(["airport:LHR", "airport:LIS", "airport:NRT"]);
  expect(placesOf({ origin: "city:TYO" })).toEqual(["airport:JFK", "airport:LGA", "airport:LHR", "airport:LIS"]);
  expect(placesOf({ regions: ["europe"] })).toEqual(["airport:LHR", "airport:LIS"]);
  expect(placesOf({ regions: ["east_asia"], countries: ["PT"] })).toEqual(["airport:LIS", "airport:NRT"]);
  expect(placesOf({ regions: ["africa"] })).toEqual([]);
  expect(placesOf({ destinations: ["NRT", "city:LON"] })).toEqual(["airport:NRT", "city:LON"]);
});

test("lists the trips of the chosen weekdays and stays", () => {
  const {
    cells,
    stayNights,
    departureDates: days,
  } = normalize({
    departureWeekdays: ["friday"],
    stayNights: { min: 2, max: 3 },
  });
  expect(days).toEqual(["2027-01-29", "2027-02-05"]);
  expect(stayNights).toEqual([2, 3]);
  expect(cells.map(({ departureDate, returnDate }) => `${departureDate} ${returnDate}`)).toEqual([
    "2027-01-29 2027-01-31",
    "2027-01-29 2027-02-01",
    "2027-02-05 2027-02-07",
    "2027-02-05 2027-02-08",
  ]);
  const atEnd = { departureDates: { from: "2027-11-26", to: last }, stayNights: { min: 1, max: 1 } };
  expect(normalize(atEnd).cells.map(({ returnDate }) => returnDate)).toEqual(["2027-11-27", last]);
});

test("fills in the defaults, and reads the limits", () => {
  expect(normalize()).toMatchObject({
    maxTotalMinor: null,
    maxMiles: null,
    sort: "price",
    limit: 200,
    stayNights: null,
  });
  const maxTotal = { amount: "300.50", currency: "USD" };
  expect(normalize({ maxTotal, maxMiles: 20_000, sort: "miles", limit: 3 })).toMatchObject({
    maxTotalMinor: 30_050,
    maxMiles: 20_000,
    sort: "miles",
    limit: 3,
  });
});

test.each<[Partial<ExploreRequest>, string[]]>([
  [{ origin: "XXX" }, ["/origin UNKNOWN_PLACE"]],
  [{ destinations: ["LHR", "XXX"] }, ["/destinations/1 UNKNOWN_PLACE"]],
  [{ destinations: ["LHR", "city:LON"] }, ["/destinations/1 DUPLICATE"]],
  [{ destinations: ["LHR", "LGA"] }, ["/destinations/1 SAME_PLACE"]],
  [{ destinations: ["LHR"], regions: ["europe"] }, ["/destinations INVALID"]],
  [{ countries: ["PT", "ZZ"] }, ["/countries/1 UNKNOWN_PLACE"]],
  [{ departureDates: { from: "2027-01-01", to: "2027-01-03" } }, ["/departureDates/from DATE_IN_PAST"]],
  [{ departureDates: { from: "2027-02-01", to: "2027-03-04" } }, ["/departureDates RANGE"]],
  [{ departureDates: { from: "2027-11-28", to: "2027-11-29" } }, ["/departureDates/to BEYOND_HORIZON"]],
  [{ departureDates: { from: last, to: last }, stayNights: { min: 1, max: 1 } }, ["/departureDates RANGE"]],
  [
    { departureDates: { from: "2027-02-01", to: "2027-02-02" }, departureWeekdays: ["sunday"] },
    ["/departureDates RANGE"],
  ],
  [{ stayNights: { min: 2, max: 5 } }, ["/stayNights RANGE"]],
  [{ stayNights: { min: 3, max: 2 } }, ["/stayNights/max RANGE"]],
  [{ maxTotal: { amount: "300.00", currency: "EUR" } }, ["/maxTotal INVALID"]],
  [{ maxTotal: { amount: "300.001", currency: "USD" } }, ["/maxTotal INVALID"]],
  [{ includeCash: false }, ["/includeAward NOTHING_REQUESTED"]],
])("rejects %j", (changes, faults) => {
  expect(faultsOf(changes)).toEqual(faults);
});
