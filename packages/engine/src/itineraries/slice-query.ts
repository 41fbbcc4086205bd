import type { EpochDay } from "../timetable/calendar.ts";
import type { Timetable } from "../timetable/timetable.ts";
import type { CabinQuery } from "./cabin-match.ts";

/** Minutes after local midnight, inclusive; a window whose end is before its start spans midnight. */
export interface LocalWindow {
  fromMinute: number;
  toMinute: number;
}

/** Conditions on each layover of an itinerary. */
export interface LayoverQuery {
  /** 1 for each airport at which an itinerary may connect. */
  airports: Uint8Array;
  minMinutes: number;
  maxMinutes: number;
}

export interface SliceQuery {
  /** Airports of one city, by index. */
  origins: number[];
  /** Airports of one city, by index. */
  destinations: number[];
  /** Local day of the first departure. */
  day: EpochDay;
  maxStops: 0 | 1 | 2;
  /** 1 for each carrier under whose number a flight may be sold, including codeshares, or null for all. */
  carriers: Uint8Array | null;
  /** 1 for each carrier that may neither operate a flight nor market it under its main number, or null for none. */
  excludedCarriers: Uint8Array | null;
  departureWindow: LocalWindow | null;
  arrivalWindow: LocalWindow | null;
  /** Latest local arrival, in minutes since 1970-01-01T00:00 local time; null for any. */
  latestLocalArrival: number | null;
  maxDurationMinutes: number | null;
  /** Null for any layover. */
  layovers: LayoverQuery | null;
  /** Null for any cabin. */
  cabin: CabinQuery | null;
}

/** Limits of a query on carriers, times, duration and cabins that exclude no itinerary. */
export const noFilters: Omit<SliceQuery, "origins" | "destinations" | "day" | "maxStops"> = {
  carriers: null,
  excludedCarriers: null,
  departureWindow: null,
  arrivalWindow: null,
  latestLocalArrival: null,
  maxDurationMinutes: null,
  layovers: null,
  cabin: null,
};

export function isInWindow({ fromMinute, toMinute }: LocalWindow, minute: number): boolean {
  return fromMinute <= toMinute
    ? minute >= fromMinute && minute <= toMinute
    : minute >= fromMinute || minute <= toMinute;
}

/** 1 for each set of sellers whose flights a query allows, or null if it allows all. */
export function allowedSellers({ sellers }: Timetable, { carriers, excludedCarriers }: SliceQuery): Uint8Array | null {
  if (carriers === null && excludedCarriers === null) return null;
  return Uint8Array.from(sellers, ({ carrier, operatingCarrier, codeshares }) => {
    if (excludedCarriers?.[carrier] === 1 || excludedCarriers?.[operatingCarrier] === 1) return 0;
    return carriers === null || carriers[carrier] === 1 || codeshares.some((code) => carriers[code] === 1) ? 1 : 0;
  });
}
