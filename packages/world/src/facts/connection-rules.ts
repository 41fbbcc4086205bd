import type { CircuityException, ConnectionKind, ConnectionRules, MinimumConnection } from "@wayfare/engine";
import type { Airline, Terminal } from "./airline.ts";
import type { Airport, City } from "./airport.ts";
import type { Row } from "./table.ts";

/** Maximum detour of a connection between two places, as a factor of the great-circle distance. */
export interface CircuityRule {
  /** Airport, metropolitan or country codes; applies in both directions. */
  readonly between: readonly [string, string];
  readonly factor: number;
}

/** Connection rules that differ from the engine's defaults. */
export interface ConnectionRuleFacts {
  /** In table order. */
  readonly minimumConnections: readonly Readonly<MinimumConnection>[];
  /** In table order. */
  readonly circuity: readonly CircuityRule[];
}

/** Facts that the rules may refer to. */
interface NamedFacts {
  readonly airports: ReadonlyMap<string, Airport>;
  readonly cities: ReadonlyMap<string, City>;
  readonly airlines: ReadonlyMap<string, Airline>;
  readonly terminals: readonly Terminal[];
}

const CONNECTION_KINDS: readonly ConnectionKind[] = [
  "domestic-domestic",
  "domestic-international",
  "international-domestic",
  "international-international",
];

/**
 * Parses minimum connection times in table order.
 *
 * @throws FactsError if a row refers to unknown facts or repeats another row
 */
export function parseMinimumConnections(
  rows: readonly Row[],
  facts: NamedFacts,
): readonly Readonly<MinimumConnection>[] {
  const seen = new Set<string>();
  return Object.freeze(
    rows.map((row) => {
      const airport = knownAirport(row, "airport", facts);
      const toAirport = row.isEmpty("toAirport") ? null : otherAirport(row, airport, facts);
      const rule: MinimumConnection = {
        airport: airport.code,
        toAirport: toAirport?.code ?? null,
        kind: row.isEmpty("kind") ? null : row.choice("kind", CONNECTION_KINDS),
        fromCarrier: knownAirline(row, "fromCarrier", facts),
        toCarrier: knownAirline(row, "toCarrier", facts),
        fromTerminal: knownTerminal(row, "fromTerminal", airport, facts),
        toTerminal: knownTerminal(row, "toTerminal", toAirport ?? airport, facts),
        minutes: wholeMinutes(row),
      };
      const { minutes: _, ...key } = rule;
      refuseTwice(row, seen, Object.values(key).join(" "));
      return Object.freeze(rule);
    }),
  );
}

/**
 * Parses circuity factors in table order.
 *
 * @throws FactsError if a row refers to unknown facts or repeats another row
 */
export function parseCircuity(rows: readonly Row[], facts: NamedFacts): readonly CircuityRule[] {
  const places = placesOf([...facts.airports.values()]);
  const seen = new Set<string>();
  return Object.freeze(
    rows.map((row) => {
      const between = Object.freeze([knownPlace(row, "place", places), knownPlace(row, "otherPlace", places)] as const);
      refuseTwice(row, seen, between.toSorted().join(" "));
      return Object.freeze({ between, factor: row.number("factor", 1, 5) });
    }),
  );
}

/** Converts the rules to the indexes of a network with these airports and airlines; rules about other places or airlines are left out. */
export function rulesWithin(
  { minimumConnections, circuity }: ConnectionRuleFacts,
  { airports, airlines }: { readonly airports: readonly Airport[]; readonly airlines: readonly Airline[] },
): ConnectionRules {
  const places = placesOf(airports);
  const airportCodes = new Set(airports.map(({ code }) => code));
  const airlineCodes = new Set(airlines.map(({ code }) => code));
  return {
    minimumConnections: minimumConnections
      .filter(({ airport, toAirport, fromCarrier, toCarrier }) => {
        const hasAirports = airportCodes.has(airport) && (toAirport === null || airportCodes.has(toAirport));
        return hasAirports && [fromCarrier, toCarrier].every((code) => code === null || airlineCodes.has(code));
      })
      .map((rule) => ({ ...rule })),
    circuity: circuity
      .filter(({ between }) => between.every((place) => places.has(place)))
      .map(({ between: [place, otherPlace], factor }): CircuityException => ({ between: [place, otherPlace], factor })),
  };
}

/** Codes of airports, of their cities and of their countries. */
function placesOf(airports: readonly Airport[]): ReadonlySet<string> {
  return new Set(airports.flatMap(({ code, cityCode, country }) => [code, cityCode, country]));
}

function knownAirport(row: Row, column: string, { airports }: NamedFacts): Airport {
  const code = row.text(column);
  return airports.get(code) ?? row.fail(`${column} is ${JSON.stringify(code)}, which is not in airports.tsv`);
}

/** Matches another airport of the same city; no flight from elsewhere is a connection to it. */
function otherAirport(row: Row, airport: Airport, facts: NamedFacts): Airport {
  const other = knownAirport(row, "toAirport", facts);
  const isOther = other.code !== airport.code && other.cityCode === airport.cityCode;
  return isOther ? other : row.fail(`toAirport is ${other.code}, not another airport of the city of ${airport.code}`);
}

function knownAirline(row: Row, column: string, { airlines }: NamedFacts): string | null {
  if (row.isEmpty(column)) return null;
  const code = row.text(column);
  return airlines.has(code) ? code : row.fail(`${column} is ${JSON.stringify(code)}, which is not in airlines.tsv`);
}

function knownTerminal(row: Row, column: string, { code }: Airport, { terminals }: NamedFacts): string | null {
  if (row.isEmpty(column)) return null;
  const name = row.text(column);
  const isKnown = terminals.some(({ airport, terminal }) => airport === code && terminal === name);
  return isKnown
    ? name
    : row.fail(`${column} is ${JSON.stringify(name)}, which terminals.tsv does not list at ${code}`);
}

function wholeMinutes(row: Row): number {
  const minutes = row.number("minutes", 15, 600);
  return Number.isInteger(minutes) ? minutes : row.fail(`minutes is ${minutes}, not a whole number`);
}

function knownPlace(row: Row, column: string, places: ReadonlySet<string>): string {
  const place = row.text(column);
  if (places.has(place)) return place;
  return row.fail(`${column} is ${JSON.stringify(place)}, which is not an airport, city or country in airports.tsv`);
}

function refuseTwice(row: Row, seen: Set<string>, key: string): void {
  if (seen.has(key)) row.fail("another row has the same places and conditions");
  seen.add(key);
}
