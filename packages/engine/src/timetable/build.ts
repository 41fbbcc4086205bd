import { packColumns } from "./buffer.ts";
import { greatCircleKm } from "./great-circle.ts";
import type { Network, NetworkAirport, NetworkCarrier, PatternColumns } from "./network.ts";
import type { TimetableDocument } from "./timetable.ts";
import { buildUtcOffsets } from "./utc-offsets.ts";

/**
 * Days that the offset table covers before and after the operating days: a flight of the last day may connect two days
 * later, and local days start up to 14 hours away from UTC days.
 */
const offsetMarginDays = 5;

/** Builds the timetable's one buffer from a network. Patterns may come in any order; the same network gives the same bytes. */
export function buildTimetable(network: Network): SharedArrayBuffer {
  const zones = [...new Set(network.airports.map(({ timeZone }) => timeZone))].sort();
  const cities = [...new Set(network.airports.map(({ city }) => city))].sort();
  const countries = [...new Set(network.airports.map(({ country }) => country))].sort();
  const offsets = buildUtcOffsets(zones, network.firstDay - offsetMarginDays, network.days + 2 * offsetMarginDays);
  const document: TimetableDocument = {
    airports: network.airports.map(({ code }) => code),
    cities,
    countries,
    zones,
    carriers: network.carriers.map(({ code, country, kind, alliance }) => ({ code, country, kind, alliance })),
    aircraft: network.aircraft,
    terminals: network.terminals,
    firstDay: network.firstDay,
    days: network.days,
    offsetsFirstDay: offsets.firstDay,
    offsetsDays: offsets.days,
  };
  const cityOf = indexOfEach(network.airports, cities, ({ city }) => city);
  return packColumns(document, {
    airportLatitude: Float64Array.from(network.airports, ({ latitude }) => latitude),
    airportLongitude: Float64Array.from(network.airports, ({ longitude }) => longitude),
    airportZone: indexOfEach(network.airports, zones, ({ timeZone }) => timeZone),
    airportCity: cityOf,
    airportCountry: indexOfEach(network.airports, countries, ({ country }) => country),
    ...groupByKey(cityOf, cities.length, "cityFirst", "cityAirports"),
    dayStart: offsets.dayStart,
    shiftMinute: offsets.shiftMinute,
    operatingBits: joinBitmaps(network.operatingDays, Math.ceil(network.days / 8)),
    connects: connectionMatrix(network.carriers),
    ...patternAndMarketColumns(network),
  });
}

function patternAndMarketColumns({ airports, patterns }: Network) {
  const order = sortedPatterns(patterns, airports.length);
  const marketOrigin: number[] = [];
  const marketDestination: number[] = [];
  const marketFirst: number[] = [];
  const marketOf = new Uint32Array(order.length);
  for (const [row, pattern] of order.entries()) {
    const origin = patterns.origin[pattern]!;
    const destination = patterns.destination[pattern]!;
    if (marketOrigin.at(-1) !== origin || marketDestination.at(-1) !== destination) {
      marketOrigin.push(origin);
      marketDestination.push(destination);
      marketFirst.push(row);
    }
    marketOf[row] = marketOrigin.length - 1;
  }
  marketFirst.push(order.length);
  const count = marketOrigin.length;
  const byOrigin = Uint16Array.from(marketOrigin);
  const byDestination = Uint16Array.from(marketDestination);
  return {
    carrier: pick(patterns.carrier, order),
    operatingCarrier: pick(patterns.operatingCarrier, order),
    flightNumber: pick(patterns.flightNumber, order),
    departureMinute: pick(patterns.departureMinute, order),
    blockMinutes: pick(patterns.blockMinutes, order),
    aircraft: Uint8Array.from(order, (pattern) => patterns.aircraft[pattern]!),
    operatingDays: pick(patterns.operatingDays, order),
    originTerminal: pick(patterns.originTerminal, order),
    destinationTerminal: pick(patterns.destinationTerminal, order),
    marketOf,
    marketOrigin: byOrigin,
    marketDestination: byDestination,
    marketFirst: Uint32Array.from(marketFirst),
    marketKm: Uint16Array.from({ length: count }, (_, market) =>
      Math.round(greatCircleKm(airports[byOrigin[market]!]!, airports[byDestination[market]!]!)),
    ),
    outFirst: groupByKey(byOrigin, airports.length, "first", "members")["first"]!,
    ...groupByKey(byDestination, airports.length, "inFirst", "inMarkets"),
  };
}

/** By origin, destination, departure, then carrier and flight number, so that equal networks give equal bytes. */
function sortedPatterns(patterns: PatternColumns, airports: number): Uint32Array {
  const market = Uint32Array.from(
    { length: patterns.count },
    (_, i) => patterns.origin[i]! * airports + patterns.destination[i]!,
  );
  return Uint32Array.from({ length: patterns.count }, (_, i) => i).sort(
    (a, b) =>
      market[a]! - market[b]! ||
      patterns.departureMinute[a]! - patterns.departureMinute[b]! ||
      patterns.carrier[a]! - patterns.carrier[b]! ||
      patterns.flightNumber[a]! - patterns.flightNumber[b]! ||
      patterns.operatingDays[a]! - patterns.operatingDays[b]! ||
      patterns.blockMinutes[a]! - patterns.blockMinutes[b]! ||
      patterns.aircraft[a]! - patterns.aircraft[b]! ||
      patterns.operatingCarrier[a]! - patterns.operatingCarrier[b]! ||
      patterns.originTerminal[a]! - patterns.originTerminal[b]! ||
      patterns.destinationTerminal[a]! - patterns.destinationTerminal[b]!,
  );
}

/** Members of each key in CSR form: those of key k stand at `[first[k], first[k + 1])`, in rising order. */
function groupByKey(keys: Uint16Array, keyCount: number, firstName: string, membersName: string) {
  const first = new Uint32Array(keyCount + 1);
  for (const key of keys) first[key + 1]!++;
  for (let key = 0; key < keyCount; key++) first[key + 1]! += first[key]!;
  const next = first.slice();
  const members = new Uint32Array(keys.length);
  for (const [member, key] of keys.entries()) members[next[key]!++] = member;
  return { [firstName]: first, [membersName]: members };
}

function indexOfEach(airports: NetworkAirport[], names: string[], nameOf: (airport: NetworkAirport) => string) {
  const index = new Map(names.map((name, i) => [name, i]));
  return Uint16Array.from(airports, (airport) => index.get(nameOf(airport))!);
}

function joinBitmaps(bitmaps: Uint8Array[], stride: number): Uint8Array {
  const joined = new Uint8Array(bitmaps.length * stride);
  for (const [row, bits] of bitmaps.entries()) joined.set(bits.subarray(0, stride), row * stride);
  return joined;
}

function pick(column: Uint16Array, order: Uint32Array): Uint16Array {
  return Uint16Array.from(order, (row) => column[row]!);
}

/** `connects[a * carriers + b]` is 1 where a traveler may change from carrier a to b: same, alliance, or a named partner. */
function connectionMatrix(carriers: NetworkCarrier[]): Uint8Array {
  const matrix = new Uint8Array(carriers.length * carriers.length);
  for (const [a, from] of carriers.entries()) {
    for (const [b, to] of carriers.entries()) {
      const allied = from.alliance !== null && from.alliance === to.alliance;
      const partners = from.partners.includes(to.code) || to.partners.includes(from.code);
      if (a === b || allied || partners) matrix[a * carriers.length + b] = 1;
    }
  }
  return matrix;
}
