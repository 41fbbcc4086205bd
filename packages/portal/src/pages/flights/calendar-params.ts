import { type CalendarCell, type CalendarRequest, type CalendarResponse, listCalendarCells } from "@wayfare/sdk";
import { readEnum, readPattern } from "../../data/search-params.ts";
import { placePattern, toPlace } from "./place-text.ts";
import type { SearchParams } from "./search-params.ts";

/** Trips by the name in the URL: minimum and maximum nights. */
export const calendarTrips = {
  oneWay: { label: "One way" },
  short: { label: "2 to 4 nights", nights: [2, 4] },
  week: { label: "5 to 7 nights", nights: [5, 7] },
  twoWeeks: { label: "12 to 16 nights", nights: [12, 16] },
  grid: { label: "Choose both dates", grid: true },
} as const;
type CalendarTrip = keyof typeof calendarTrips;

const isTrip = (name: string): name is CalendarTrip => Object.hasOwn(calendarTrips, name);
const tripNames = Object.keys(calendarTrips).filter(isTrip);
const payments = ["cash", "award"] as const;
const stopNames = ["0", "1", "2"] as const;

/** Pattern of a month: YYYY-MM. */
export const monthPattern = /^\d{4}-(0[1-9]|1[0-2])$/;

/** Fare calendar as in the search parameters of the URL. Absent members have their defaults. */
export interface CalendarParams {
  /** IATA code or place id. */
  from?: string;
  to?: string;
  /** YYYY-MM. */
  month?: string;
  trip?: CalendarTrip;
  pay?: (typeof payments)[number];
  stops?: (typeof stopNames)[number];
}

/** Parses the search parameters. Ignores unknown and invalid parameters, so that a broken link still opens. */
export function parseCalendarParams(search: Record<string, unknown>): CalendarParams {
  return {
    ...readPattern(search, "from", placePattern),
    ...readPattern(search, "to", placePattern),
    ...readPattern(search, "month", monthPattern),
    ...readEnum(search, "trip", tripNames),
    ...readEnum(search, "pay", payments),
    ...readEnum({ stops: String(search["stops"]) }, "stops", stopNames),
  };
}

const dayMs = 86_400_000;
/** Last day that can be searched at every place, from today. */
const lastDays = 329;

/** First and last date of a month that can be searched; null if there is none. Today is left out: it has passed at some places. */
export function datesOfMonth(month: string, nowMs: number): { from: string; to: string } | null {
  const start = `${month}-01`;
  const end = dateOf(Date.parse(`${moveMonth(month, 1)}-01`) - dayMs);
  const [first, last] = [dateOf(nowMs + dayMs), dateOf(nowMs + lastDays * dayMs)];
  const [from, to] = [start > first ? start : first, end < last ? end : last];
  return from <= to ? { from, to } : null;
}

/** Days after the last departure on which a grid has returns. */
const returnDays = 14;

function returnDatesOf({ from, to }: { from: string; to: string }, nowMs: number): { from: string; to: string } {
  const last = Math.min(Date.parse(to) + returnDays * dayMs, nowMs + lastDays * dayMs);
  return { from, to: dateOf(last) };
}

/** Moves a month by a number of months. */
export function moveMonth(month: string, by: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + by)).toISOString().slice(0, 7);
}

function dateOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}

/** Returns the request of a calendar; null if it is incomplete, or no day of the month can be searched. */
export function toCalendarRequest(params: CalendarParams, nowMs: number): CalendarRequest | null {
  const { from, to, month, trip = "oneWay", pay = "cash", stops = "2" } = params;
  const departureDates = month === undefined ? null : datesOfMonth(month, nowMs);
  if (from === undefined || to === undefined || departureDates === null) return null;
  const chosen = calendarTrips[trip];
  return {
    origin: toPlace(from),
    destination: toPlace(to),
    departureDates,
    ...("grid" in chosen && { returnDates: returnDatesOf(departureDates, nowMs) }),
    ...("nights" in chosen && { stayNights: { min: chosen.nights[0], max: chosen.nights[1] } }),
    includeCash: pay === "cash",
    includeAward: pay === "award",
    maxStops: Number(stops),
  };
}

/** The lowest price of a departure date. */
export interface DayPrice {
  departureDate: string;
  returnDate: string | null;
  /** Amount in the currency of the calendar, or miles. */
  value: number;
}

/** Returns the lowest price of each departure date, over all stays and programs. */
export function lowestByDay(calendar: CalendarResponse): ReadonlyMap<string, DayPrice> {
  const lowest = new Map<string, DayPrice>();
  for (const cell of listCalendarCells(calendar)) {
    const value = valueOf(cell);
    const known = lowest.get(cell.departureDate);
    if (value === null || (known !== undefined && known.value <= value)) continue;
    lowest.set(cell.departureDate, { departureDate: cell.departureDate, returnDate: cell.returnDate, value });
  }
  return lowest;
}

/** Returns the lowest price of each pair of dates, over all programs. */
export function listCells(calendar: CalendarResponse): DayPrice[] {
  return listCalendarCells(calendar).flatMap((cell) => {
    const value = valueOf(cell);
    return value === null ? [] : [{ departureDate: cell.departureDate, returnDate: cell.returnDate, value }];
  });
}

/** Returns the search of a price. */
export function searchOfDay(
  { departureDate, returnDate }: DayPrice,
  { from = "", to = "", stops = "2", pay = "cash" }: CalendarParams,
): SearchParams {
  return {
    from,
    to,
    depart: departureDate,
    ...(returnDate !== null && { return: returnDate }),
    ...(stops !== "2" && { stops: Number(stops) }),
    pay,
    order: pay === "cash" ? "price" : "miles",
  };
}

function valueOf({ amount, award }: CalendarCell): number | null {
  if (amount !== null) return Number(amount);
  const miles = award.flatMap((each) => each.miles ?? []);
  return miles.length === 0 ? null : Math.min(...miles);
}

/** Returns the weeks of a month, Monday first: dates, or null for days of other months. */
export function weeksOf(month: string): (string | null)[][] {
  const first = Date.parse(`${month}-01`);
  const days = (Date.parse(`${moveMonth(month, 1)}-01`) - first) / dayMs;
  const before = (new Date(first).getUTCDay() + 6) % 7;
  const cells = Array.from({ length: Math.ceil((before + days) / 7) * 7 }, (_, at) => {
    const day = at - before;
    return day < 0 || day >= days ? null : dateOf(first + day * dayMs);
  });
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}
