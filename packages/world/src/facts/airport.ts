import { isTimeZone, type TimeZones } from "@wayfare/engine";
import { indexByCode, type Row } from "./table.ts";
import { parseValidity, type Validity } from "./validity.ts";

const PASSENGERS_BASES = ["stated", "modelled"] as const;

/** An airport with scheduled service. */
export interface Airport {
  /** IATA code. */
  readonly code: string;
  readonly name: string;
  /** Metropolitan code; the airport's own code if the airport is the only one of its city. */
  readonly cityCode: string;
  /** The city that the airport serves, which can differ from the metropolitan area (`Newark` in `NYC`). */
  readonly cityName: string;
  /** ISO 3166 alpha-2. */
  readonly country: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Name of a time zone of the facts. */
  readonly timeZone: string;
  /** Passengers per year, approximate, in millions. */
  readonly passengersMillions: number;
  /** Source of the figure: entered by hand, or the model described in the heading of `airports.tsv`. */
  readonly passengersBasis: (typeof PASSENGERS_BASES)[number];
  /** Length of the longest runway. */
  readonly runwayM: number;
  /** Days with scheduled flights. */
  readonly validity: Validity;
}

/** A metropolitan area whose code groups several airports or differs from its airport's code. */
export interface City {
  readonly code: string;
  readonly name: string;
  /** ISO 3166 alpha-2. */
  readonly country: string;
}

export const PLACE_CODE = /^[A-Z]{3}$/;
export const COUNTRY_CODE = /^[A-Z]{2}$/;

function parseTimeZone(row: Row, timeZones: TimeZones): string {
  const name = row.text("timeZone");
  return isTimeZone(timeZones, name)
    ? name
    : row.fail(`timeZone is ${JSON.stringify(name)}, which is not in the time zone data ${timeZones.release}`);
}

/** Airports by code. */
export function parseAirports(rows: readonly Row[], timeZones: TimeZones): ReadonlyMap<string, Airport> {
  return indexByCode(rows, (row) => ({
    code: row.match("code", PLACE_CODE),
    name: row.text("name"),
    cityCode: row.match("cityCode", PLACE_CODE),
    cityName: row.text("cityName"),
    country: row.match("country", COUNTRY_CODE),
    latitude: row.number("latitude", -90, 90),
    longitude: row.number("longitude", -180, 180),
    timeZone: parseTimeZone(row, timeZones),
    passengersMillions: row.number("passengersMillions", 0.001, 150),
    passengersBasis: row.choice("passengersBasis", PASSENGERS_BASES),
    runwayM: row.number("runwayM", 300, 6000),
    validity: parseValidity(row),
  }));
}

/** Metropolitan areas by code. */
export function parseCities(rows: readonly Row[]): ReadonlyMap<string, City> {
  return indexByCode(rows, (row) => ({
    code: row.match("code", PLACE_CODE),
    name: row.text("name"),
    country: row.match("country", COUNTRY_CODE),
  }));
}
