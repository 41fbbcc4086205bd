import type { EpochDay } from "./calendar.ts";
import type { TimeZones } from "./time-zones.ts";

/** Input of a timetable. Indices refer to the arrays of this object. */
export interface Network {
  airports: NetworkAirport[];
  /** The clocks of the airports. */
  timeZones: TimeZones;
  carriers: NetworkCarrier[];
  aircraft: NetworkAircraft[];
  /** Names of terminals; index 0 is "none". */
  terminals: string[];
  /** First local day of departure in the bitmaps. */
  firstDay: EpochDay;
  days: number;
  patterns: PatternColumns;
  /** One bit per day from `firstDay`, lowest bit first; `PatternColumns.operatingDays` points here. Equal bitmaps are stored once. */
  operatingDays: Uint8Array[];
  codeshares: CodeshareColumns;
  rules: ConnectionRules;
  /** Absent if every carrier may carry passengers within every country. */
  cabotage?: CabotageRules;
}

/** Rights of carriers to carry passengers between two places of one country. */
export interface CabotageRules {
  /** Country to which an airport's country code belongs as a territory; other codes are separate countries. */
  territories: ReadonlyMap<string, string>;
  /** For each carrier, parallel to `Network.carriers`: country codes of airports between which it may carry passengers of one country. */
  rights: readonly (readonly string[])[];
}

/** Additional flight numbers of patterns, one row each: one aircraft is one pattern with any number of codes. */
export interface CodeshareColumns {
  count: number;
  /** Row of `PatternColumns`. */
  pattern: Uint32Array;
  carrier: Uint16Array;
  flightNumber: Uint16Array;
}

/** A network without codeshares. */
export function noCodeshares(): CodeshareColumns {
  return { count: 0, pattern: new Uint32Array(0), carrier: new Uint16Array(0), flightNumber: new Uint16Array(0) };
}

/** Exceptions of places and carriers from the default connection rules. */
export interface ConnectionRules {
  minimumConnections: MinimumConnection[];
  circuity: CircuityException[];
}

/** From a domestic or international flight to either. */
export type ConnectionKind =
  | "domestic-domestic"
  | "domestic-international"
  | "international-domestic"
  | "international-international";

/**
 * Minimum connection at an airport; null matches any. The most specific match applies: carriers before terminals before the kind of
 * connection. Of equally specific ones the longest applies.
 */
export interface MinimumConnection {
  airport: string;
  /** Departure airport of the next flight, if it is another airport of the city; null is the same airport. */
  toAirport: string | null;
  kind: ConnectionKind | null;
  /** A carrier that sells the flight under its number, or operates it. */
  fromCarrier: string | null;
  toCarrier: string | null;
  fromTerminal: string | null;
  toTerminal: string | null;
  minutes: number;
}

/**
 * Maximum detour of an itinerary between two places as a factor of the great circle, in either direction. A place is an airport, a city or
 * a country; airports apply before cities before countries, and of equally specific ones the largest.
 */
export interface CircuityException {
  between: [string, string];
  factor: number;
}

export interface NetworkAirport {
  code: string;
  /** Metropolitan code, or the airport's own. */
  city: string;
  country: string;
  latitude: number;
  longitude: number;
  /** A name of the network's `timeZones`. */
  timeZone: string;
}

export type CarrierKind = "network" | "low_cost" | "leisure" | "regional";

export interface NetworkCarrier {
  code: string;
  country: string;
  alliance: string | null;
  kind: CarrierKind;
  /** Codes of carriers outside the alliance with which it has an interline agreement; stated by either carrier. */
  partners: string[];
  /** Codes of carriers of its group or of a joint venture with it; stated by either carrier. */
  affiliates: string[];
  /** Sells no connections, not even between its own flights. */
  pointToPoint?: true;
}

export type AircraftFamily = "widebody" | "narrowbody" | "regional_jet" | "turboprop";

export interface NetworkAircraft {
  code: string;
  family: AircraftFamily;
  /** Economy, premium economy, business, first. */
  seats: [number, number, number, number];
  fuelKgPerKm: number;
}

/** Flight patterns, one row each: a flight number that leaves at the same local time on its operating days. */
export interface PatternColumns {
  count: number;
  /** Carrier of the main flight number. */
  carrier: Uint16Array;
  operatingCarrier: Uint16Array;
  flightNumber: Uint16Array;
  origin: Uint16Array;
  destination: Uint16Array;
  /** Minutes after local midnight at the origin. */
  departureMinute: Uint16Array;
  blockMinutes: Uint16Array;
  aircraft: Uint8Array;
  operatingDays: Uint16Array;
  originTerminal: Uint16Array;
  destinationTerminal: Uint16Array;
}
