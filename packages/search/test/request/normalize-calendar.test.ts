import { type CalendarRequest, DomainError } from "@wayfare/contract";
import { expect, test } from "vitest";
import { normalizeCalendar } from "../../src/request/normalize-calendar.ts";
import { facts } from "../sample-facts.ts";

const nowMs = Date.parse("2027-01-02T10:30:00Z");
const last = "2027-11-28";

function normalize(changes: Partial<CalendarRequest> = {}) {
  const departureDates = { from: "2027-01-30", to: "2027-02-01" };
  return normalizeCalendar({ origin: "JFK", destination: "LON", departureDates, ...changes }, facts, nowMs);
}

function faultsOf(changes: Partial<CalendarRequest>): string[] {
  try {
    normalize(changes);
  } catch (error) {
    if (error instanceof DomainError) return (error.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`);
    throw error;
  }
  return [];
}

test("lists one cell for each day of one-way trips", () => {
  const { cells, departureDates, search } = normalize();
  expect(departureDates).toEqual(["2027-01-30", "2027-01-31", "2027-02-01"]);
  expect(cells).toEqual(departureDates.map((departureDate) => ({ departureDate, returnDate: null })));
  expect(search.destination).toEqual({ code: "LON", kind: "city" });
});

test("lists stays and grids row by row, with null for cells that cannot be searched", () => {
  const departureDates = { from: "2027-11-26", to: "2027-11-27" };
  const stays = normalize({ departureDates, stayNights: { min: 1, max: 2 } });
  expect(stays.cells.map((cell) => cell?.returnDate ?? null)).toEqual(["2027-11-27", last, last, null]);
  const grid = normalize({ departureDates, returnDates: { from: "2027-11-26", to: "2027-11-28" } });
  expect(grid.cells.map((cell) => cell?.returnDate ?? null)).toEqual([
    "2027-11-26",
    "2027-11-27",
    last,
    null,
    "2027-11-27",
    last,
  ]);
});

test("accepts every date that can be searched", () => {
  expect(normalize({ departureDates: { from: "2027-01-02", to: last } }).cells).toHaveLength(331);
});

test.each([
  [{ departureDates: { from: "2027-01-01", to: "2027-01-03" } }, ["/departureDates/from DATE_IN_PAST"]],
  [{ departureDates: { from: "2027-02-01", to: "2027-01-31" } }, ["/departureDates/to RANGE"]],
  [{ departureDates: { from: "2027-02-01", to: "9999-12-31" } }, ["/departureDates/to BEYOND_HORIZON"]],
  [{ stayNights: { min: 7, max: 5 } }, ["/stayNights/max RANGE"]],
  [{ stayNights: { min: 0, max: 10 } }, ["/stayNights RANGE"]],
  [{ stayNights: { min: 5, max: 7 }, returnDates: { from: last, to: last } }, ["/returnDates INVALID"]],
  [{ returnDates: { from: "2027-01-29", to: "2027-01-29" } }, ["/returnDates/to RETURN_BEFORE_DEPARTURE"]],
  [{ returnDates: { from: "2027-02-01", to: "2027-04-02" } }, ["/returnDates RANGE"]],
  [
    { departureDates: { from: "2027-02-01", to: "2027-04-02" }, returnDates: { from: "2027-04-02", to: "2027-04-03" } },
    ["/departureDates RANGE"],
  ],
  [{ includeCash: false }, ["/includeAward NOTHING_REQUESTED"]],
  [{ destination: "EWR" }, ["/destination UNKNOWN_PLACE"]],
] as const)("rejects %j", (changes, faults) => {
  expect(faultsOf(changes)).toEqual(faults);
});
