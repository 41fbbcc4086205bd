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

/** No connection is shorter unless an airport says so. */
export const leastDefaultMinutes = defaultMinutes["domestic-domestic"];

/** Rows that a timetable's airports have of their own, with codes resolved; −1 stands for any. */
export interface AirportMinimum {
  toAirport: number;
  kind: ConnectionKind | null;
  fromCarrier: number;
  toCarrier: number;
  fromTerminal: number;
  toTerminal: number;
  minutes: number;
}

/** By airport, the most specific first, then the longest: the first that applies counts. */
export type AirportMinima = ReadonlyMap<number, readonly AirportMinimum[]>;

/**
 * Resolves the codes of a timetable's own minimum connection times.
 *
 * @throws RangeError where one names an airport, carrier or terminal that the timetable does not have.
 */
export function resolveMinima(timetable: Timetable): AirportMinima {
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

/** What two markets say of a connection between their flights. */
export interface MarketConnection {
  /** No connection of theirs is shorter. */
  leastMinutes: number;
  /** Rows that may make it longer, or shorter, for some of their flights; null where all take `leastMinutes`. */
  rows: readonly AirportMinimum[] | null;
  /** Where none of the rows applies. */
  otherwise: number;
}

/** The connection from a market to another, which leaves from the same airport or another of the city. */
export function connectMarkets(
  timetable: Timetable,
  minima: AirportMinima,
  arriving: number,
  leaving: number,
): MarketConnection {
  const from = timetable.marketDestination[arriving]!;
  const to = timetable.marketOrigin[leaving]!;
  const kind = kindOf(timetable, arriving, leaving);
  const otherwise = from === to ? defaultMinutes[kind] : airportChangeMinutes;
  const ofAirport = minima.get(from);
  if (ofAirport === undefined) return { leastMinutes: otherwise, rows: null, otherwise };
  const rows = ofAirport.filter((row) => row.toAirport === to && (row.kind === null || row.kind === kind));
  if (rows.length === 0) return { leastMinutes: otherwise, rows: null, otherwise };
  return { leastMinutes: Math.min(otherwise, ...rows.map(({ minutes }) => minutes)), rows, otherwise };
}

/** Minutes that a connection from one pattern to another needs, given what their markets say. */
export function minimumBetween(
  timetable: Timetable,
  { rows, otherwise }: MarketConnection,
  arriving: number,
  leaving: number,
): number {
  if (rows === null) return otherwise;
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

function kindOf(timetable: Timetable, arriving: number, leaving: number): ConnectionKind {
  if (isDomestic(timetable, arriving))
    return isDomestic(timetable, leaving) ? "domestic-domestic" : "domestic-international";
  return isDomestic(timetable, leaving) ? "international-domestic" : "international-international";
}

function isDomestic({ airportCountry, marketOrigin, marketDestination }: Timetable, market: number): boolean {
  return airportCountry[marketOrigin[market]!] === airportCountry[marketDestination[market]!];
}
