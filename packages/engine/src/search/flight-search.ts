import type { CabinName } from "../fares/cabins.ts";
import type { SoldSeats } from "../fares/sold-seats.ts";
import type { LocalWindow } from "../itineraries/slice-question.ts";
import type { EpochDay } from "../timetable/calendar.ts";
import type { TravelerType } from "./found-flight.ts";

export type FlightSort = "price" | "miles" | "duration" | "departure" | "arrival";

/** What the engine is asked. Times of day are local minutes; codes are those of the timetable. */
export interface FlightSearch {
  /** A place as `airportsOf` reads it: `airport:DFW`, `city:NYC` or a bare code. */
  origin: string;
  destination: string;
  day: EpochDay;
  /** Null asks for one way. */
  returnDay: EpochDay | null;
  cabin: CabinName;
  adults: number;
  children: number;
  infants: number;
  includeCash: boolean;
  includeAward: boolean;
  maxStops: 0 | 1 | 2;
  /** Flights that the answer is cut to after it is merged. */
  limit: number;
  /** Prices that differ by no more may be equal, or swapped, once they are converted; 0 if absent. */
  priceToleranceCents?: number;
  /** Marketing carriers that may fly, or null for any. */
  airlines: string[] | null;
  excludeAirlines: string[];
  /** Award programs to price in, or null for all. */
  programs: string[] | null;
  departureWindow: LocalWindow | null;
  arrivalWindow: LocalWindow | null;
  /** Of each slice. */
  maxDurationMinutes: number | null;
  sort: FlightSort;
  /** Every brand and every award, not the best two and three. */
  allOffers: boolean;
  /** The instant that prices, fences and space are seen from, in epoch minutes. */
  searchedAtMinutes: number;
  /** Seats that are gone beside those that the booking curve takes; absent where there are none. */
  soldSeats?: readonly SoldSeats[];
}

/** Everything but where, on which day and when it is asked: one adult one way in economy, all there is, the cheapest first. */
export const plainSearch: Omit<FlightSearch, "origin" | "destination" | "day" | "searchedAtMinutes"> = {
  returnDay: null,
  cabin: "economy",
  adults: 1,
  children: 0,
  infants: 0,
  includeCash: true,
  includeAward: true,
  maxStops: 2,
  limit: 50,
  airlines: null,
  excludeAirlines: [],
  programs: null,
  departureWindow: null,
  arrivalWindow: null,
  maxDurationMinutes: null,
  sort: "price",
  allOffers: false,
};

/** The travelers of a search by type; types without one are left out. */
export function travelersOf({ adults, children, infants }: FlightSearch): { type: TravelerType; count: number }[] {
  const counts = [
    { type: "adult" as const, count: adults },
    { type: "child" as const, count: children },
    { type: "infant" as const, count: infants },
  ];
  return counts.filter(({ count }) => count > 0);
}

/** The airlines that flights are asked of: an airline that is left out sells nothing, not even another's flight. Null is any. */
export function airlinesAsked({ airlines, excludeAirlines }: FlightSearch): string[] | null {
  return airlines === null ? null : airlines.filter((code) => !excludeAirlines.includes(code));
}
