import type { TimeZones } from "@wayfare/engine";
import { type Aircraft, parseAircraft } from "./aircraft.ts";
import { type Airline, parseAirlines, parseTerminals, type Terminal } from "./airline.ts";
import { type Airport, type City, parseAirports, parseCities } from "./airport.ts";
import { type AirportRule, type Curfew, parseAirportRules, parseCurfews } from "./airport-rule.ts";
import { type CabotageFacts, parseCabotageExceptions, parseCabotageTerritories } from "./cabotage.ts";
import { type ClosedAirspace, type Point, parseClosedAirspace, parseRoutingPoints } from "./closed-airspace.ts";
import { type ClosedMarket, parseClosedMarkets } from "./closed-market.ts";
import { type ConnectionRuleFacts, parseCircuity, parseMinimumConnections } from "./connection-rules.ts";
import { parseCountryGroups } from "./country-group.ts";
import { type FleetCount, parseFleetCounts } from "./fleet-count.ts";
import { type Interlining, interliningOf, parseAgreements } from "./interlining.ts";
import { type Nonstop, parseNonstops } from "./nonstop.ts";
import { type PlaceNames, parsePlaceNames } from "./place-names.ts";
import { parseReplacedCodes, type ReplacedCode } from "./replaced-code.ts";
import { parseSeasonalAirports, type SeasonalAirport } from "./seasonal-airport.ts";
import { readTable } from "./table.ts";

/** All data of the `facts` folder about the real world, frozen, with every reference resolved. */
export interface Facts {
  /** Clocks of the airports, and of all zones that suppliers may name. */
  readonly timeZones: TimeZones;
  /** By airport code, in code order. */
  readonly airports: ReadonlyMap<string, Airport>;
  /** Codes of the airports of a city by its metropolitan or airport code, the busiest first. */
  readonly airportsByCity: ReadonlyMap<string, readonly string[]>;
  /** By metropolitan code, in code order. */
  readonly cities: ReadonlyMap<string, City>;
  /** By metropolitan or airport code of a city, in table order; most cities have none. */
  readonly placeNames: ReadonlyMap<string, PlaceNames>;
  /** By replaced airport code, in table order. */
  readonly replacedCodes: ReadonlyMap<string, ReplacedCode>;
  /** By airline code, in table order. */
  readonly airlines: ReadonlyMap<string, Airline>;
  /** By aircraft code, in table order. */
  readonly aircraft: ReadonlyMap<string, Aircraft>;
  readonly terminals: readonly Terminal[];
  /** In table order. */
  readonly nonstops: readonly Nonstop[];
  /** By airport code, in table order; most airports have none. */
  readonly airportRules: ReadonlyMap<string, AirportRule>;
  /** In table order. */
  readonly curfews: readonly Curfew[];
  /** By airport code, in table order; most airports have none. */
  readonly seasonalAirports: ReadonlyMap<string, SeasonalAirport>;
  readonly connectionRules: ConnectionRuleFacts;
  /** In table order. */
  readonly closedAirspace: readonly ClosedAirspace[];
  /** In table order. */
  readonly closedMarkets: readonly ClosedMarket[];
  readonly cabotage: CabotageFacts;
  /** Points over which long flights are routed. */
  readonly routingPoints: readonly Point[];
  /** By airline code. */
  readonly interlining: ReadonlyMap<string, Interlining>;
  /** Fleets of scarce types, in table order. */
  readonly fleetCounts: readonly FleetCount[];
}

function* listBrokenAirlineReferences(facts: Facts): Generator<string> {
  for (const airline of facts.airlines.values()) {
    for (const code of [...airline.hubs, ...airline.focus]) {
      if (!facts.airports.has(code)) yield `airlines.tsv: ${airline.code} refers to unknown airport ${code}`;
    }
    for (const code of airline.partners) {
      if (!facts.airlines.has(code)) yield `airlines.tsv: ${airline.code} refers to unknown partner ${code}`;
    }
    for (const code of airline.aircraft) {
      if (!facts.aircraft.has(code)) yield `airlines.tsv: ${airline.code} refers to unknown aircraft ${code}`;
    }
  }
}

function* listBrokenFleetReferences(facts: Facts): Generator<string> {
  for (const { airline, aircraft } of facts.fleetCounts) {
    const fleet = facts.airlines.get(airline)?.aircraft;
    if (fleet === undefined) yield `fleets.tsv: refers to unknown airline ${airline}`;
    else if (!fleet.includes(aircraft)) yield `fleets.tsv: ${aircraft} is not in the fleet of ${airline}`;
  }
}

