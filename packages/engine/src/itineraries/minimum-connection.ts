import type { ConnectionKind, MinimumConnection } from "../timetable/network.ts";
import type { Timetable } from "../timetable/timetable.ts";

/** Minimum connection times where no airport says otherwise, in minutes. */
const defaultMinutes: Record<ConnectionKind, number> = {
  "domestic-domestic": 30,
  "domestic-international": 60,
  "international-domestic": 90,
  "international-international": 90,
};

/** From one airport of a city to another, over the road. */
const airportChangeMinutes = 4 * 60;

/** Rows that a timetable's airports have of their own, with codes resolved; −1 stands for any. */
interface AirportMinimum {
  toAirport: number;
  kind: ConnectionKind | null;
  fromCarrier: number;
  toCarrier: number;
  fromTerminal: number;
  toTerminal: number;
  minutes: number;
}

/** What two markets say of a connection between their flights. */
export interface MarketConnection {
  /** No connection of theirs is shorter, and none needs longer. */
  leastMinutes: number;
  mostMinutes: number;
  /** Rows that decide in between, the most specific first, then the longest: the first that applies counts. */
  rows: readonly AirportMinimum[];
  /** Where none of the rows applies. */
  otherwise: number;
}

/** Every connection that there can be, made once: a search looks one up for each pair of markets that it joins. */
export interface Connections {
  /** By airport and kind, four to an airport. */
  within: MarketConnection[];
  /** From an airport to another of its city that has rows of its own, by `changeKey`. */
  between: ReadonlyMap<number, MarketConnection>;
  /** Any other change of airport. */
  change: MarketConnection;
  /** 1 for each market inside one country. */
  isDomestic: Uint8Array;
}

/** Their places: two for an arriving international flight, one for a leaving one. */
const kinds: readonly ConnectionKind[] = [
  "domestic-domestic",
  "domestic-international",
  "international-domestic",
  "international-international",
];

/**
 * Lays out the minimum connection times of a timetable.
 *
 * @throws RangeError where one names an airport, carrier or terminal that the timetable does not have.
 */
export function layOutConnections(timetable: Timetable): Connections {
  const rows = resolveRows(timetable);
  const of = (airport: number, to: number, kind: ConnectionKind) =>
    connectionOf(
      (rows.get(airport) ?? []).filter((row) => row.toAirport === to && (row.kind === null || row.kind === kind)),
      airport === to ? defaultMinutes[kind] : airportChangeMinutes,
    );
  const plain = kinds.map((kind) => connectionOf([], defaultMinutes[kind]));
  const within = timetable.airports.flatMap((_, airport) =>
    rows.has(airport) ? kinds.map((kind) => of(airport, airport, kind)) : plain,
  );
  const between = new Map<number, MarketConnection>();
  for (const [airport, ofAirport] of rows) {
    for (const { toAirport } of ofAirport) {
      if (toAirport === airport) continue;
      for (const [at, kind] of kinds.entries()) {
        between.set(changeKey(timetable, airport, toAirport, at), of(airport, toAirport, kind));
      }
    }
  }
  const { airportCountry, marketOrigin, marketDestination } = timetable;
  return {
    within,
    between,
    change: connectionOf([], airportChangeMinutes),
    isDomestic: Uint8Array.from(marketOrigin, (origin, market) =>
      airportCountry[origin] === airportCountry[marketDestination[market]] ? 1 : 0,
    ),
  };
}

function connectionOf(rows: readonly AirportMinimum[], otherwise: number): MarketConnection {
  const minutes = [otherwise, ...rows.map((row) => row.minutes)];
  return { leastMinutes: Math.min(...minutes), mostMinutes: Math.max(...minutes), rows, otherwise };
}

function changeKey({ airports }: Timetable, from: number, to: number, kind: number): number {
  return (from * airports.length + to) * kinds.length + kind;
}

/** Rows by airport, the most specific first, then the longest. */
function resolveRows(timetable: Timetable): Map<number, AirportMinimum[]> {
  const minima = new Map<number, AirportMinimum[]>();
  const sorted = timetable.rules.minimumConnections.toSorted(
    (a, b) => specificity(b) - specificity(a) || b.minutes - a.minutes,
  );
  for (const rule of sorted) {
    const airport = resolve("airport", rule.airport, timetable.airportIndex);
    const resolved: AirportMinimum = {
      toAirport: rule.toAirport === null ? airport : resolve("airport", rule.toAirport, timetable.airportIndex),
      kind: rule.kind,
      fromCarrier: resolveOrAny("carrier", rule.fromCarrier, timetable.carrierIndex),
      toCarrier: resolveOrAny("carrier", rule.toCarrier, timetable.carrierIndex),
      fromTerminal: terminalOrAny(timetable, rule.fromTerminal),
      toTerminal: terminalOrAny(timetable, rule.toTerminal),
      minutes: rule.minutes,
    };
    const known = minima.get(airport);
    if (known === undefined) minima.set(airport, [resolved]);
    else known.push(resolved);
  }
  return minima;
}

/** Carriers weigh more than terminals, terminals more than the kind of connection. */
function specificity({ kind, fromCarrier, toCarrier, fromTerminal, toTerminal }: MinimumConnection): number {
  const named = (value: string | null) => (value === null ? 0 : 1);
  return 9 * (named(fromCarrier) + named(toCarrier)) + 3 * (named(fromTerminal) + named(toTerminal)) + named(kind);
}

function resolve(what: string, code: string, index: ReadonlyMap<string, number>): number {
  const found = index.get(code);
  if (found === undefined)
    throw new RangeError(`a connection rule names ${what} ${code}, which this timetable does not have`);
  return found;
}

function resolveOrAny(what: string, code: string | null, index: ReadonlyMap<string, number>): number {
  return code === null ? -1 : resolve(what, code, index);
}

function terminalOrAny({ terminals }: Timetable, name: string | null): number {
  if (name === null) return -1;
  const found = terminals.indexOf(name);
  if (found < 0) throw new RangeError(`a connection rule names terminal ${name}, which this timetable does not have`);
  return found;
}

/** The connection from a market to another, which leaves from the same airport or another of the city. */
export function connectMarkets(
  timetable: Timetable,
  { within, between, change, isDomestic }: Connections,
  arriving: number,
  leaving: number,
): MarketConnection {
  const from = timetable.marketDestination[arriving];
  const to = timetable.marketOrigin[leaving];
  const kind = 2 * (1 - isDomestic[arriving]) + 1 - isDomestic[leaving];
  if (from === to) return within[kinds.length * from + kind];
  return between.size === 0 ? change : (between.get(changeKey(timetable, from, to, kind)) ?? change);
}

/** Minutes that a connection from one pattern to another needs, given what their markets say. */
export function minimumBetween(
  timetable: Timetable,
  { rows, otherwise }: MarketConnection,
  arriving: number,
  leaving: number,
): number {
  const { carrier, operatingCarrier, destinationTerminal, originTerminal } = timetable;
  for (const { fromCarrier, toCarrier, fromTerminal, toTerminal, minutes } of rows) {
    const applies =
      (fromCarrier < 0 || fromCarrier === carrier[arriving] || fromCarrier === operatingCarrier[arriving]) &&
      (toCarrier < 0 || toCarrier === carrier[leaving] || toCarrier === operatingCarrier[leaving]) &&
      (fromTerminal < 0 || fromTerminal === destinationTerminal[arriving]) &&
      (toTerminal < 0 || toTerminal === originTerminal[leaving]);
    if (applies) return minutes;
  }
  return otherwise;
}
