import { greatCircleKm, unitHash } from "@wayfare/engine";
import type { Airline } from "../facts/airline.ts";
import type { Airport } from "../facts/airport.ts";
import { chooseAircraft } from "./aircraft-choice.ts";
import type { FactsInOrder } from "./facts-in-order.ts";

/** One airline between a base of its own and another airport, both ways. */
export interface Route {
  airline: number;
  base: number;
  other: number;
  km: number;
  aircraft: number;
  /** Departures a day out of the base, and as many back. */
  dailyFlights: number;
}

/** Countries whose airlines may fly between and within each other as at home: the European common aviation area. */
const commonAviationArea = new Set(
  "AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE NO IS CH GB".split(" "),
);

/** Nearer than this, people take the train. */
const shortestRouteKm = 160;
const longHaulKm = 4500;

/** Farther than this, no low-cost airline makes money. */
const lowCostLimitKm = 8000;

/** The thinnest routes: a flight a day on short ones, three a week on long ones. */
const leastDailyFlights = { short: 0.8, long: 3 / 7 };
const mostDailyFlights = { short: 11, long: 3.4 };

/**
 * Lays out every airline's routes by gravity: from each base to the airports that weigh most by passengers against
 * distance and borders, within rights and range, until the airline's departures are spent.
 */
export function layOutRoutes(facts: FactsInOrder, seed: number): Route[] {
  const airportIndex = new Map(facts.airports.map(({ code }, i) => [code, i]));
  return facts.airlines.flatMap((airline, index) => {
    const bases = basesOf(airline, airportIndex);
    const candidates = bases.flatMap(({ base, weight }) =>
      candidatesFrom({ facts, airline, index, base, weight, seed, ownBases: new Set(bases.map((own) => own.base)) }),
    );
    return spendDepartures(airline, candidates);
  });
}

interface Candidate extends Omit<Route, "dailyFlights"> {
  pull: number;
  isLong: boolean;
}

/** Hubs weigh by their place in the list, focus cities a quarter of a hub. */
function basesOf(airline: Airline, airportIndex: Map<string, number>): { base: number; weight: number }[] {
  const hubs = airline.hubs.map((code, place) => ({ code, weight: 1 / (1 + place * 0.18) }));
  const focus = airline.focus.map((code) => ({ code, weight: 0.25 }));
  return [...hubs, ...focus].flatMap(({ code, weight }) => {
    const base = airportIndex.get(code);
    return base === undefined ? [] : [{ base, weight }];
  });
}

function candidatesFrom(from: {
  facts: FactsInOrder;
  airline: Airline;
  index: number;
  base: number;
  weight: number;
  seed: number;
  ownBases: Set<number>;
}): Candidate[] {
  const { facts, airline, index, base, weight, seed, ownBases } = from;
  const home = facts.airports[base];
  if (home === undefined) return [];
  const fleet = facts.aircraft
    .map((aircraft, i) => ({ aircraft, i }))
    .filter(({ aircraft }) => airline.aircraft.includes(aircraft.code));
  const found: Candidate[] = [];
  for (const [other, airport] of facts.airports.entries()) {
    if (airport.cityCode === home.cityCode || (ownBases.has(other) && other < base)) continue;
    const km = greatCircleKm(home, airport);
    if (km < shortestRouteKm || !hasRights(airline, home, airport)) continue;
    const pull = weight * pullOf(airline, home, airport, km) * (0.65 + 0.7 * unitHash(seed, index, base, other));
    const aircraft = chooseAircraft(fleet, km, [home, airport]);
    if (aircraft !== null && pull > 0)
      found.push({ airline: index, base, other, km, aircraft, pull, isLong: km > longHaulKm });
  }
  return found;
}

/** At home an airline flies where it likes; abroad only to and from home. */
function hasRights(airline: Airline, from: Airport, to: Airport): boolean {
  const common = (country: string) => commonAviationArea.has(country);
  if (from.country === airline.country || to.country === airline.country) return true;
  return common(airline.country) && common(from.country) && common(to.country);
}

/** Gravity: passengers of both ends, weakened by distance, a border, and by how far from home the airline sells. */
function pullOf(airline: Airline, from: Airport, to: Airport, km: number): number {
  const mass = from.passengersMillions ** 0.35 * to.passengersMillions ** 0.8;
  const sameCountry = from.country === to.country;
  const common = commonAviationArea.has(from.country) && commonAviationArea.has(to.country);
  const border = sameCountry ? 1 : common ? 0.7 : 0.32;
  const near = km < 320 ? km / 320 : 1;
  const lowCostReach = airline.kind !== "low_cost" || km < 3500 ? 1 : km < lowCostLimitKm ? 0.25 : 0;
  return mass * border * near * lowCostReach * (1 + km / 900) ** -0.75;
}

/** Shares the departures out by pull; routes too thin to fly go, and what they had goes to the rest. */
function spendDepartures(airline: Airline, candidates: Candidate[]): Route[] {
  const outbound = airline.dailyDepartures / 2;
  let kept = candidates.sort((a, b) => b.pull - a.pull || a.base - b.base || a.other - b.other);
  // Each round drops the thin tail, which thickens the rest; a few rounds settle it.
  for (let round = 0; round < 12; round++) {
    const perPull = outbound / kept.reduce((sum, { pull }) => sum + pull, 0);
    const thick = kept.filter(
      ({ pull, isLong }) => pull * perPull >= leastDailyFlights[isLong ? "long" : "short"] * 0.75,
    );
    if (thick.length === kept.length) break;
    kept = thick.length > 0 ? thick : kept.slice(0, 1);
  }
  const perPull = outbound / kept.reduce((sum, { pull }) => sum + pull, 0);
  return kept.map(({ pull, isLong, ...route }) => {
    const size = isLong ? "long" : "short";
    const flights = Math.min(mostDailyFlights[size], Math.max(leastDailyFlights[size], pull * perPull));
    return { ...route, dailyFlights: Math.round(flights * 7) / 7 };
  });
}