function* listBrokenPlaceReferences(facts: Facts): Generator<string> {
  const grouping = new Set<string>();
  for (const airport of facts.airports.values()) {
    grouping.add(airport.cityCode);
    const isKnown = facts.cities.has(airport.cityCode) || airport.cityCode === airport.code;
    if (!isKnown) yield `airports.tsv: ${airport.code} refers to unknown city ${airport.cityCode}`;
  }
  for (const city of facts.cities.keys()) {
    if (!grouping.has(city)) yield `cities.tsv: ${city} has no airport`;
  }
  for (const city of facts.placeNames.keys()) {
    if (!grouping.has(city)) yield `place-names.tsv: ${city} has no airport`;
  }
  for (const { code, newCode, fromDay } of facts.replacedCodes.values()) {
    const location = `replaced-codes.tsv: ${code}`;
    if (!facts.airports.has(newCode)) yield `${location} refers to unknown airport ${newCode}`;
    const untilDay = facts.airports.get(code)?.validity.untilDay;
    if (untilDay === null || (untilDay ?? 0) >= fromDay)
      yield `${location} is the code of an airport that has not closed`;
  }
  for (const { airport, terminal, carriers } of facts.terminals) {
    if (!facts.airports.has(airport)) yield `terminals.tsv: terminal ${terminal} refers to unknown airport ${airport}`;
    for (const code of carriers) {
      if (!facts.airlines.has(code)) yield `terminals.tsv: ${airport} ${terminal} refers to unknown airline ${code}`;
    }
  }
}

function* listBrokenNonstopReferences(facts: Facts): Generator<string> {
  for (const { airline, from, to, aircraft } of facts.nonstops) {
    const route = `nonstops.tsv: ${airline} ${from} ${to}`;
    for (const code of [from, to]) {
      if (!facts.airports.has(code)) yield `${route} refers to unknown airport ${code}`;
    }
    const operator = facts.airlines.get(airline);
    if (operator === undefined) yield `${route} refers to unknown airline ${airline}`;
    else if (aircraft !== null && !operator.aircraft.includes(aircraft)) {
      yield `${route} has aircraft ${aircraft}, which is not in the fleet of ${airline}`;
    }
  }
}

function* listBrokenRuleReferences(facts: Facts): Generator<string> {
  const countries = new Set([...facts.airports.values()].map(({ country }) => country));
  for (const rule of facts.airportRules.values()) {
    const location = `airport-rules.tsv: ${rule.airport}`;
    for (const code of [rule.airport, ...rule.beyondMaximum]) {
      if (!facts.airports.has(code)) yield `${location} refers to unknown airport ${code}`;
    }
    for (const code of rule.countries) {
      if (!countries.has(code)) yield `${location} refers to unknown country ${code}`;
    }
    for (const code of rule.aircraft) {
      if (!facts.aircraft.has(code)) yield `${location} refers to unknown aircraft ${code}`;
    }
    for (const code of [...rule.closedTo, ...rule.openTo]) {
      if (!facts.airlines.has(code)) yield `${location} refers to unknown airline ${code}`;
    }
  }
  for (const { airport } of facts.curfews) {
    if (!facts.airports.has(airport)) yield `curfews.tsv: refers to unknown airport ${airport}`;
  }
  for (const { area, closedTo, except, countries: below } of facts.closedAirspace) {
    for (const code of [...(closedTo === "all" ? [] : closedTo), ...below]) {
      if (!countries.has(code)) yield `closed-airspace.tsv: ${area} refers to unknown country ${code}`;
    }
    for (const code of except) {
      if (!facts.airlines.has(code)) yield `closed-airspace.tsv: ${area} refers to unknown airline ${code}`;
    }
  }
  for (const airport of facts.seasonalAirports.keys()) {
    if (!facts.airports.has(airport)) yield `seasons.tsv: refers to unknown airport ${airport}`;
  }
}

