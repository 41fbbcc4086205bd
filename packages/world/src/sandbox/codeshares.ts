import type { CodeshareColumns } from "@wayfare/engine";
import type { Airline } from "../facts/airline.ts";
import type { FlightNumbers } from "./flight-numbers.ts";
import type { Layout } from "./layout.ts";
import { aviationCountryOf } from "./rights.ts";
import type { Pattern } from "./schedule.ts";

/** Codes beside the operating airline's own that a flight is sold under at most. */
const mostCodes = 2;
/** Smaller airlines sell few seats beyond their own. */
const leastDailyDepartures = 50;
interface CodeshareRow {
  pattern: number;
  carrier: number;
  number: number;
}

/** How far beyond a partner's hub an airline sells the partner's flights across a border. */
const beyondKm = 3000;
const minutesPerKm = 1 / 14;

/**
 * Sells flights under partners' codes as well: those that touch a base of the partner, and those beyond a hub of the operating
 * airline that the partner flies to itself. Both directions of a flight are sold by the same partners.
 */
export function shareCodes(
  layout: Layout,
  patterns: readonly Pattern[],
  numbers: readonly FlightNumbers[],
): CodeshareColumns {
  const partners = partnersOf(layout.facts.airlines);
  const network = readNetwork(layout, patterns);
  const rows: CodeshareRow[] = [];
  const codes = new Uint8Array(patterns.length);
  // Flights of a seller's own bases come first, while it has numbers, and of those the longest.
  const order = [...patterns.keys()]
    .filter((at) => (patterns[at]?.number ?? 0) % 2 === 1)
    .sort((a, b) => (patterns[b]?.blockMinutes ?? 0) - (patterns[a]?.blockMinutes ?? 0) || a - b);
  for (const reason of [touchesBase, isBeyondHub]) {
    for (const at of order) {
      const pattern = patterns[at];
      if (pattern === undefined) continue;
      for (const seller of partners[pattern.airline] ?? []) {
        if ((codes[at] ?? 0) === mostCodes) break;
        if (!reason(network, seller, pattern) || (reason === isBeyondHub && touchesBase(network, seller, pattern)))
          continue;
        const number = numbers[seller]?.takeShared(pattern.airline, pattern.number);
        if (number === undefined) continue;
        codes[at] = (codes[at] ?? 0) + 1;
        // Out has the odd number, and back, which follows it, the next: what is sold out is sold back.
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

/** By airline, who sells its flights: alliance and partners, the largest first. */
function partnersOf(airlines: readonly Airline[]): number[][] {
  const arePartners = (a: Airline, b: Airline): boolean =>
    (a.alliance !== null && a.alliance === b.alliance) || a.partners.includes(b.code) || b.partners.includes(a.code);
  return airlines.map((airline) =>
    airlines
      .map((other, index) => ({ other, index }))
      .filter(({ other }) => other.dailyDepartures >= leastDailyDepartures && other.code !== airline.code)
      .filter(({ other }) => arePartners(airline, other))
      .sort((a, b) => b.other.dailyDepartures - a.other.dailyDepartures || a.index - b.index)
      .map(({ index }) => index),
  );
}

interface NetworkOfAirlines {
  /** By airline, its bases. */
  bases: readonly ReadonlySet<number>[];
  /** By airline, every airport that it flies to. */
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

function touchesBase({ bases }: NetworkOfAirlines, seller: number, { from, to }: Pattern): boolean {
  return bases[seller]?.has(from) === true || bases[seller]?.has(to) === true;
}

/** Beyond a hub of the operating airline that the seller flies to itself: within the country, or not far. */
function isBeyondHub({ bases, stations, countries }: NetworkOfAirlines, seller: number, pattern: Pattern): boolean {
  const { airline: operator, from, to, blockMinutes } = pattern;
  const isNear = countries[from] === countries[to] || blockMinutes < beyondKm * minutesPerKm;
  if (!isNear) return false;
  return [from, to].some((hub) => bases[operator]?.has(hub) === true && stations[seller]?.has(hub) === true);
}
