import { expect, test } from "vitest";
import { type Filing, isSold } from "../../src/fares/filing.ts";
import { parseEpochDay } from "../../src/timetable/calendar.ts";
import { oneWayFull } from "./filed-fare.ts";

const filing: Filing = {
  ...oneWayFull,
  trip: "halfRoundTrip",
  stops: 0,
  advancePurchaseDays: 30,
  minimumStayNights: 3,
  maximumStayNights: 30,
  saturdayNight: true,
  travel: [{ from: 1101, until: 319 }],
  weekdays: [1, 2, 5],
};

test("checks a filing's rules: advance purchase, stay, Saturday night, weekday, season across New Year, stops", () => {
  const wednesday = parseEpochDay("2028-01-12");
  const stay = { nights: 7, saturdayNight: true };
  const sold = (on: number, stops: number, daysAhead = 30, away = stay) =>
    isSold(filing, on, stops, { daysAhead, stay: away });
  expect(sold(wednesday, 0)).toBe(true);
  expect(sold(wednesday, 1)).toBe(false);
  expect(sold(wednesday, 0, 29)).toBe(false);
  expect(sold(wednesday, 0, 30, { nights: 2, saturdayNight: true })).toBe(false);
  expect(sold(wednesday, 0, 30, { nights: 31, saturdayNight: true })).toBe(false);
  expect(sold(wednesday, 0, 30, { nights: 4, saturdayNight: false })).toBe(false);
  expect(sold(wednesday + 1, 0)).toBe(false);
  expect([sold(parseEpochDay("2028-03-15"), 0), sold(parseEpochDay("2028-03-22"), 0)]).toEqual([true, false]);
  expect([sold(parseEpochDay("2028-10-31"), 0), sold(parseEpochDay("2028-11-01"), 0)]).toEqual([false, true]);
});
