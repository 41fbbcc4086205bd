import { expect, test } from "vitest";
import { parseExploreParams, toExploreRequest } from "../../../src/pages/flights/explore-params.ts";

const link = { from: "JFK", first: "2027-01-22", last: "2027-01-31" };

test("reads a link, without what it does not know", () => {
  const params = { ...link, region: "europe", trip: "week", pay: "cash", stops: 0 };
  expect(parseExploreParams(params)).toEqual({ ...params, stops: "0" });
  expect(parseExploreParams({ from: "New York", first: "soon", region: "atlantis", trip: 7, stops: 9 })).toEqual({});
});

test("requests nothing without an origin and a date", () => {
  expect(toExploreRequest({})).toBeNull();
  expect(toExploreRequest({ from: "JFK" })).toBeNull();
});

test("requests one day one way, up to one stop, in money and in miles by default", () => {
  expect(toExploreRequest({ from: "city:nyc", first: "2027-01-22" })).toEqual({
    origin: "city:NYC",
    departureDates: { from: "2027-01-22", to: "2027-01-22" },
    includeCash: true,
    includeAward: true,
    maxStops: 1,
    sort: "price",
    limit: 200,
  });
});

test("requests weekends in a region in miles", () => {
  const params = parseExploreParams({ ...link, region: "europe", trip: "weekend", pay: "award", stops: "2" });
  expect(toExploreRequest(params)).toMatchObject({
    departureDates: { from: "2027-01-22", to: "2027-01-31" },
    regions: ["europe"],
    stayNights: { min: 2, max: 3 },
    departureWeekdays: ["friday"],
    includeCash: false,
    maxStops: 2,
    sort: "miles",
  });
});
