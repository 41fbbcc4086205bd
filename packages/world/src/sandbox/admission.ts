import type { Airline } from "../facts/airline.ts";
import type { Airport } from "../facts/airport.ts";
import type { AirportRule } from "../facts/airport-rule.ts";
import { holdsDuring, intersectionOf, type Period } from "../facts/validity.ts";
import type { FleetType } from "./fleet.ts";
import type { IndexedFacts } from "./indexed-facts.ts";
import { aviationCountryOf, mayFly } from "./rights.ts";

/** Flight permissions of airlines, by days of validity, traffic rights and airport rules. */
export class Admission {
  readonly #facts: IndexedFacts;
  readonly #period: Period;
  readonly #rules: readonly (AirportRule | undefined)[];
  readonly #homes: ReadonlyMap<Airline, ReadonlySet<string>>;
  readonly #rights = new Map<string, boolean>();

  constructor(facts: IndexedFacts, period: Period) {
    this.#facts = facts;
    this.#period = period;
    this.#homes = homeCountriesOf(facts);
    this.#rules = facts.airports.map(({ code }) => facts.airportRules.get(code));
  }

  /** True if traffic rights and both airports permit the airline to fly between them on at least one day of the period. */
  admits(airline: Airline, from: number, to: number, km: number): boolean {
    const [start, end] = [this.#facts.airports[from], this.#facts.airports[to]];
    if (start === undefined || end === undefined || !this.#hasRights(airline, start.country, end.country)) return false;
    const validity = intersectionOf(airline.validity, intersectionOf(start.validity, end.validity));
    if (!holdsDuring(validity, this.#period)) return false;
    return permitsAt(this.#rules[from], airline, end, km) && permitsAt(this.#rules[to], airline, start, km);
  }

  /** Types of a fleet that both airports permit. */
  fleetBetween(fleet: readonly FleetType[], from: number, to: number): readonly FleetType[] {
    const rules = [this.#rules[from], this.#rules[to]].filter((rule) => rule !== undefined);
    if (rules.length === 0) return fleet;
    return fleet.filter(({ aircraft: { family, code } }) =>
      rules.every(({ largestFamily, aircraft }) => {
        const isSmallEnough = familiesBySize.indexOf(family) <= familiesBySize.indexOf(largestFamily);
        return isSmallEnough && (aircraft.length === 0 || aircraft.includes(code));
      }),
    );
  }

  /** Maximum departures per day of an airport. */
  maxDepartures(airport: number): number {
    return this.#rules[airport]?.departuresPerDay ?? Number.POSITIVE_INFINITY;
  }

  #hasRights(airline: Airline, from: string, to: string): boolean {
    const key = airline.code + from + to;
    const known = this.#rights.get(key);
    if (known !== undefined) return known;
    const may = mayFly(this.#homes.get(airline) ?? new Set(), from, to);
    this.#rights.set(key, may);
    return may;
  }
}

/** Home countries of an airline: its registration, and its hubs, at which it flies through a subsidiary. */
function homeCountriesOf({ airlines, airports }: IndexedFacts): ReadonlyMap<Airline, ReadonlySet<string>> {
  const countries = new Map(airports.map(({ code, country }) => [code, country]));
  return new Map(
    airlines.map((airline) => {
      const abroad = airline.hubs.flatMap((code) => countries.get(code) ?? []);
      return [airline, new Set([airline.country, ...abroad].map(aviationCountryOf))];
    }),
  );
}

const familiesBySize = ["turboprop", "regional_jet", "narrowbody", "widebody"] as const;

function permitsAt(rule: AirportRule | undefined, airline: Airline, otherEnd: Airport, km: number): boolean {
  if (rule === undefined) return true;
  if (rule.closedTo.includes(airline.code)) return false;
  if (rule.closedToKinds.includes(airline.kind) && !rule.openTo.includes(airline.code)) return false;
  if (rule.countries.length > 0 && !rule.countries.includes(otherEnd.country)) return false;
  return rule.maximumKm === null || km <= rule.maximumKm || rule.beyondMaximum.includes(otherEnd.code);
}
