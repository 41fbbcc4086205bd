import type { CalendarResponse } from "@wayfare/sdk";
import { expect, test } from "vitest";
import {
  datesOfMonth,
  lowestByDay,
  moveMonth,
  parseCalendarParams,
  toCalendarRequest,
  weeksOf,
} from "../../../src/pages/flights/calendar-params.ts";

const nowMs = Date.parse("2027-01-10T12:00:00Z");
const link = { from: "JFK", to: "city:LON", month: "2027-02" };

test("reads a link, without what it does not know", () => {
  expect(parseCalendarParams({ ...link, trip: "week", pay: "award", stops: 1 })).toEqual({
    ...link,
    trip: "week",
    pay: "award",
    stops: "1",
  });
  expect(parseCalendarParams({ from: "x", month: "2027-13", trip: "year", stops: "many" })).toEqual({});
});

test("searches the days of a month from tomorrow to the last date", () => {
  expect(datesOfMonth("2027-02", nowMs)).toEqual({ from: "2027-02-01", to: "2027-02-28" });
  expect(datesOfMonth("2028-02", Date.parse("2027-08-01"))).toEqual({ from: "2028-02-01", to: "2028-02-29" });
  expect(datesOfMonth("2027-01", nowMs)).toEqual({ from: "2027-01-11", to: "2027-01-31" });
  expect(datesOfMonth("2027-12", nowMs)).toEqual({ from: "2027-12-01", to: "2027-12-05" });
  expect(datesOfMonth("2026-12", nowMs)).toBeNull();
  expect(datesOfMonth("2028-01", nowMs)).toBeNull();
});

test("moves months over the end of a year", () => {
  expect([moveMonth("2027-01", -1), moveMonth("2027-12", 1)]).toEqual(["2026-12", "2028-01"]);
});

test("requests stays, and money or miles", () => {
  expect(toCalendarRequest({ from: "JFK", to: "LHR" }, nowMs)).toBeNull();
  expect(toCalendarRequest({ ...link, month: "2029-01" }, nowMs)).toBeNull();
  expect(toCalendarRequest(link, nowMs)).toEqual({
    origin: "JFK",
    destination: "city:LON",
    departureDates: { from: "2027-02-01", to: "2027-02-28" },
    includeCash: true,
    includeAward: false,
    maxStops: 2,
  });
  expect(toCalendarRequest({ ...link, trip: "week", pay: "award", stops: "0" }, nowMs)).toMatchObject({
    stayNights: { min: 5, max: 7 },
    includeCash: false,
    includeAward: true,
    maxStops: 0,
  });
});

test("lists the weeks of a month from Monday to Sunday", () => {
  const weeks = weeksOf("2027-02");
  expect(weeks).toHaveLength(4);
  expect(weeks[0]?.[0]).toBe("2027-02-01");
  expect(weeksOf("2027-05")[0]).toEqual([null, null, null, null, null, "2027-05-01", "2027-05-02"]);
  expect(weeksOf("2027-05").flat().filter(Boolean)).toHaveLength(31);
});

test("finds the lowest price of each day over stays and programs", () => {
  const calendar: CalendarResponse = {
    environment: "test",
    createdAt: "2027-01-10T12:00:00Z",
    request: {
      origin: { code: "JFK", kind: "airport" },
      destination: { code: "LHR", kind: "airport" },
      cabin: "economy",
      cabinMatch: "main",
      travelers: { adults: 1, youths: 0, children: 0, infantsInSeat: 0, infants: 0 },
      includeCash: true,
      includeAward: false,
      maxStops: 2,
      currency: "USD",
    },
    departureDates: ["2027-02-01", "2027-02-02"],
    stayNights: [5, 6],
    returnDates: null,
    cash: {
      currency: "USD",
      amounts: ["412.60", "399.00", null, null],
      nonstopAmounts: [null, null, null, null],
    },
    award: [],
    supply: [],
    simulated: true,
  };
  expect([...lowestByDay(calendar).values()]).toEqual([
    { departureDate: "2027-02-01", returnDate: "2027-02-07", value: 399 },
  ]);
  const miles = (program: string, value: number) => {
    return { program, values: [null, value], cells: [1, 0, 0, 1], nonstopCells: [0, 0, 0, 0] };
  };
  const inMiles = { ...calendar, cash: null, award: [miles("aeroplan", 35_000), miles("flyingblue", 30_000)] };
  expect([...lowestByDay(inMiles).values()]).toEqual([
    { departureDate: "2027-02-01", returnDate: "2027-02-06", value: 30_000 },
    { departureDate: "2027-02-02", returnDate: "2027-02-08", value: 30_000 },
  ]);
});
