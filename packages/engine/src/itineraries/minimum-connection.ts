import type { ConnectionKind, MinimumConnection } from "../timetable/network.ts";
import type { Timetable } from "../timetable/timetable.ts";

/** Default minimum connection times, in minutes. */
const defaultMinutes: Record<ConnectionKind, number> = {
  "domestic-domestic": 30,
  "domestic-international": 60,
  "international-domestic": 90,
  "international-international": 90,
};

/** Added to a default if the flights use different terminals. */
const terminalChangeMinutes = 30;

/** Between two airports of a city, by road. */
const airportChangeMinutes = 4 * 60;

/**
 * Minimum between airlines that are neither allied nor affiliated, which exchange bags and passengers by hand: no rule or default makes a
 * connection shorter. Modeled within the 60–120 minutes that such airlines publish.
 */
const interlineMinutes = { domestic: 60, international: 90 };
const interlineTerminalChangeMinutes = 30;

/** Exceptions of a timetable's airports, with resolved codes; −1 means any. */
interface AirportMinimum {
  toAirport: number;
  kind: ConnectionKind | null;
  fromCarrier: number;
  toCarrier: number;
  fromTerminal: number;
  toTerminal: number;
  minutes: number;
}

/** Connection rules of a pair of markets. */
export interface MarketConnection {
  /** No connection is shorter than the first, and none of related airlines needs more than the second. */
  minMinutes: number;
  maxMinutes: number;
  /** No connection of unrelated airlines needs more; infinite between airports, which they do not connect. */
  maxInterlineMinutes: number;
  /** Exceptions that may apply, most specific first, then longest: the first match applies. */
  rows: readonly AirportMinimum[];
  /** Minutes if no exception applies. */
  fallbackMinutes: number;
  /** Minimum of unrelated airlines in one terminal. */
  interlineMinutes: number;
  /** True within an airport, where flights may use different terminals. */
  isWithin: boolean;
}

/** All possible connections, created once: a search looks one up for each pair of markets that it joins. */
export interface Connections {
  /** By airport and kind, four per airport. */
  within: MarketConnection[];
  /** From an airport to another of its city that has exceptions, by `changeKey`. */
  between: ReadonlyMap<number, MarketConnection>;
  /** Any other change of airport. */
  change: MarketConnection;
  /** 1 for each domestic market. */
  isDomestic: Uint8Array;
}

/** Index weights: two for an arriving international flight, one for a departing one. */
const kinds: readonly ConnectionKind[] = [
  "domestic-domestic",
  "domestic-international",
  "international-domestic",
  "international-international",
];

/**
 * Prepares the minimum connection times of a timetable.
 *
 * @throws RangeError if one names an airport, carrier or terminal that the timetable lacks.
 */
export function createConnections(timetable: Timetable): Connections {
  const rows = resolveRows(timetable);
  const of = (airport: number, to: number, kind: ConnectionKind) =>
    connectionOf(
      (rows.get(airport) ?? []).filter((row) => row.toAirport === to && (row.kind === null || row.kind === kind)),
      { kind, isWithin: airport === to },
    );
  const plain = kinds.map((kind) => connectionOf([], { kind, isWithin: true }));
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
    change: connectionOf([], { kind: "international-international", isWithin: false }),
    isDomestic: Uint8Array.from(marketOrigin, (origin, market) =>
      airportCountry[origin] === airportCountry[marketDestination[market]] ? 1 : 0,
    ),
  };
}

function connectionOf(
  rows: readonly AirportMinimum[],
  { kind, isWithin }: { kind: ConnectionKind; isWithin: boolean },
): MarketConnection {
  const fallbackMinutes = isWithin ? defaultMinutes[kind] : airportChangeMinutes;
  const minutes = [fallbackMinutes, ...rows.map((row) => row.minutes)];
  const unrelated = interlineMinutes[kind === "domestic-domestic" ? "domestic" : "international"];
  const maxMinutes = Math.max(...minutes, isWithin ? fallbackMinutes + terminalChangeMinutes : 0);
  return {
    minMinutes: Math.min(...minutes),
    maxMinutes,
    maxInterlineMinutes: isWithin
      ? Math.max(maxMinutes, unrelated + interlineTerminalChangeMinutes)
      : Number.POSITIVE_INFINITY,
    rows,
    fallbackMinutes,
    interlineMinutes: unrelated,
    isWithin,
  };
}

function changeKey({ airports }: Timetable, from: number, to: number, kind: number): number {
  return (from * airports.length + to) * kinds.length + kind;
}

/** Exceptions by airport, most specific first, then longest. */
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
    const existing = minima.get(airport);
    if (existing === undefined) minima.set(airport, [resolved]);
    else existing.push(resolved);
  }
  return minima;
}

/** Carriers are more specific than terminals, terminals more than the kind of connection. */
function specificity({ kind, fromCarrier, toCarrier, fromTerminal, toTerminal }: MinimumConnection): number {
  const named = (value: string | null) => (value === null ? 0 : 1);
  return 9 * (named(fromCarrier) + named(toCarrier)) + 3 * (named(fromTerminal) + named(toTerminal)) + named(kind);
}

function resolve(type: string, code: string, index: ReadonlyMap<string, number>): number {
  const found = index.get(code);
  if (found === undefined) throw new RangeError(`connection rule names unknown ${type} ${code}`);
  return found;
}

function resolveOrAny(type: string, code: string | null, index: ReadonlyMap<string, number>): number {
  return code === null ? -1 : resolve(type, code, index);
}

function terminalOrAny({ terminals }: Timetable, name: string | null): number {
  if (name === null) return -1;
  const found = terminals.indexOf(name);
  if (found < 0) throw new RangeError(`connection rule names unknown terminal ${name}`);
  return found;
}

/** Connection from a market to another, which leaves from the same airport or another of the city. */
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

/** Minutes that a connection from one pattern to another of related airlines needs, given the connection of their markets. */
export function minimumBetween(
  timetable: Timetable,
  { rows, fallbackMinutes, isWithin }: MarketConnection,
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
  return isWithin && changesTerminal(timetable, arriving, leaving)
    ? fallbackMinutes + terminalChangeMinutes
    : fallbackMinutes;
}

/** Minutes that a connection needs between airlines that only have an interline agreement; infinite between airports. */
export function minimumOfUnrelated(
  timetable: Timetable,
  connection: MarketConnection,
  arriving: number,
  leaving: number,
): number {
  if (!connection.isWithin) return Number.POSITIVE_INFINITY;
  const change = changesTerminal(timetable, arriving, leaving) ? interlineTerminalChangeMinutes : 0;
  return Math.max(minimumBetween(timetable, connection, arriving, leaving), connection.interlineMinutes + change);
}

/** True if both terminals are known and differ. */
function changesTerminal({ destinationTerminal, originTerminal }: Timetable, arriving: number, leaving: number) {
  const from = destinationTerminal[arriving];
  const to = originTerminal[leaving];
  return from !== 0 && to !== 0 && from !== to;
}
