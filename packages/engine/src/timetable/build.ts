import { greatCircleKm } from "../geography/great-circle.ts";
import { packColumns } from "./buffer.ts";
import { cabotageColumns } from "./cabotage.ts";
import { getIndex } from "./get-index.ts";
import type { CodeshareColumns, Network, NetworkAirport, PatternColumns } from "./network.ts";
import { connectionMatrix, internSellers, signaturesOf } from "./sellers.ts";
import type { TimetableDocument } from "./timetable.ts";
import { buildUtcOffsets } from "./utc-offsets.ts";

/**
 * Days that the offset table covers before and after the operating days: onward flights are searched up to five days after the last first
 * departure, and local days start up to 14 hours from UTC days.
 */
const offsetMarginDays = 8;

/** Builds the buffer of a timetable from a network. Patterns may come in any order; equal networks give equal bytes. */
export function buildTimetable(network: Network): SharedArrayBuffer {
  const zones = [...new Set(network.airports.map(({ timeZone }) => timeZone))].sort();
  const cities = [...new Set(network.airports.map(({ city }) => city))].sort();
  const countries = [...new Set(network.airports.map(({ country }) => country))].sort();
  const offsets = buildUtcOffsets(zones, {
    timeZones: network.timeZones,
    firstDay: network.firstDay - offsetMarginDays,
    days: network.days + 2 * offsetMarginDays,
  });
  const sellers = internSellers(network);
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
    sellers: sellers.sets,
    rules: network.rules,
  };
  const bitmaps = internBitmaps(network.operatingDays, Math.ceil(network.days / 8));
  const cityOf = indexOfEach(network.airports, cities, ({ city }) => city);
  return packColumns(document, {
    airportLatitude: Float64Array.from(network.airports, ({ latitude }) => latitude),
    airportLongitude: Float64Array.from(network.airports, ({ longitude }) => longitude),
    airportZone: indexOfEach(network.airports, zones, ({ timeZone }) => timeZone),
    airportCity: cityOf,
    airportCountry: indexOfEach(network.airports, countries, ({ country }) => country),
    ...cabotageColumns(network, countries),
    ...groupByKey(cityOf, cities.length, "cityFirst", "cityAirports"),
    dayStart: offsets.dayStart,
    shiftMinute: offsets.shiftMinute,
    operatingBits: bitmaps.bits,
    connects: connectionMatrix(network.carriers, sellers.sets),
    ...patternAndMarketColumns(network, {
      operatingDays: Uint16Array.from(network.patterns.operatingDays, (row) => bitmaps.indexOf[row]),
      sellersOf: sellers.setOf,
      signatures: signaturesOf(network.carriers, sellers.sets),
    }),
  });
}

interface InternedColumns {
  operatingDays: Uint16Array;
  sellersOf: Uint16Array;
  /** Indexed by set of sellers. */
  signatures: Uint32Array;
}

