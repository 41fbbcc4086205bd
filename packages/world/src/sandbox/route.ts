import type { Season } from "../facts/nonstop.ts";

/** One airline between two airports, both directions. Airlines, airports and aircraft are indexes into the facts' lists. */
export interface Route {
  airline: number;
  /** The airline's end: its flights depart from here in banks. */
  base: number;
  other: number;
  km: number;
  aircraft: number;
  /** Departures per day from the base, and as many back; within the season, if the route has one. */
  dailyFlights: number;
  /** Null if flown all year. */
  season: Season | null;
}

/** A candidate route and its pull on the seats of both ends. */
export interface Candidate {
  airline: number;
  base: number;
  other: number;
  km: number;
  affinity: number;
  /** Seats per day each way. */
  seats: number;
  /** Seats per flight. */
  seatsPerFlight: number;
}
