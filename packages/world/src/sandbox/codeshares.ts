import type { CodeshareColumns } from "@wayfare/engine";
import type { Airline } from "../facts/airline.ts";
import { holdsThroughout } from "../facts/validity.ts";
import type { FlightNumbers } from "./flight-numbers.ts";
import type { Layout } from "./layout.ts";
import { aviationCountryOf } from "./rights.ts";
import type { Pattern } from "./schedule.ts";

/** Maximum number of codeshares of a flight, without the operating airline's own code. */
const maxCodes = 2;
/** Maximum for smaller airlines, which sell few seats of others. */
const minDailyDepartures = 50;
interface CodeshareRow {
  pattern: number;
  carrier: number;
  number: number;
}

/** Maximum distance from a partner's hub of codeshares that cross a border. */
const beyondKm = 3000;
const minutesPerKm = 1 / 14;

/**
 * Adds codeshares of partners: on flights that touch a base of the partner, and on flights beyond a hub of the operating airline that the
 * partner serves, unless the market is closed to the partner on a day. Both directions of a flight have the same codeshares.
 */
export function shareCodes(
  layout: Layout,
  patterns: readonly Pattern[],
  numbers: readonly FlightNumbers[],
): CodeshareColumns {
  const partners = partnersOf(layout);
  const network = readNetwork(layout, patterns);
  const rows: CodeshareRow[] = [];
  const codes = new Uint8Array(patterns.length);
  // Flights from a seller's bases get numbers first, the longest first, until its numbers run out.
  const order = [...patterns.keys()]
    .filter((at) => (patterns[at]?.number ?? 0) % 2 === 1)
    .sort((a, b) => (patterns[b]?.blockMinutes ?? 0) - (patterns[a]?.blockMinutes ?? 0) || a - b);
  for (const reason of [touchesBase, isBeyondHub]) {
    for (const at of order) {
      const pattern = patterns[at];
      if (pattern === undefined) continue;
      for (const seller of partners[pattern.airline] ?? []) {
        if ((codes[at] ?? 0) === maxCodes) break;
        if (isClosedTo(layout, seller, pattern)) continue;
        if (!reason(network, seller, pattern) || (reason === isBeyondHub && touchesBase(network, seller, pattern)))
          continue;
        const number = numbers[seller]?.assignShared(pattern.airline, pattern.number);
        if (number === undefined) continue;
        codes[at] = (codes[at] ?? 0) + 1;
        // The outbound flight has an odd number and the return flight, which follows it, the next: both have the same codeshares.
        rows.push({ pattern: at, carrier: seller, number }, { pattern: at + 1, carrier: seller, number: number + 1 });
      }
    }
  }
  return {
    count: rows.length,
    pattern: Uint32Array.from(rows, ({ pattern }) => pattern),
    carrier: Uint16Array.from(rows, ({ carrier }) => carrier),
    flightNumber: Uint16Array.from(rows, ({ number }) => number),
  };
}

/**
 * Sellers of each airline's flights: alliance and partners, the largest first. A codeshare has the operating days of its flight, so an airline
 * that begins or ends during the period sells none.
 */
function partnersOf({ facts: { airlines, interlining }, period }: Layout): number[][] {
  // An airline sells no codeshares of one with which it shares no tickets.
  const shareTickets = (a: number, b: Airline) =>
    interlining[a]?.partners.includes(b.code) === true || interlining[a]?.affiliates.includes(b.code) === true;
  const arePartners = (a: Airline, b: Airline, at: number): boolean =>
    (a.alliance !== null && a.alliance === b.alliance) ||
    ((a.partners.includes(b.code) || b.partners.includes(a.code)) && shareTickets(at, b));
  return airlines.map((airline, at) =>
    airlines
      .map((other, index) => ({ other, index }))
      .filter(({ other }) => other.dailyDepartures >= minDailyDepartures && other.code !== airline.code)
      .filter(({ other }) => holdsThroughout(other.validity, period) && arePartners(airline, other, at))
      .sort((a, b) => b.other.dailyDepartures - a.other.dailyDepartures || a.index - b.index)
      .map(({ index }) => index),
  );
}

interface NetworkOfAirlines {
  /** Bases by airline. */
  bases: readonly ReadonlySet<number>[];
  /** Airports served by each airline. */
  stations: readonly ReadonlySet<number>[];
  /** By airport. */
  countries: readonly string[];
}

function readNetwork({ facts, bases }: Layout, patterns: readonly Pattern[]): NetworkOfAirlines {
  const stations = facts.airlines.map(() => new Set<number>());
  for (const { airline, from } of patterns) stations[airline]?.add(from);
  return {
    bases: bases.map((own) => new Set(own.map(({ airport }) => airport))),
    stations,
    countries: facts.airports.map(({ country }) => aviationCountryOf(country)),
  };
}

function isClosedTo({ facts, admission }: Layout, seller: number, { from, to }: Pattern): boolean {
  const airline = facts.airlines[seller];
  return airline !== undefined && admission.closedMarkets.closedDays(airline, from, to).length > 0;
}

function touchesBase({ bases }: NetworkOfAirlines, seller: number, { from, to }: Pattern): boolean {
  return bases[seller]?.has(from) === true || bases[seller]?.has(to) === true;
}

/** True if the flight starts at a hub of the operating airline that the seller serves, and is domestic or short. */
function isBeyondHub({ bases, stations, countries }: NetworkOfAirlines, seller: number, pattern: Pattern): boolean {
  const { airline: operator, from, to, blockMinutes } = pattern;
  const isNear = countries[from] === countries[to] || blockMinutes < beyondKm * minutesPerKm;
  if (!isNear) return false;
  return [from, to].some((hub) => bases[operator]?.has(hub) === true && stations[seller]?.has(hub) === true);
}
