import { type CalendarResponse, listCalendarCells } from "@wayfare/sdk";
import { expect, test } from "vitest";

const calendar: CalendarResponse = {
  environment: "test",
  createdAt: "2026-11-21T07:33:00.000Z",
  request: {
    origin: { code: "JFK", kind: "airport" },
    destination: { code: "LHR", kind: "airport" },
    cabin: "economy",
    cabinMatch: "main",
    travelers: { adults: 1, youths: 0, children: 0, infantsInSeat: 0, infants: 0 },
    includeCash: true,
    includeAward: true,
    maxStops: 2,
    currency: "USD",
  },
  departureDates: ["2027-02-27", "2027-02-28"],
  stayNights: [1, 2],
  returnDates: null,
  cash: {
    currency: "USD",
    amounts: ["100.00", null, null, "130.00"],
    nonstopAmounts: [null, null, null, "150.00"],
  },
  award: [{ program: "avios", values: [null, 20_000, 30_000], cells: [1, 2, 0, 0], nonstopCells: [2, 0, 0, 0] }],
  supply: [],
  simulated: true,
};

test("lists the cells that have a price, with the search of their dates", () => {
  expect(listCalendarCells(calendar)).toEqual([
    {
      departureDate: "2027-02-27",
      returnDate: "2027-02-28",
      amount: "100.00",
      nonstopAmount: null,
      award: [{ program: "avios", miles: 20_000, nonstopMiles: 30_000 }],
      request: { ...calendar.request, departureDate: "2027-02-27", returnDate: "2027-02-28" },
    },
    expect.objectContaining({
      returnDate: "2027-03-01",
      amount: null,
      award: [{ program: "avios", miles: 30_000, nonstopMiles: null }],
    }),
    expect.objectContaining({ departureDate: "2027-02-28", returnDate: "2027-03-02", amount: "130.00", award: [] }),
  ]);
});

test("takes return dates from the columns of a grid, and none from a one-way calendar", () => {
  const grid = { ...calendar, stayNights: null, returnDates: ["2027-03-01", "2027-03-02"] };
  expect(listCalendarCells(grid).map(({ returnDate }) => returnDate)).toEqual([
    "2027-03-01",
    "2027-03-02",
    "2027-03-02",
  ]);
  const oneWay = { ...calendar, stayNights: null };
  expect(listCalendarCells(oneWay).map(({ request }) => request.returnDate)).toEqual([null, null]);
});