function patternAndMarketColumns({ airports, patterns, codeshares }: Network, interned: InternedColumns) {
  const order = sortedPatterns(
    { ...patterns, operatingDays: interned.operatingDays },
    interned.sellersOf,
    airports.length,
  );
  const marketOrigin: number[] = [];
  const marketDestination: number[] = [];
  const marketFirst: number[] = [];
  const marketOf = new Uint32Array(order.length);
  for (const [row, pattern] of order.entries()) {
    const origin = patterns.origin[pattern];
    const destination = patterns.destination[pattern];
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
  const sellersOf = pick(interned.sellersOf, order);
  const marketSignature = new Uint32Array(count);
  for (const [row, sellers] of sellersOf.entries()) marketSignature[marketOf[row]] |= interned.signatures[sellers];
  return {
    carrier: pick(patterns.carrier, order),
    operatingCarrier: pick(patterns.operatingCarrier, order),
    flightNumber: pick(patterns.flightNumber, order),
    departureMinute: pick(patterns.departureMinute, order),
    blockMinutes: pick(patterns.blockMinutes, order),
    aircraft: Uint8Array.from(order, (pattern) => patterns.aircraft[pattern]),
    operatingDays: pick(interned.operatingDays, order),
    sellersOf,
    sellersSignature: interned.signatures,
    ...sellersByMarket(sellersOf, marketFirst),
    originTerminal: pick(patterns.originTerminal, order),
    destinationTerminal: pick(patterns.destinationTerminal, order),
    ...codesharesByPattern(codeshares, order),
    marketOf,
    marketSignature,
    marketOrigin: byOrigin,
    marketDestination: byDestination,
    marketFirst: Uint32Array.from(marketFirst),
    marketKm: Uint16Array.from({ length: count }, (_, market) =>
      Math.round(greatCircleKm(airports[byOrigin[market]], airports[byDestination[market]])),
    ),
    outFirst: groupByKey(byOrigin, airports.length, "first", "members")["first"],
    ...groupByKey(byDestination, airports.length, "inFirst", "inMarkets"),
  };
}

/** By origin, destination, departure, then carrier and flight number, so that equal networks give equal bytes. */
function sortedPatterns(patterns: PatternColumns, sellersOf: Uint16Array, airports: number): Uint32Array {
  const market = Uint32Array.from(
    { length: patterns.count },
    (_, i) => patterns.origin[i] * airports + patterns.destination[i],
  );
  return Uint32Array.from({ length: patterns.count }, (_, i) => i).sort(
    (a, b) =>
      market[a] - market[b] ||
      patterns.departureMinute[a] - patterns.departureMinute[b] ||
      patterns.carrier[a] - patterns.carrier[b] ||
      patterns.flightNumber[a] - patterns.flightNumber[b] ||
      patterns.blockMinutes[a] - patterns.blockMinutes[b] ||
      patterns.operatingDays[a] - patterns.operatingDays[b] ||
      patterns.aircraft[a] - patterns.aircraft[b] ||
      patterns.operatingCarrier[a] - patterns.operatingCarrier[b] ||
      patterns.originTerminal[a] - patterns.originTerminal[b] ||
      patterns.destinationTerminal[a] - patterns.destinationTerminal[b] ||
      sellersOf[a] - sellersOf[b],
  );
}

/** Members of each key in CSR form: those of key k are at `[first[k], first[k + 1])`, in ascending order. */
function groupByKey(keys: Uint16Array, keyCount: number, firstName: string, membersName: string) {
  const first = new Uint32Array(keyCount + 1);
  for (const key of keys) first[key + 1]++;
  for (let key = 0; key < keyCount; key++) first[key + 1] += first[key];
  const next = first.slice();
  const members = new Uint32Array(keys.length);
  for (const [member, key] of keys.entries()) members[next[key]++] = member;
  return { [firstName]: first, [membersName]: members };
}

function indexOfEach(airports: NetworkAirport[], names: string[], nameOf: (airport: NetworkAirport) => string) {
  const index = new Map(names.map((name, i) => [name, i]));
  return Uint16Array.from(airports, (airport) => getIndex(index, nameOf(airport)));
}

/** Distinct sets of sellers of each market in CSR form, in ascending order. */
function sellersByMarket(sellersOf: Uint16Array, marketFirst: readonly number[]) {
  const first = [0];
  const members: number[] = [];
  for (let market = 0; market + 1 < marketFirst.length; market++) {
    const distinct = new Set(sellersOf.subarray(marketFirst[market], marketFirst[market + 1]));
    members.push(...[...distinct].sort((a, b) => a - b));
    first.push(members.length);
  }
  return { marketSellersFirst: Uint32Array.from(first), marketSellers: Uint16Array.from(members) };
}

/** Codeshares in CSR form by pattern, each pattern's by carrier and number. */
function codesharesByPattern(codeshares: CodeshareColumns, order: Uint32Array) {
  const rowOf = new Uint32Array(order.length);
  for (const [row, pattern] of order.entries()) rowOf[pattern] = row;
  const sorted = Uint32Array.from({ length: codeshares.count }, (_, i) => i).sort(
    (a, b) =>
      rowOf[codeshares.pattern[a]] - rowOf[codeshares.pattern[b]] ||
      codeshares.carrier[a] - codeshares.carrier[b] ||
      codeshares.flightNumber[a] - codeshares.flightNumber[b],
  );
  const codeshareFirst = new Uint32Array(order.length + 1);
  for (const share of sorted) codeshareFirst[rowOf[codeshares.pattern[share]] + 1]++;
  for (let row = 0; row < order.length; row++) codeshareFirst[row + 1] += codeshareFirst[row];
  return {
    codeshareFirst,
    codeshareCarrier: pick(codeshares.carrier, sorted),
    codeshareNumber: pick(codeshares.flightNumber, sorted),
  };
}

/** Deduplicates bitmaps, in the order of their bytes; clears bits beyond the last day. */
function internBitmaps(bitmaps: readonly Uint8Array[], stride: number): { bits: Uint8Array; indexOf: number[] } {
  const keys = bitmaps.map((bits) => String.fromCharCode(...bits.subarray(0, stride)));
  const distinct = [...new Map(keys.map((key, row) => [key, bitmaps[row]]))].sort(([a], [b]) => (a < b ? -1 : 1));
  const bits = new Uint8Array(distinct.length * stride);
  for (const [row, [, bitmap]] of distinct.entries()) bits.set(bitmap.subarray(0, stride), row * stride);
  const index = new Map(distinct.map(([key], row) => [key, row]));
  return { bits, indexOf: keys.map((key) => getIndex(index, key)) };
}

function pick(column: Uint16Array, order: Uint32Array): Uint16Array {
  return Uint16Array.from(order, (row) => column[row]);
}
