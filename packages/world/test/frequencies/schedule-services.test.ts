import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import {
  buildTimetable,
  createEnumeration,
  createSearcher,
  enumerateItineraries,
  type FlightSearch,
  greatCircleKm,
  type NetworkAirport,
  type NetworkCarrier,
  noFilters,
  openTimetable,
  parseEpochDay,
  plainSearch,
  type Timetable,
} from "@wayfare/engine";
import {
  loadFacts,
  type MonthlyService,
  readNetworkFile,
  type ScheduleContext,
  scheduleServices,
} from "@wayfare/world";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";

const jfkLhr: MonthlyService = { origin: "JFK", destination: "LHR", airline: "BA", flights: 248 };

function service(origin: string, destination: string, airline: string, flights: number): MonthlyService {
  return { origin, destination, airline, flights };
}

const facts = loadFacts();
const airports = new Map<string, NetworkAirport>(
  [...facts.airports.values()].map(({ code, cityCode: city, country, latitude, longitude, timeZone }) => {
    return [code, { code, city, country, latitude, longitude, timeZone }];
  }),
);
const carriers = new Map<string, NetworkCarrier>(
  [...facts.airlines.values()].map(({ code, country, kind, alliance, partners }) => {
    return [code, { code, country, kind, alliance, partners: [...partners], affiliates: [] }];
  }),
);
const { timeZones } = facts;
const firstDay = parseEpochDay("2027-01-01");
const context: ScheduleContext = { airports, carriers, timeZones, firstDay, days: 100, share: 1 };

function at<T>(list: ArrayLike<T>, index: number): T {
  const found = list[index];
  if (found === undefined) throw new RangeError(`nothing at ${index}`);
  return found;
}

function entry<T>(map: ReadonlyMap<string, T>, key: string): T {
  const found = map.get(key);
  if (found === undefined) throw new RangeError(`nothing under ${key}`);
  return found;
}

interface Departure {
  origin: string;
  destination: string;
  airline: string;
  operator: string;
  number: number;
  departureMinute: number;
  blockMinutes: number;
  /** Flight days, by day from the first. */
  flies: boolean[];
}

function departuresOf(services: readonly MonthlyService[], changes: Partial<ScheduleContext> = {}): Departure[] {
  const { network } = scheduleServices(services, { ...context, ...changes });
  const { patterns, operatingDays, days } = network;
  return Array.from({ length: patterns.count }, (_, row) => {
    const bits = at(operatingDays, at(patterns.operatingDays, row));
    return {
      origin: at(network.airports, at(patterns.origin, row)).code,
      destination: at(network.airports, at(patterns.destination, row)).code,
      airline: at(network.carriers, at(patterns.carrier, row)).code,
      operator: at(network.carriers, at(patterns.operatingCarrier, row)).code,
      number: at(patterns.flightNumber, row),
      departureMinute: at(patterns.departureMinute, row),
      blockMinutes: at(patterns.blockMinutes, row),
      flies: Array.from({ length: days }, (__, day) => ((at(bits, day >> 3) >> (day & 7)) & 1) === 1),
    };
  });
}

/** Flights on the days from `from` up to, but excluding, `to`. */
function flightsOf(departures: readonly Departure[], from: number, to: number): number {
  return departures.reduce((sum, { flies }) => sum + flies.slice(from, to).filter(Boolean).length, 0);
}

const served = ["JFK", "LHR", "CDG", "NRT", "SYD", "LAX", "GRU", "DXB"];
const drawnService = fc
  .record({
    origin: fc.constantFrom(...served),
    destination: fc.constantFrom(...served),
    airline: fc.constantFrom("AA", "BA", "QF", "ZZ"),
    flights: fc.oneof(fc.nat(70), fc.nat(6200)),
  })
  .filter(({ origin, destination }) => origin !== destination);
const drawnServices = fc.uniqueArray(drawnService, {
  maxLength: 8,
  selector: ({ origin, destination, airline }) => `${origin}${destination}${airline}`,
});

