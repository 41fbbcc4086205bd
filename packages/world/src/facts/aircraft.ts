import { indexByCode, type Row } from "./table.ts";

/** Aircraft families, largest first. */
export const AIRCRAFT_FAMILIES = ["widebody", "narrowbody", "regional_jet", "turboprop"] as const;

export type AircraftFamily = (typeof AIRCRAFT_FAMILIES)[number];

/** A passenger aircraft type with a typical layout. */
export interface Aircraft {
  /** IATA aircraft code. */
  readonly code: string;
  readonly name: string;
  readonly family: AircraftFamily;
  readonly seatsFirst: number;
  readonly seatsBusiness: number;
  readonly seatsPremiumEconomy: number;
  readonly seatsEconomy: number;
  readonly rangeKm: number;
  readonly cruiseKmh: number;
  /** Trip fuel per flown distance on a typical stage of the type. */
  readonly fuelKgPerKm: number;
  /** About the shortest runway of the type in regular service; a full load on a long stage needs more. */
  readonly minimumRunwayM: number;
}

export const AIRCRAFT_CODE = /^[0-9A-Z]{3}$/;

/** Aircraft types by code. */
export function parseAircraft(rows: readonly Row[]): ReadonlyMap<string, Aircraft> {
  return indexByCode(rows, (row) => ({
    code: row.match("code", AIRCRAFT_CODE),
    name: row.text("name"),
    family: row.choice("family", AIRCRAFT_FAMILIES),
    seatsFirst: row.number("seatsFirst", 0, 50),
    seatsBusiness: row.number("seatsBusiness", 0, 150),
    seatsPremiumEconomy: row.number("seatsPremiumEconomy", 0, 150),
    seatsEconomy: row.number("seatsEconomy", 1, 600),
    rangeKm: row.number("rangeKm", 300, 20_000),
    cruiseKmh: row.number("cruiseKmh", 200, 1000),
    fuelKgPerKm: row.number("fuelKgPerKm", 0.1, 20),
    minimumRunwayM: row.number("minimumRunwayM", 300, 4000),
  }));
}
