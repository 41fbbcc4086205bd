import {
  type CodeshareColumns,
  type MinimumConnection,
  type Network,
  type NetworkAirport,
  type NetworkCarrier,
  parseEpochDay,
} from "@wayfare/engine";
import * as fc from "fast-check";

/** Clocks that change in different weeks, by half hours, or never. */
const zones = ["Europe/London", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "UTC"];

/** Two days before the clocks of Europe change, and a span that ends soon after: both edges are met. */
export const randomFirstDay = parseEpochDay("2028-03-24");
const randomDays = 9;

const connectionKinds = [
  "domestic-domestic",
  "domestic-international",
  "international-domestic",
  "international-international",
] as const;

interface RandomPattern {
  carrier: number;
  /** Null: the one whose number it has. */
  operatingCarrier: number | null;
  from: number;
  to: number;
  departureMinute: number;
  blockMinutes: number;
  operatingDays: number;
}

/** Small networks with all that connections depend on: shared cities, borders, zones, alliances, partners, days off. */
export const arbitraryNetwork: fc.Arbitrary<Network> = fc
  .record({
    airports: fc.array(arbitraryAirport(), { minLength: 4, maxLength: 8, size: "max" }),
    carriers: fc.array(arbitraryCarrier(), { minLength: 1, maxLength: 4, size: "max" }),
    bitmaps: fc.array(fc.integer({ min: 1, max: (1 << randomDays) - 1 }), { minLength: 1, maxLength: 3 }),
    patterns: fc.array(arbitraryPattern(), { minLength: 30, maxLength: 60, size: "max" }),
    codeshares: fc.array(fc.record({ pattern: fc.nat(1000), carrier: fc.nat(3) }), { maxLength: 12, size: "max" }),
    minima: fc.array(arbitraryMinimum(), { maxLength: 8, size: "max" }),
    bends: fc.array(arbitraryBend(), { maxLength: 3, size: "max" }),
  })
  .map(({ airports, carriers, bitmaps, patterns, codeshares, minima, bends }): Network => {
    const placed = airports.map((airport, i) => placeAirport(airport, i, airports.length));
    const flown = patterns
      .map((pattern) => ({
        ...pattern,
        from: pattern.from % placed.length,
        to: (pattern.from + 1 + (pattern.to % (placed.length - 1))) % placed.length,
        carrier: pattern.carrier % carriers.length,
        operatingCarrier: (pattern.operatingCarrier ?? pattern.carrier) % carriers.length,
        operatingDays: pattern.operatingDays % (bitmaps.length + 1),
      }))
      .filter(({ from, to }) => placed[from]?.city !== placed[to]?.city);
    return {
      airports: placed,
      carriers: carriers.map(({ alliance, partner }, i): NetworkCarrier => {
        const partners = partner === null ? [] : [carrierCode(partner % carriers.length)];
        return { code: carrierCode(i), country: "US", alliance, kind: "network", partners };
      }),
      aircraft: [{ code: "77W", family: "widebody", seats: [200, 30, 40, 8], fuelKgPerKm: 8 }],
      terminals: ["", "1", "2"],
      firstDay: randomFirstDay,
      days: randomDays,
      patterns: columnsOf(flown),
      // The first one is every day, so that most flights meet.
      operatingDays: [(1 << randomDays) - 1, ...bitmaps].map((bits) => Uint8Array.of(bits & 255, bits >> 8)),
      codeshares: codesharesOf(codeshares, flown.length, carriers.length),
      rules: {
        minimumConnections: minima.map((minimum) => namedMinimum(minimum, placed, carriers.length)),
        circuity: bends.map(({ from, to, wide, factor }) => ({
          between: [placeNamed(placed, from, wide), placeNamed(placed, to, wide)],
          factor,
        })),
      },
    };
  });

interface RandomAirport {
  northKm: number;
  eastKm: number;
  country: number;
  zone: number;
  sharesCity: boolean;
}

function arbitraryAirport(): fc.Arbitrary<RandomAirport> {
  return fc.record({
    northKm: fc.integer({ min: 0, max: 500 }),
    eastKm: fc.integer({ min: 0, max: 2500 }),
    country: fc.nat(1),
    zone: fc.nat(zones.length - 1),
    sharesCity: fc.boolean(),
  });
}

/** Every odd airport may stand in the city of the one before it. */
function placeAirport(airport: RandomAirport, i: number, count: number): NetworkAirport {
  const code = `A${String.fromCharCode(65 + i)}${count}`;
  const city = airport.sharesCity && i % 2 === 1 ? `A${String.fromCharCode(64 + i)}${count}` : code;
  return {
    code,
    city,
    country: airport.country === 0 ? "US" : "GB",
    latitude: 40 + airport.northKm / 111,
    longitude: airport.eastKm / 80,
    timeZone: zones[airport.zone] ?? "UTC",
  };
}

function arbitraryCarrier() {
  return fc.record({
    alliance: fc.constantFrom("star", "star", "oneworld", null),
    partner: fc.option(fc.nat(3), { freq: 2 }),
  });
}