describe("a schedule of frequencies", () => {
  it("has each service's flights in any 31 consecutive days, the same in each such month", () => {
    for (let flights = 0; flights <= 6200; flights += flights < 130 ? 1 : 97) {
      const departures = departuresOf([{ ...jfkLhr, flights }]);
      const wrong = Array.from({ length: context.days - 30 }, (_, from) => from).filter(
        (from) => flightsOf(departures, from, from + 31) !== flights,
      );
      expect(wrong, `${flights} flights`).toEqual([]);
      for (const { flies } of departures) expect(flies.slice(31)).toEqual(flies.slice(0, -31));
    }
  });

  it("has unique numbers, departures from 06:00 to 22:00 and blocks by distance, for any services together", () => {
    fc.assert(
      fc.property(drawnServices, (services) => {
        const departures = departuresOf(services, { days: 35 });
        const operated = departures.filter(({ airline, operator }) => airline === operator);
        expect(operated).toHaveLength(departures.length);
        expect(new Set(departures.map(({ airline, number }) => `${airline} ${number}`)).size).toBe(departures.length);
        for (const one of services) {
          const own = departures.filter(
            ({ origin, destination, airline }) =>
              origin === one.origin && destination === one.destination && airline === one.airline,
          );
          for (const from of [0, 1, 4]) expect(flightsOf(own, from, from + 31)).toBe(one.flights);
          const km = greatCircleKm(entry(airports, one.origin), entry(airports, one.destination));
          const wrong = own.filter(
            ({ number, departureMinute, blockMinutes }) =>
              number < 1 ||
              departureMinute < 360 ||
              departureMinute >= 1320 ||
              blockMinutes !== Math.round(30 + (km / 800) * 60),
          );
          expect(wrong).toEqual([]);
        }
      }),
      { seed: 23, numRuns: 100 },
    );
  });

  it("spreads a service over the day, and the remainder above a whole number per day over the days", () => {
    const flights = 7 * 31 + 5;
    const departures = departuresOf([{ ...jfkLhr, flights }]);
    const times = departures.map(({ departureMinute }) => departureMinute);
    const gaps = times.slice(1).map((time, nth) => time - at(times, nth));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(115);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(125);
    const daily = Array.from({ length: 31 }, (_, day) => flightsOf(departures, day, day + 1));
    expect(new Set(daily)).toEqual(new Set([7, 8]));
    const busy = daily.flatMap((count, day) => (count === 8 ? [day] : []));
    const between = busy.slice(1).map((day, nth) => day - at(busy, nth));
    expect(Math.min(...between)).toBeGreaterThanOrEqual(6);
    expect(Math.max(...between)).toBeLessThanOrEqual(7);
  });

  it("starts thin services on different days, so that days are equally full", () => {
    const pairs = [...airports.keys()].slice(0, 400).map((code, nth, codes) => [code, at(codes, (nth + 7) % 400)]);
    const departures = departuresOf(pairs.map(([from = "", to = ""]) => service(from, to, "ZZ", 5)));
    const daily = Array.from({ length: 31 }, (_, day) => flightsOf(departures, day, day + 1));
    const mean = (400 * 5) / 31;
    expect(Math.min(...daily)).toBeGreaterThan(mean * 0.5);
    expect(Math.max(...daily)).toBeLessThan(mean * 1.6);
  });

  it("leaves out services of unknown airports, and counts their flights by airport", () => {
    const services = [service("JFK", "QQQ", "BA", 10), service("QQQ", "JFK", "BA", 11), service("XXX", "QQQ", "BA", 5)];
    const { network, unknownAirports } = scheduleServices([jfkLhr, ...services], context);
    expect([...unknownAirports]).toEqual([
      ["QQQ", 21],
      ["XXX", 5],
    ]);
    expect(network.airports.map(({ code }) => code)).toEqual(["JFK", "LHR"]);
    expect(network.patterns.count).toBe(8);
  });

  it("takes alliances and partners from the context, and none for other airlines", () => {
    const services = [jfkLhr, service("LHR", "JFK", "ZZ", 31)];
    const { network } = scheduleServices(services, context);
    expect(network.carriers).toEqual([
      carriers.get("BA"),
      { code: "ZZ", country: "GB", alliance: null, kind: "regional", partners: [], affiliates: [] },
    ]);
    expect(carriers.get("BA")?.alliance).toBe("oneworld");
  });

  it("multiplies every frequency by the share, rounded to whole flights", () => {
    for (const [share, flights] of [
      [0, 0],
      [0.001, 0],
      [0.1, 25],
      [0.5, 124],
      [2, 496],
    ] as const) {
      expect(flightsOf(departuresOf([jfkLhr], { share }), 0, 31), `share ${share}`).toBe(flights);
    }
  });

  it("has no pattern for no flights, and none for no services", () => {
    for (const services of [[], [{ ...jfkLhr, flights: 0 }]]) {
      const { network } = scheduleServices(services, context);
      expect(network.patterns.count).toBe(0);
      expect(network.operatingDays).toEqual([]);
      expect(openTimetable(buildTimetable(network)).carrier).toHaveLength(0);
    }
  });

  it("is the same for services in any order, and does not change its input", () => {
    fc.assert(
      fc.property(drawnServices, fc.array(fc.nat(), { minLength: 8, maxLength: 8 }), (services, keys) => {
        const before = structuredClone(services);
        const shuffled = services.map((one, nth) => ({ one, key: at(keys, nth) })).sort((a, b) => a.key - b.key);
        const network = scheduleServices(services, context);
        expect(scheduleServices(services, context)).toEqual(network);
        expect(
          scheduleServices(
            shuffled.map(({ one }) => one),
            context,
          ),
        ).toEqual(network);
        expect(services).toEqual(before);
      }),
      { seed: 29, numRuns: 50 },
    );
  });

  it("stores equal operating days once", () => {
    const pairs = served.flatMap((from) => served.filter((to) => to !== from).map((to) => [from, to] as const));
    const services = pairs.flatMap(([from, to]) =>
      ["AA", "BA", "ZZ"].map((by, nth) => service(from, to, by, 31 * nth + 9)),
    );
    const { network } = scheduleServices(services, context);
    const rows = network.operatingDays.map((bits) => bits.join());
    expect(new Set(rows).size).toBe(rows.length);
    // 9 of 31 days from each of 31 starts, and every day.
    expect(rows.length).toBeLessThanOrEqual(32);
    expect(new Set(network.patterns.operatingDays).size).toBe(rows.length);
  });

  it("rejects an airline that needs more flight numbers than a timetable can hold", () => {
    const most = { ...jfkLhr, flights: 0xffff * 31 };
    expect(departuresOf([most], { days: 1 }).at(-1)?.number).toBe(0xffff);
    expect(() => scheduleServices([{ ...most, flights: most.flights + 1 }], context)).toThrow(
      new RangeError("BA needs more than 65535 flight numbers"),
    );
  });

  it("holds more than 65,535 patterns, including the last ones in search results", () => {
    const codes = [...airports.keys()].slice(0, 27).toSorted();
    const services = codes.flatMap((from) =>
      codes.filter((to) => to !== from).flatMap((to) => ["AA", "BA"].map((by) => service(from, to, by, 50 * 31))),
    );
    const { network } = scheduleServices(services, context);
    expect(network.patterns.count).toBe(27 * 26 * 2 * 50);
    expect(network.patterns.count).toBeGreaterThan(0xffff);
    const timetable = openTimetable(buildTimetable(network));
    expect(timetable.carrier).toHaveLength(network.patterns.count);
    const last = at(codes, 26);
    expect(nonstops(timetable, last, at(codes, 25))).toEqual(
      departuresOf(services)
        .filter(({ origin, destination }) => origin === last && destination === codes[25])
        .map(({ airline, number }) => `${airline} ${number}`)
        .toSorted(),
    );
  });

  it("builds a searchable timetable: nonstop and with a stop, on the operating days", () => {
    const services = [jfkLhr, service("LHR", "CDG", "BA", 310), service("JFK", "CDG", "ZZ", 3)];
    const timetable = openTimetable(buildTimetable(scheduleServices(services, context).network));
    const search: FlightSearch = {
      ...plainSearch,
      origin: "JFK",
      destination: "LHR",
      day: context.firstDay + 40,
      includeAward: false,
      searchedAtMinutes: context.firstDay * 1440,
    };
    const searcher = createSearcher(timetable);
    const legs = (destination: string) =>
      searcher
        .search({ ...search, destination })
        .map(({ slices }) => slices.flatMap(({ segments }) => segments.map((one) => one.destination)).join());
    expect(legs("LHR")).toEqual(Array.from({ length: 8 }, () => "LHR"));
    expect(legs("CDG")).toContain("LHR,CDG");
    const days = Array.from({ length: 31 }, (_, day) => nonstops(timetable, "JFK", "CDG", day).length);
    expect(days.reduce((sum, count) => sum + count, 0)).toBe(3);
  });
});

