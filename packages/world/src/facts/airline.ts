import { AIRCRAFT_CODE } from "./aircraft.ts";
import { PLACE_CODE } from "./airport.ts";
import { indexByCode, type Row } from "./table.ts";
import { parseSourcedValidity, type Validity } from "./validity.ts";

const ALLIANCES = ["star", "oneworld", "skyteam"] as const;
export const AIRLINE_KINDS = ["network", "low_cost", "leisure", "regional"] as const;

type Alliance = (typeof ALLIANCES)[number];
export type AirlineKind = (typeof AIRLINE_KINDS)[number];

/** An airline with scheduled passenger flights under its own code. */
export interface Airline {
  /** IATA code. */
  readonly code: string;
  readonly name: string;
  /** ISO 3166 alpha-2. */
  readonly country: string;
  /** Null if it is not in an alliance. */
  readonly alliance: Alliance | null;
  readonly kind: AirlineKind;
  /** Airport codes, the most important first; at least one. */
  readonly hubs: readonly string[];
  /** Additional bases, airport codes. */
  readonly focus: readonly string[];
  /** Codeshare partners outside the alliance, airline codes. Not always mutual: the partner's row need not list this airline. */
  readonly partners: readonly string[];
  /** Codes of the aircraft flown under the airline's code. */
  readonly aircraft: readonly string[];
  /** Flights per day from all airports including outstations; approximate, includes regional partners. */
  readonly dailyDepartures: number;
  /** Days with flights under its code. */
  readonly validity: Validity;
}

/** Airlines that use a terminal of an airport. */
export interface Terminal {
  readonly airport: string;
  readonly terminal: string;
  /** Airline codes; empty if `isDefault`. */
  readonly carriers: readonly string[];
  /** True if the terminal serves all airlines that are not listed at another terminal of the airport. */
  readonly isDefault: boolean;
}

export const AIRLINE_CODE = /^(?:[A-Z][A-Z0-9]|[0-9][A-Z])$/;
const COUNTRY_CODE = /^[A-Z]{2}$/;

function parseHubs(row: Row): readonly string[] {
  const hubs = row.codes("hubs", PLACE_CODE);
  return hubs.length > 0 ? hubs : row.fail("hubs is empty");
}

/** Airlines by code. */
export function parseAirlines(rows: readonly Row[]): ReadonlyMap<string, Airline> {
  return indexByCode(rows, (row) => ({
    code: row.match("code", AIRLINE_CODE),
    name: row.text("name"),
    country: row.match("country", COUNTRY_CODE),
    alliance: row.isEmpty("alliance") ? null : row.choice("alliance", ALLIANCES),
    kind: row.choice("kind", AIRLINE_KINDS),
    hubs: parseHubs(row),
    focus: row.codes("focus", PLACE_CODE),
    partners: row.codes("partners", AIRLINE_CODE),
    aircraft: row.codes("aircraft", AIRCRAFT_CODE),
    dailyDepartures: row.number("dailyDepartures", 1, 10_000),
    validity: parseSourcedValidity(row),
  }));
}

/** Terminals in table order. */
export function parseTerminals(rows: readonly Row[]): readonly Terminal[] {
  return Object.freeze(
    rows.map((row) => {
      const isDefault = row.text("carriers") === "*";
      return Object.freeze({
        airport: row.match("airport", PLACE_CODE),
        terminal: row.match("terminal", /^[0-9A-Z]{1,3}$/),
        carriers: isDefault ? Object.freeze<string[]>([]) : row.codes("carriers", AIRLINE_CODE),
        isDefault,
      });
    }),
  );
}
