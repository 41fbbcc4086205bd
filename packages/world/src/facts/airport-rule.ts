import { AIRCRAFT_CODE, AIRCRAFT_FAMILIES, type AircraftFamily } from "./aircraft.ts";
import { AIRLINE_CODE, AIRLINE_KINDS, type AirlineKind } from "./airline.ts";
import { COUNTRY_CODE, PLACE_CODE } from "./airport.ts";
import type { Row } from "./table.ts";

const MOVEMENTS = ["departures", "arrivals"] as const;
const CLOCK_TIME = /^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/;

/** Flights that a curfew applies to. */
type Movement = (typeof MOVEMENTS)[number];

/** Hours of the night without scheduled flights. */
export interface Curfew {
  readonly airport: string;
  /** Null if it applies to departures and arrivals. */
  readonly movement: Movement | null;
  /** First minute of the local day without flights. */
  readonly fromMinute: number;
  /** First minute of the local day with flights again; before `fromMinute` if the curfew spans midnight. */
  readonly toMinute: number;
}

/** Restrictions of an airport regardless of demand: slots, a perimeter rule, law or the kind of traffic it is reserved for. */
export interface AirportRule {
  /** Airport code. */
  readonly airport: string;
  /** Maximum departures per day; null if only demand limits them. */
  readonly departuresPerDay: number | null;
  /** Great-circle distance of the longest nonstop; null without a perimeter rule. */
  readonly maximumKm: number | null;
  /** Airports beyond the perimeter that may be served anyway. */
  readonly beyondMaximum: readonly string[];
  /** Countries of permitted origins and destinations, ISO 3166 alpha-2, including its own; empty for all. */
  readonly countries: readonly string[];
  /** Largest permitted aircraft family. */
  readonly largestFamily: AircraftFamily;
  /** Permitted aircraft codes; empty for all of the permitted families. */
  readonly aircraft: readonly string[];
  /** Codes of airlines without slots. */
  readonly closedTo: readonly string[];
  /** Kinds of airline without slots, except those of `openTo`. */
  readonly closedToKinds: readonly AirlineKind[];
  readonly openTo: readonly string[];
}

/**
 * Parses curfews in table order.
 *
 * @throws FactsError if a row is malformed, or an airport has two curfews for the same flights
 */
export function parseCurfews(rows: readonly Row[]): readonly Curfew[] {
  const seen = new Set<string>();
  return Object.freeze(
    rows.map((row) => {
      const curfew: Curfew = {
        airport: row.match("airport", PLACE_CODE),
        movement: row.isEmpty("movement") ? null : row.choice("movement", MOVEMENTS),
        fromMinute: minuteOfDay(row, "from"),
        toMinute: minuteOfDay(row, "to"),
      };
      if (curfew.fromMinute === curfew.toMinute) row.fail("the curfew begins and ends at the same minute");
      for (const movement of curfew.movement === null ? MOVEMENTS : [curfew.movement]) {
        const key = `${curfew.airport} ${movement}`;
        if (seen.has(key)) row.fail(`${key} is listed twice`);
        seen.add(key);
      }
      return Object.freeze(curfew);
    }),
  );
}

/**
 * Parses rules by airport code, in table order.
 *
 * @throws FactsError if a row is malformed or an airport is listed twice
 */
export function parseAirportRules(rows: readonly Row[]): ReadonlyMap<string, AirportRule> {
  const rules = new Map<string, AirportRule>();
  for (const row of rows) {
    const rule = parseAirportRule(row);
    if (rules.has(rule.airport)) row.fail(`${rule.airport} is listed twice`);
    rules.set(rule.airport, Object.freeze(rule));
  }
  return rules;
}

function parseAirportRule(row: Row): AirportRule {
  const rule: AirportRule = {
    airport: row.match("airport", PLACE_CODE),
    departuresPerDay: row.isEmpty("departuresPerDay") ? null : wholeDepartures(row),
    maximumKm: row.isEmpty("maximumKm") ? null : row.number("maximumKm", 100, 20_000),
    beyondMaximum: row.codes("beyondMaximum", PLACE_CODE),
    countries: row.codes("countries", COUNTRY_CODE),
    largestFamily: row.isEmpty("largestFamily") ? "widebody" : row.choice("largestFamily", AIRCRAFT_FAMILIES),
    aircraft: row.codes("aircraft", AIRCRAFT_CODE),
    closedTo: row.codes("closedTo", AIRLINE_CODE),
    closedToKinds: airlineKinds(row),
    openTo: row.codes("openTo", AIRLINE_CODE),
  };
  if (rule.maximumKm === null && rule.beyondMaximum.length > 0) row.fail("beyondMaximum needs a maximumKm");
  if (rule.closedToKinds.length === 0 && rule.openTo.length > 0) row.fail("openTo needs closedToKinds");
  return rule;
}

function airlineKinds(row: Row): readonly AirlineKind[] {
  const names = row.codes("closedToKinds", /^[a-z_]+$/);
  return Object.freeze(
    names.map((name) => {
      const kind = AIRLINE_KINDS.find((known) => known === name);
      return kind ?? row.fail(`closedToKinds has ${JSON.stringify(name)}, not one of ${AIRLINE_KINDS.join(", ")}`);
    }),
  );
}

function wholeDepartures(row: Row): number {
  const departures = row.number("departuresPerDay", 1, 2000);
  return Number.isInteger(departures) ? departures : row.fail(`departuresPerDay is ${departures}, not a whole number`);
}

function minuteOfDay(row: Row, column: string): number {
  const [hour, minute] = row.match(column, CLOCK_TIME).split(":");
  return 60 * Number(hour) + Number(minute);
}
