import { type Aircraft, parseAircraft } from "./aircraft.ts";
import { type Airline, parseAirlines, parseTerminals, type Terminal } from "./airline.ts";
import { type Airport, type City, parseAirports, parseCities } from "./airport.ts";
import { type ConnectionRuleFacts, parseCircuity, parseMinimumConnections } from "./connection-rules.ts";
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

/** Every reference from one table to another that leads nowhere, one sentence each; empty for sound facts. */
export function listBrokenReferences(facts: Facts): string[] {
  return [...listBrokenAirlineReferences(facts), ...listBrokenPlaceReferences(facts)];
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
