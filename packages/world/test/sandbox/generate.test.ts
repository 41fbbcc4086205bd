import {
  createEnumeration,
  createSearcher,
  type FlightSearch,
  greatCircleKm,
  openTimetable,
  parseEpochDay,
  plainSearch,
  type Timetable,
} from "@wayfare/engine";
import { makeWorld } from "@wayfare/world";
import { describe, expect, it } from "vitest";
import { at, facts, firstDay, operates, timetable } from "./made-world.ts";

const patterns = [...timetable.carrier.keys()];

interface Flown {
  carrier: string;
  number: number;
  from: string;
  to: string;
  departureMinute: number;
  blockMinutes: number;
  aircraft: string;
  km: number;
}

function flownBy(world: Timetable, pattern: number): Flown {
  const market = at(world.marketOf, pattern);
  return {
    carrier: at(world.carriers, at(world.carrier, pattern)).code,
    number: at(world.flightNumber, pattern),
    from: at(world.airports, at(world.marketOrigin, market)),
    to: at(world.airports, at(world.marketDestination, market)),
    departureMinute: at(world.departureMinute, pattern),
    blockMinutes: at(world.blockMinutes, pattern),
    aircraft: at(world.aircraft, at(world.aircraftOf, pattern)).code,
    km: at(world.marketKm, market),
  };
}

function countDays({ operatingBits, operatingDays, operatingStride }: Timetable, pattern: number): number {
  const from = at(operatingDays, pattern) * operatingStride;
  const bits = operatingBits.subarray(from, from + operatingStride);
  return bits.reduce((sum, byte) => sum + byte.toString(2).replaceAll("0", "").length, 0);
}

const flown = patterns.map((pattern) => flownBy(timetable, pattern));
const offenders = (isWrong: (flight: Flown) => boolean) => flown.filter(isWrong).slice(0, 5);

describe("the sandbox", () => {
  it("serves at least 3,300 airports with at least 600 airlines", () => {
    expect(new Set(flown.map(({ from }) => from)).size).toBeGreaterThanOrEqual(3300);
    expect(new Set(flown.map(({ carrier }) => carrier)).size).toBeGreaterThanOrEqual(600);
  });

  it("has 80,000 to 120,000 flights on an ordinary day of any season", () => {
    for (const date of ["2027-01-12", "2027-04-14", "2027-07-15", "2027-10-22", "2027-11-27", "2028-02-29"]) {
      const day = parseEpochDay(date);
      const flights = patterns.filter((pattern) => operates(timetable, pattern, day)).length;
      expect(flights, date).toBeGreaterThanOrEqual(80_000);
      expect(flights, date).toBeLessThanOrEqual(120_000);
    }
  });

  it("flies every pattern on at least one day", () => {
    const busy = new Set(patterns.map((pattern) => at(timetable.operatingDays, pattern)));
    for (const row of busy) {
      const bits = timetable.operatingBits.subarray(
        row * timetable.operatingStride,
        (row + 1) * timetable.operatingStride,
      );
      expect(bits.some((byte) => byte !== 0)).toBe(true);
    }
  });

  it("uses no aircraft beyond its range or on a runway that is too short", () => {
    const wrong = offenders(({ aircraft, km, from, to }) => {
      const type = facts.aircraft.get(aircraft);
      const runwayM = Math.min(facts.airports.get(from)?.runwayM ?? 0, facts.airports.get(to)?.runwayM ?? 0);
      return type === undefined || type.rangeKm * 1.04 < km || type.minimumRunwayM > runwayM;
    });
    expect(wrong).toEqual([]);
  });

  it("uses only aircraft of the airline's fleet", () => {
    expect(offenders(({ carrier, aircraft }) => !facts.airlines.get(carrier)?.aircraft.includes(aircraft))).toEqual([]);
  });

  it("has no flight under 20 km unless stated in the facts, none within a city, and no turboprop beyond 1,500 km", () => {
    const stated = new Set(facts.nonstops.flatMap(({ from, to }) => [from + to, to + from]));
    expect(offenders(({ km, from, to }) => km < 20 && !stated.has(from + to))).toEqual([]);
    expect(
      offenders(({ from, to }) => facts.airports.get(from)?.cityCode === facts.airports.get(to)?.cityCode),
    ).toEqual([]);
    expect(offenders(({ aircraft, km }) => facts.aircraft.get(aircraft)?.family === "turboprop" && km > 1500)).toEqual(
      [],
    );
  });

  it("has plausible block times: jets 250 to 1,000 km/h beyond the shortest hops, and no flight as slow as a bus", () => {
    const speed = ({ km, blockMinutes }: Flown) => (km / blockMinutes) * 60;
    const isJet = ({ aircraft }: Flown) => facts.aircraft.get(aircraft)?.family !== "turboprop";
    expect(offenders((flight) => speed(flight) > 1000 || (flight.km > 150 && speed(flight) < 120))).toEqual([]);
    expect(offenders((flight) => flight.km > 400 && isJet(flight) && speed(flight) < 250)).toEqual([]);
    expect(offenders((flight) => flight.km > 3000 && speed(flight) < 450)).toEqual([]);
  });

  it("has a return flight for every flight: the neighboring number, the same aircraft and days", () => {
    const keyOf = ({ carrier, number, from, to, aircraft }: Flown) => `${carrier}${number} ${from} ${to} ${aircraft}`;
    const days = new Map<string, number>();
    for (const pattern of patterns) {
      const key = keyOf(at(flown, pattern));
      days.set(key, (days.get(key) ?? 0) + countDays(timetable, pattern));
    }
    const alone = flown.filter((flight) => {
      const { number, from, to } = flight;
      const back = { ...flight, number: number % 2 === 1 ? number + 1 : number - 1, from: to, to: from };
      return days.get(keyOf(back)) !== days.get(keyOf(flight));
    });
    expect(alone).toEqual([]);
  });

  it("uses each flight number of an airline once a day, with at most four digits", () => {
    for (const date of ["2027-01-12", "2027-07-15"]) {
      const flying = patterns.filter((pattern) => operates(timetable, pattern, parseEpochDay(date)));
      const numbers = flying.map((pattern) => `${at(flown, pattern).carrier}${at(flown, pattern).number}`);
      expect(new Set(numbers).size).toBe(flying.length);
    }
    expect(offenders(({ number }) => number < 1 || number > 9999)).toEqual([]);
  });

  it("has hardly any departures between midnight and 05:45", () => {
    expect(offenders(({ departureMinute }) => departureMinute >= 1440)).toEqual([]);
    const asleep = flown.filter(({ departureMinute }) => departureMinute < 345).length;
    expect(asleep / flown.length).toBeLessThan(0.03);
  });
});