function* listBrokenMarketReferences({ airports, airlines, closedMarkets, cabotage }: Facts): Generator<string> {
  const countries = new Set([...airports.values()].map(({ country }) => country));
  for (const { name, between, and, airlines: codes, airlineCountries, except } of closedMarkets) {
    const location = `closed-markets.tsv: ${name}`;
    for (const code of [...between.codes, ...and.codes]) {
      if (!airports.has(code) && !countries.has(code)) yield `${location} refers to unknown place ${code}`;
    }
    for (const code of airlineCountries) {
      if (!countries.has(code)) yield `${location} refers to unknown country ${code}`;
    }
    for (const code of [...(codes === "all" ? [] : codes), ...except]) {
      if (!airlines.has(code)) yield `${location} refers to unknown airline ${code}`;
    }
  }
  for (const code of [...cabotage.territories].flat()) {
    if (!countries.has(code)) yield `cabotage-territories.tsv: refers to unknown country ${code}`;
  }
  for (const exception of cabotage.exceptions) {
    const { airlineCountries } = exception;
    for (const code of [...exception.countries, ...(airlineCountries === "all" ? [] : airlineCountries)]) {
      if (!countries.has(code)) yield `cabotage-exceptions.tsv: refers to unknown country ${code}`;
    }
    for (const code of exception.airlines) {
      if (!airlines.has(code)) yield `cabotage-exceptions.tsv: refers to unknown airline ${code}`;
    }
  }
}

/** Lists every broken reference between tables, one sentence each; empty for valid facts. */
export function listBrokenReferences(facts: Facts): string[] {
  return [
    ...listBrokenAirlineReferences(facts),
    ...listBrokenFleetReferences(facts),
    ...listBrokenPlaceReferences(facts),
    ...listBrokenNonstopReferences(facts),
    ...listBrokenRuleReferences(facts),
    ...listBrokenMarketReferences(facts),
  ];
}

/**
 * Parses all tables, which takes several hundred milliseconds; `loadFacts` opens their prepared form instead.
 *
 * @param timeZones of the airports
 * @throws FactsError with file and line if a table is malformed or an airport's time zone is not in `timeZones`; Error listing broken
 *   references
 */
export function parseFacts(timeZones: TimeZones): Facts {
  const groups = parseCountryGroups(readTable("country-groups.tsv"));
  const named = {
    timeZones,
    airports: parseAirports(readTable("airports.tsv"), timeZones),
    cities: parseCities(readTable("cities.tsv")),
    placeNames: parsePlaceNames(readTable("place-names.tsv")),
    replacedCodes: parseReplacedCodes(readTable("replaced-codes.tsv")),
    airlines: parseAirlines(readTable("airlines.tsv")),
    aircraft: parseAircraft(readTable("aircraft.tsv")),
    terminals: parseTerminals(readTable("terminals.tsv")),
    nonstops: parseNonstops(readTable("nonstops.tsv")),
    airportRules: parseAirportRules(readTable("airport-rules.tsv")),
    curfews: parseCurfews(readTable("curfews.tsv")),
    seasonalAirports: parseSeasonalAirports(readTable("seasons.tsv")),
    fleetCounts: parseFleetCounts(readTable("fleets.tsv")),
    closedAirspace: parseClosedAirspace(readTable("closed-airspace.tsv")),
    routingPoints: parseRoutingPoints(readTable("routing-points.tsv")),
    closedMarkets: parseClosedMarkets(readTable("closed-markets.tsv"), groups),
    cabotage: Object.freeze({
      territories: parseCabotageTerritories(readTable("cabotage-territories.tsv")),
      exceptions: parseCabotageExceptions(readTable("cabotage-exceptions.tsv"), groups),
    }),
  };
  const connectionRules = Object.freeze({
    minimumConnections: parseMinimumConnections(readTable("minimum-connections.tsv"), named),
    circuity: parseCircuity(readTable("circuity.tsv"), named),
  });
  const agreements = parseAgreements(readTable("interline-partners.tsv"), named.airlines);
  const interlining = interliningOf(named.airlines.values(), agreements);
  const airportsByCity = groupByCity(named.airports);
  const facts: Facts = Object.freeze({ ...named, airportsByCity, connectionRules, interlining });
  const broken = listBrokenReferences(facts);
  if (broken.length > 0) throw new Error(`broken references in the facts tables:\n${broken.join("\n")}`);
  return facts;
}

function groupByCity(airports: ReadonlyMap<string, Airport>): ReadonlyMap<string, readonly string[]> {
  const byPassengers = [...airports.values()].sort((a, b) => b.passengersMillions - a.passengersMillions);
  const groups = Map.groupBy(byPassengers, ({ cityCode }) => cityCode);
  return new Map(Array.from(groups, ([city, group]) => [city, Object.freeze(group.map(({ code }) => code))]));
}