/** On a raster of 15 minutes, so that connections are often exactly as short or as long as they may be. */
function arbitraryPattern(): fc.Arbitrary<RandomPattern> {
  return fc.record({
    carrier: fc.nat(3),
    operatingCarrier: fc.option(fc.nat(3), { freq: 1 }),
    from: fc.nat(1000),
    to: fc.nat(1000),
    departureMinute: fc.integer({ min: 0, max: 95 }).map((quarters) => quarters * 15),
    blockMinutes: fc.integer({ min: 2, max: 30 }).map((quarters) => quarters * 15),
    operatingDays: fc.nat(3),
  });
}

function codesharesOf(
  rows: { pattern: number; carrier: number }[],
  patterns: number,
  carriers: number,
): CodeshareColumns {
  const sold = patterns === 0 ? [] : rows;
  return {
    count: sold.length,
    pattern: Uint32Array.from(sold, ({ pattern }) => pattern % patterns),
    carrier: Uint16Array.from(sold, ({ carrier }) => carrier % carriers),
    flightNumber: Uint16Array.from(sold, (_, i) => 9000 + i),
  };
}

function arbitraryMinimum() {
  const some = (most: number) => fc.option(fc.nat(most), { freq: 1 });
  return fc.record({
    airport: fc.nat(1000),
    elsewhere: fc.boolean(),
    kind: fc.constantFrom(null, null, ...connectionKinds),
    fromCarrier: some(3),
    toCarrier: some(3),
    fromTerminal: some(2),
    toTerminal: some(2),
    quarters: fc.integer({ min: 1, max: 20 }),
  });
}

type RandomMinimum = ReturnType<typeof arbitraryMinimum> extends fc.Arbitrary<infer T> ? T : never;

function namedMinimum(minimum: RandomMinimum, airports: NetworkAirport[], carriers: number): MinimumConnection {
  const airport = airports[minimum.airport % airports.length];
  const sibling = airports.find(({ city, code }) => city === airport?.city && code !== airport.code);
  const carrier = (at: number | null) => (at === null ? null : carrierCode(at % carriers));
  const terminal = (at: number | null) => (at === null ? null : (["", "1", "2"][at] ?? ""));
  return {
    airport: airport?.code ?? "",
    toAirport: minimum.elsewhere ? (sibling?.code ?? null) : null,
    kind: minimum.kind,
    fromCarrier: carrier(minimum.fromCarrier),
    toCarrier: carrier(minimum.toCarrier),
    fromTerminal: terminal(minimum.fromTerminal),
    toTerminal: terminal(minimum.toTerminal),
    minutes: minimum.quarters * 15,
  };
}

function arbitraryBend() {
  const factor = fc.constantFrom(1, 1.2, 1.8, 3);
  return fc.record({ from: fc.nat(1000), to: fc.nat(1000), wide: fc.nat(2), factor });
}

/** The airport itself, its city or its country. */
function placeNamed(airports: NetworkAirport[], at: number, wide: number): string {
  const airport = airports[at % airports.length];
  return [airport?.code, airport?.city, airport?.country][wide] ?? "";
}

function carrierCode(i: number): string {
  return `C${i}`;
}

function columnsOf(
  patterns: (Omit<RandomPattern, "operatingCarrier"> & { operatingCarrier: number })[],
): Network["patterns"] {
  const u16 = (of: (pattern: (typeof patterns)[number], i: number) => number) => Uint16Array.from(patterns, of);
  return {
    count: patterns.length,
    carrier: u16(({ carrier }) => carrier),
    operatingCarrier: u16(({ operatingCarrier }) => operatingCarrier),
    flightNumber: u16((_, i) => i + 1),
    origin: u16(({ from }) => from),
    destination: u16(({ to }) => to),
    departureMinute: u16(({ departureMinute }) => departureMinute),
    blockMinutes: u16(({ blockMinutes }) => blockMinutes),
    aircraft: new Uint8Array(patterns.length),
    operatingDays: u16(({ operatingDays }) => operatingDays),
    originTerminal: u16(({ from }, i) => (from + i) % 3),
    destinationTerminal: u16(({ to }, i) => (to + i) % 3),
  };
}

/** The same network with its patterns in another order. */
export function reordered(network: Network, order: readonly number[]): Network {
  const { count, aircraft, ...columns } = network.patterns;
  const pick = (column: Uint16Array) => Uint16Array.from(order, (row) => column[row] ?? 0);
  const placeOf = new Map(order.map((row, place) => [row, place]));
  return {
    ...network,
    codeshares: {
      ...network.codeshares,
      pattern: network.codeshares.pattern.map((row) => placeOf.get(row) ?? 0),
    },
    patterns: {
      count,
      aircraft: Uint8Array.from(order, (row) => aircraft[row] ?? 0),
      carrier: pick(columns.carrier),
      operatingCarrier: pick(columns.operatingCarrier),
      flightNumber: pick(columns.flightNumber),
      origin: pick(columns.origin),
      destination: pick(columns.destination),
      departureMinute: pick(columns.departureMinute),
      blockMinutes: pick(columns.blockMinutes),
      operatingDays: pick(columns.operatingDays),
      originTerminal: pick(columns.originTerminal),
      destinationTerminal: pick(columns.destinationTerminal),
    },
  };
}