/** Carrier and number of every nonstop on a day from the first. */
function nonstops(timetable: Timetable, from: string, to: string, day = 0): string[] {
  const enumeration = createEnumeration(timetable);
  const found = enumerateItineraries(enumeration, {
    origins: [entry(timetable.airportIndex, from)],
    destinations: [entry(timetable.airportIndex, to)],
    day: timetable.firstDay + day,
    maxStops: 0,
    ...noFilters,
  });
  return Array.from({ length: found.count }, (_, row) => {
    const pattern = at(enumeration.pool.pattern, at(found.first, row));
    return `${at(timetable.carriers, at(timetable.carrier, pattern)).code} ${at(timetable.flightNumber, pattern)}`;
  }).toSorted();
}

test("reads the schedule of August 2016 completely, with its share of flights on every day", ({ skip }) => {
  const file = new URL("../../../../../shared/data/network/segments-2016-08.csv.bz2", import.meta.url);
  if (!existsSync(file)) skip("the schedule of August 2016 (OpenTravelData) is not available");
  const { decode }: { decode(input: Buffer): Uint8Array } = createRequire(import.meta.url)("seek-bzip");
  const { services, errors } = readNetworkFile(new TextDecoder().decode(decode(readFileSync(file))));
  // Sightseeing and circular flights.
  expect(errors.map(({ problem }) => problem)).toEqual(
    ["DAR", "DCG", "DJH", "KTM", "NBN"].map((code) => `origin and destination are both ${code}`),
  );
  expect(services.length + errors.length).toBe(67_573);
  const monthly = services.reduce((sum, { flights }) => sum + flights, 0);
  expect(Math.round(monthly / 31)).toBe(98_600);

  const everywhere = new Map(airports);
  const somewhere = at([...airports.values()], 0);
  for (const code of services.flatMap(({ origin, destination }) => [origin, destination])) {
    if (!everywhere.has(code)) everywhere.set(code, { ...somewhere, code, city: code });
  }
  const { network, unknownAirports } = scheduleServices(services, { ...context, airports: everywhere, days: 31 });
  expect(unknownAirports.size).toBe(0);
  const daily = Array.from({ length: 31 }, () => 0);
  for (const row of network.patterns.operatingDays) {
    const bits = at(network.operatingDays, row);
    for (const day of daily.keys()) daily[day] = at(daily, day) + ((at(bits, day >> 3) >> (day & 7)) & 1);
  }
  expect(daily.reduce((sum, flights) => sum + flights, 0)).toBe(monthly);
  for (const flights of daily) expect(Math.abs(flights - 98_600)).toBeLessThan(1000);
});