describe("the sandbox's connection rules", () => {
  const searcher = createSearcher(timetable);
  const search: FlightSearch = {
    ...plainSearch,
    origin: "OKA",
    destination: "LHR",
    day: parseEpochDay("2027-04-14"),
    includeAward: false,
    limit: 250,
    sort: "duration",
    searchedAtMinutes: parseEpochDay("2027-02-10") * 1440,
  };

  /** Clock changes at a searchable airport, with the flights before and after. */
  function changesAt(airport: string, asked: Partial<FlightSearch>) {
    return searcher.search({ ...search, ...asked }).flatMap(({ slices }) =>
      slices.flatMap(({ segments, layovers }) =>
        layovers.flatMap((layover, i) => {
          const [arriving, leaving] = segments.slice(i, i + 2);
          if (arriving === undefined || leaving === undefined || layover.airport !== airport) return [];
          return [{ ...layover, arriving, leaving }];
        }),
      ),
    );
  }

  it("include all of the facts, and resolve", () => {
    expect(timetable.rules).toEqual(facts.connectionRules);
    expect(() => createEnumeration(timetable)).not.toThrow();
  });

  it("name only airports and airlines of a smaller world", () => {
    const airports = new Map([...facts.airports].filter(([, { country }]) => country === "GB" || country === "JP"));
    const airlines = new Map([...facts.airlines].filter(([code]) => ["BA", "NH", "JL"].includes(code)));
    const small = openTimetable(makeWorld({ ...facts, airports, airlines }, firstDay));
    expect(() => createEnumeration(small)).not.toThrow();
    expect(new Set(small.rules.minimumConnections.map(({ airport }) => airport))).toEqual(
      new Set(["LHR", "NRT", "HND"]),
    );
  });

  it("allow connections at a hub sooner than the default of 90 minutes, if the hub's row says so", () => {
    const abroad = changesAt("FRA", { origin: "JFK", destination: "VIE" }).filter(({ arriving, leaving }) => {
      return arriving.operatingCarrier === "LH" && leaving.operatingCarrier === "LH";
    });
    const row = facts.connectionRules.minimumConnections.find(
      ({ airport, fromTerminal, toTerminal }) => airport === "FRA" && fromTerminal === "1" && toTerminal === "1",
    );
    expect(row?.minutes).toBeLessThan(90);
    expect(new Set(abroad.map(({ minimumMinutes }) => minimumMinutes))).toEqual(new Set([row?.minutes]));
    expect(Math.min(...abroad.map(({ durationMinutes }) => durationMinutes))).toBeLessThan(90);
  });

  it("require longer connections between two airlines with a separate row", () => {
    const changes = changesAt("DXB", { origin: "LHR", destination: "MCT" });
    const acrossTerminals = changes.filter(({ arriving, leaving }) => {
      return arriving.operatingCarrier === "EK" && leaving.operatingCarrier === "FZ";
    });
    expect(new Set(acrossTerminals.map(({ minimumMinutes }) => minimumMinutes))).toEqual(new Set([120]));
  });

  it("allow detours beyond 1.3 between two places with a separate factor, up to that factor", () => {
    const factor = facts.connectionRules.circuity.find(({ between }) => between.join() === "AU,ZA")?.factor;
    const [from, to] = [facts.airports.get("JNB"), facts.airports.get("MEL")];
    if (factor === undefined || from === undefined || to === undefined)
      throw new Error("the facts have no such routes");
    const directKm = greatCircleKm(from, to);
    const bends = searcher
      .search({ ...search, origin: "JNB", destination: "MEL" })
      .flatMap(({ slices }) =>
        slices.map(({ segments }) => segments.reduce((km, { distanceKm }) => km + distanceKm, 0)),
      )
      .map((km) => km / directKm);
    expect(Math.max(...bends)).toBeGreaterThan(1.3);
    expect(Math.max(...bends)).toBeLessThanOrEqual(factor);
  });
});
