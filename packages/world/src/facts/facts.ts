import { type Aircraft, parseAircraft } from "./aircraft.ts";
import { type Airline, parseAirlines, parseTerminals, type Terminal } from "./airline.ts";
import { type Airport, type City, parseAirports, parseCities } from "./airport.ts";
import { type AirportRule, type Curfew, parseAirportRules, parseCurfews } from "./airport-rule.ts";
import { type ConnectionRuleFacts, parseCircuity, parseMinimumConnections } from "./connection-rules.ts";
import { type Nonstop, parseNonstops } from "./nonstop.ts";
import { parseSeasonalAirports, type SeasonalAirport } from "./seasonal-airport.ts";
import { readTable } from "./table.ts";

/** Everything that the tables of the `facts` folder say about the real world, frozen and with every reference resolved. */
export interface Facts {
  /** By airport code, in the order of the code. */
  readonly airports: ReadonlyMap<string, Airport>;
  /** By metropolitan code, in the order of the code. */
  readonly cities: ReadonlyMap<string, City>;
  /** By airline code, in the order of the table. */
  readonly airlines: ReadonlyMap<string, Airline>;
  /** By aircraft code, in the order of the table. */
  readonly aircraft: ReadonlyMap<string, Aircraft>;
  readonly terminals: readonly Terminal[];
  /** In the order of the table. */
  readonly nonstops: readonly Nonstop[];
  /** By airport code, in the order of the table; most airports have none. */
  readonly airportRules: ReadonlyMap<string, AirportRule>;
  /** In the order of the table. */
  readonly curfews: readonly Curfew[];
  /** By airport code, in the order of the table; most airports have none. */
  readonly seasonalAirports: ReadonlyMap<string, SeasonalAirport>;
  readonly connectionRules: ConnectionRuleFacts;
}

function* listBrokenAirlineReferences(facts: Facts): Generator<string> {
  for (const airline of facts.airlines.values()) {
    for (const code of [...airline.hubs, ...airline.focus]) {
      if (!facts.airports.has(code)) yield `airlines.tsv: ${airline.code} names the airport ${code}`;
    }
    for (const code of airline.partners) {
      if (!facts.airlines.has(code)) yield `airlines.tsv: ${airline.code} names the partner ${code}`;
    }
    for (const code of airline.aircraft) {
      if (!facts.aircraft.has(code)) yield `airlines.tsv: ${airline.code} names the aircraft ${code}`;
    }
  }
}

function* listBrokenPlaceReferences(facts: Facts): Generator<string> {
  const grouping = new Set<string>();
  for (const airport of facts.airports.values()) {
    grouping.add(airport.cityCode);
    const isKnown = facts.cities.has(airport.cityCode) || airport.cityCode === airport.code;
    if (!isKnown) yield `airports.tsv: ${airport.code} names the city ${airport.cityCode}`;
  }
  for (const city of facts.cities.keys()) {
    if (!grouping.has(city)) yield `cities.tsv: ${city} has no airport`;
  }
  for (const { airport, terminal, carriers } of facts.terminals) {
    if (!facts.airports.has(airport)) yield `terminals.tsv: terminal ${terminal} names the airport ${airport}`;
    for (const code of carriers) {
      if (!facts.airlines.has(code)) yield `terminals.tsv: ${airport} ${terminal} names the airline ${code}`;
    }
  }
}

function* listBrokenNonstopReferences(facts: Facts): Generator<string> {
  for (const { airline, from, to, aircraft } of facts.nonstops) {
    const route = `nonstops.tsv: ${airline} ${from} ${to}`;
    for (const code of [from, to]) {
      if (!facts.airports.has(code)) yield `${route} names the airport ${code}`;
    }
    const operator = facts.airlines.get(airline);
    if (operator === undefined) yield `${route} names the airline ${airline}`;
    else if (aircraft !== null && !operator.aircraft.includes(aircraft)) {
      yield `${route} names the aircraft ${aircraft}, which ${airline} does not have`;
    }
  }
}

function* listBrokenRuleReferences(facts: Facts): Generator<string> {
  const countries = new Set([...facts.airports.values()].map(({ country }) => country));
  for (const rule of facts.airportRules.values()) {
    const where = `airport-rules.tsv: ${rule.airport}`;
    for (const code of [rule.airport, ...rule.beyondMaximum]) {
      if (!facts.airports.has(code)) yield `${where} names the airport ${code}`;
    }
    for (const code of rule.countries) {
      if (!countries.has(code)) yield `${where} names the country ${code}`;
    }
    for (const code of rule.aircraft) {
      if (!facts.aircraft.has(code)) yield `${where} names the aircraft ${code}`;
    }
    for (const code of [...rule.closedTo, ...rule.openTo]) {
      if (!facts.airlines.has(code)) yield `${where} names the airline ${code}`;
    }
  }
  for (const { airport } of facts.curfews) {
    if (!facts.airports.has(airport)) yield `curfews.tsv: ${airport} is no airport`;
  }
  for (const airport of facts.seasonalAirports.keys()) {
    if (!facts.airports.has(airport)) yield `seasons.tsv: names the airport ${airport}`;
  }
}

/** Every reference from one table to another that leads nowhere, one sentence each; empty for sound facts. */
export function listBrokenReferences(facts: Facts): string[] {
  return [
    ...listBrokenAirlineReferences(facts),
    ...listBrokenPlaceReferences(facts),
    ...listBrokenNonstopReferences(facts),
    ...listBrokenRuleReferences(facts),
  ];
}

let loaded: Facts | undefined;

/**
 * The facts, read at the first call and kept.
 *
 * @throws FactsError naming file and line where a table is malformed; Error listing references that lead nowhere
 */
export function loadFacts(): Facts {
  loaded ??= readFacts();
  return loaded;
}

function readFacts(): Facts {
  const named = {
    airports: parseAirports(readTable("airports.tsv")),
    cities: parseCities(readTable("cities.tsv")),
    airlines: parseAirlines(readTable("airlines.tsv")),
    aircraft: parseAircraft(readTable("aircraft.tsv")),
    terminals: parseTerminals(readTable("terminals.tsv")),
    nonstops: parseNonstops(readTable("nonstops.tsv")),
    airportRules: parseAirportRules(readTable("airport-rules.tsv")),
    curfews: parseCurfews(readTable("curfews.tsv")),
    seasonalAirports: parseSeasonalAirports(readTable("seasons.tsv")),
  };
  const connectionRules = Object.freeze({
    minimumConnections: parseMinimumConnections(readTable("minimum-connections.tsv"), named),
    circuity: parseCircuity(readTable("circuity.tsv"), named),
  });
  const facts: Facts = Object.freeze({ ...named, connectionRules });
  const broken = listBrokenReferences(facts);
  if (broken.length > 0) throw new Error(`facts that lead nowhere:\n${broken.join("\n")}`);
  return facts;
}
