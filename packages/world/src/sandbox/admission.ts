import type { CabotageRules } from "@wayfare/engine";
import type { Airline } from "../facts/airline.ts";
import type { Airport } from "../facts/airport.ts";
import type { AirportRule } from "../facts/airport-rule.ts";
import { holdsDuring, intersectionOf, type Period } from "../facts/validity.ts";
import { cabotageRulesOf } from "./cabotage.ts";
import { ClosedMarkets } from "./closed-markets.ts";
import type { FleetType } from "./fleet.ts";
import { homeCountriesOf } from "./home-countries.ts";
import type { IndexedFacts } from "./indexed-facts.ts";
import { mayFly } from "./rights.ts";

/** Flight permissions of airlines, by days of validity, traffic rights, closed markets and airport rules. */
export class Admission {
  readonly closedMarkets: ClosedMarkets;
  /** On the first day of the sandbox. */
  readonly cabotage: CabotageRules;
  readonly #facts: IndexedFacts;
  readonly #period: Period;
  readonly #rules: readonly (AirportRule | undefined)[];
  readonly #homes: ReadonlyMap<Airline, ReadonlySet<string>>;
  readonly #rights = new Map<string, boolean>();
  /** Countries within which an airline may carry passengers. */
  readonly #domesticRights: ReadonlyMap<Airline, ReadonlySet<string>>;

  constructor(facts: IndexedFacts, period: Period) {
    this.closedMarkets = new ClosedMarkets(facts, period);
    this.cabotage = cabotageRulesOf(facts, period.firstDay);
    this.#domesticRights = new Map(facts.airlines.map((airline, at) => [airline, new Set(this.cabotage.rights[at])]));
    this.#facts = facts;
    this.#period = period;
    this.#homes = homeCountriesOf(facts);
    this.#rules = facts.airports.map(({ code }) => facts.airportRules.get(code));
  }

  /** True if traffic rights and both airports permit the airline to fly between them, and the market is open, on a day of the period. */
  admits(airline: Airline, from: number, to: number, km: number): boolean {
    const [start, end] = [this.#facts.airports[from], this.#facts.airports[to]];
    if (start === undefined || end === undefined || !this.#hasRights(airline, start.country, end.country)) return false;
    const validity = intersectionOf(airline.validity, intersectionOf(start.validity, end.validity));
    if (!holdsDuring(validity, this.#period)) return false;
    if (!permitsAt(this.#rules[from], airline, end, km) || !permitsAt(this.#rules[to], airline, start, km))
      return false;
    return !this.closedMarkets.isClosed(airline, from, to);
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
    const may = mayFly(this.#homes.get(airline) ?? new Set(), from, to) && this.#mayCarry(airline, from, to);
    this.#rights.set(key, may);
    return may;
  }

  /** True unless both countries are one, within which the airline may not carry passengers. */
  #mayCarry(airline: Airline, from: string, to: string): boolean {
    const { territories } = this.cabotage;
    if ((territories.get(from) ?? from) !== (territories.get(to) ?? to)) return true;
    const rights = this.#domesticRights.get(airline);
    return rights?.has(from) === true && rights.has(to);
  }
}

const familiesBySize = ["turboprop", "regional_jet", "narrowbody", "widebody"] as const;

function permitsAt(rule: AirportRule | undefined, airline: Airline, otherEnd: Airport, km: number): boolean {
  if (rule === undefined) return true;
  if (rule.closedTo.includes(airline.code)) return false;
  if (rule.closedToKinds.includes(airline.kind) && !rule.openTo.includes(airline.code)) return false;
  if (rule.countries.length > 0 && !rule.countries.includes(otherEnd.country)) return false;
  return rule.maximumKm === null || km <= rule.maximumKm || rule.beyondMaximum.includes(otherEnd.code);
}
