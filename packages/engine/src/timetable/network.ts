import type { EpochDay } from "./calendar.ts";

/** What a timetable is built from. Indices refer to the arrays of this object. */
export interface Network {
  airports: NetworkAirport[];
  carriers: NetworkCarrier[];
  aircraft: NetworkAircraft[];
  /** Names of terminals; index 0 is "none". */
  terminals: string[];
  /** First local day of departure that any bitmap speaks of. */
  firstDay: EpochDay;
  days: number;
  patterns: PatternColumns;
  /** One bit a day from `firstDay`, lowest bit first; `PatternColumns.operatingDays` points here. Equal ones are kept once. */
  operatingDays: Uint8Array[];
  codeshares: CodeshareColumns;
  rules: ConnectionRules;
}

/** Numbers that a pattern is sold under beside its own, one row each: one aircraft, one pattern, however many codes it has. */
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

/** What places and carriers say of connections where the defaults do not fit. */
export interface ConnectionRules {
  minimumConnections: MinimumConnection[];
  circuity: CircuityException[];
}

/** From a domestic or international flight to one or the other. */
export type ConnectionKind =
  | "domestic-domestic"
  | "domestic-international"
  | "international-domestic"
  | "international-international";

/**
 * A shortest connection at an airport; null stands for any. Of several that apply the most specific counts: carriers before
 * terminals before the kind of connection. Of equally specific ones the longest counts.
 */
export interface MinimumConnection {
  airport: string;
  /** Where the next flight leaves from, if from another airport of the city; null is the same airport. */
  toAirport: string | null;
  kind: ConnectionKind | null;
  /** A carrier that sells the flight under its own number, or operates it. */
  fromCarrier: string | null;
  toCarrier: string | null;
  fromTerminal: string | null;
  toTerminal: string | null;
  minutes: number;
}

/**
 * How far a way between two places may bend, as a factor of the great circle, either way round. A place is an airport, a city or a
 * country; where several apply, airports count before cities before countries, and of equally specific ones the largest.
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
  timeZone: string;
}

export type CarrierKind = "network" | "low_cost" | "leisure" | "regional";

export interface NetworkCarrier {
  code: string;
  country: string;
  alliance: string | null;
  kind: CarrierKind;
  /** Codes of carriers outside the alliance that it connects with. */
  partners: string[];
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
  /** Whose number the flight has. */
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
