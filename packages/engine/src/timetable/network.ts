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
  /** One bit a day from `firstDay`, lowest bit first; `PatternColumns.operatingDays` points here. */
  operatingDays: Uint8Array[];
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
