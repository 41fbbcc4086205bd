import type { Season } from "../facts/nonstop.ts";

/** One airline between two airports, both ways. Airlines, airports and aircraft by their places in the facts' lists. */
export interface Route {
  airline: number;
  /** The airline's end: its flights leave here in banks. */
  base: number;
  other: number;
  km: number;
  aircraft: number;
  /** Departures a day out of the base, and as many back; in the season, where the route has one. */
  dailyFlights: number;
  /** Null where it is flown all year. */
  season: Season | null;
}

/** A route that could be, and how much of the seats of both ends it draws. */
export interface Candidate {
  airline: number;
  base: number;
  other: number;
  km: number;
  affinity: number;
  /** Seats a day each way. */
  seats: number;
  /** Seats of a flight. */
  seatsPerFlight: number;
}
