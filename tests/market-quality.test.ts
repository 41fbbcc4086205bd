import { buildTimetable, type Network, noCodeshares, openTimetable, parseEpochDay } from "@wayfare/engine";
import { loadFacts } from "@wayfare/world";
import { describe, expect, test } from "vitest";
import { countCabotage, domesticMarkets } from "../quality/world/cabotage.ts";
import { countClosedFlights, countFlightsWithRussia, withOpenMarkets } from "../quality/world/closed-markets.ts";

const facts = loadFacts();
const monday = parseEpochDay("2027-03-08");

/** Two flights of Russia, three that lead from San Francisco to Boston, and one on Monday only. */
const flights = [
  ["SU", "LED", "LHR", 600, 0],
  ["TK", "LED", "IST", 600, 0],
  ["UA", "SFO", "BOS", 600, 0],
  ["AC", "SFO", "YYZ", 400, 0],
  ["AC", "YYZ", "BOS", 1020, 0],
  ["AA", "CLT", "DME", 600, 1],
] as const;

function makeNetwork(): Network {
  const airports = [...new Set(flights.flatMap(([, from, to]) => [from, to]))].map((code) => {
    const airport = facts.airports.get(code);
    if (airport === undefined) throw new RangeError(`no airport ${code}`);
    return { ...airport, city: airport.cityCode };
  });
  const carriers = [...new Set(flights.map(([code]) => code))].map((code) => {
    const country = facts.airlines.get(code)?.country ?? "";
    return { code, country, alliance: null, kind: "network" as const, partners: [], affiliates: [] };
  });
  const u16 = (of: (flight: (typeof flights)[number]) => number) => Uint16Array.from(flights, of);
  const indexOf = (wanted: string) => airports.findIndex(({ code }) => code === wanted);
  const carrier = u16(([code]) => carriers.findIndex((one) => one.code === code));
  const terminal = new Uint16Array(flights.length);
  return {
    airports,
    timeZones: facts.timeZones,
    carriers,
    aircraft: [{ code: "320", family: "narrowbody", seats: [150, 0, 12, 0], fuelKgPerKm: 3 }],
    terminals: [""],
    firstDay: monday,
    days: 7,
    patterns: {
      count: flights.length,
      carrier,
      operatingCarrier: carrier,
      flightNumber: u16((flight) => flights.indexOf(flight) + 1),
      origin: u16(([, from]) => indexOf(from)),
      destination: u16(([, , to]) => indexOf(to)),
      departureMinute: u16(([, , , minute]) => minute),
      blockMinutes: u16(() => 240),
      aircraft: new Uint8Array(flights.length),
      operatingDays: u16(([, , , , row]) => row),
      originTerminal: terminal,
      destinationTerminal: terminal,
    },
    operatingDays: [Uint8Array.of(0b1111111), Uint8Array.of(1)],
    codeshares: noCodeshares(),
    rules: { minimumConnections: [], circuity: [] },
  };
}

const timetable = openTimetable(buildTimetable(makeNetwork()));

describe("the figures of closed markets", () => {
  test("count each flight that the facts exclude, on its days", () => {
    const counts = countClosedFlights(timetable, facts, monday);
    expect(counts.get("Russian airlines in the United Kingdom")).toBeCloseTo(1, 9);
    expect(counts.get("Russia")).toBeCloseTo(1 / 7, 9);
    expect([...counts.values()].reduce((sum, flown) => sum + flown)).toBeCloseTo(8 / 7, 9);
    expect(countFlightsWithRussia(timetable, monday)).toBeCloseTo(8 / 7, 9);
  });

  test("count none without the facts", () => {
    expect(countClosedFlights(timetable, withOpenMarkets(facts), monday)).toEqual(new Map());
  });
});

describe("the figures of cabotage", () => {
  const inMarket = (used: typeof facts) =>
    countCabotage(timetable, used, monday).find(({ name }) => name === "SFO–BOS");

  test("count the itineraries of one day with flights of foreign airlines", () => {
    expect(inMarket(facts)).toEqual({ name: "SFO–BOS", itineraries: 2, cabotage: 1 });
    expect(inMarket(withOpenMarkets(facts))).toEqual({ name: "SFO–BOS", itineraries: 2, cabotage: 0 });
  });

  test("are those of 40 markets within a country", () => {
    expect(new Set(domesticMarkets).size).toBe(40);
    const areaOf = (code = "") => {
      const country = facts.airports.get(code)?.country ?? "";
      return facts.cabotage.territories.get(country) ?? country;
    };
    for (const market of domesticMarkets) {
      const [from, to] = market.split(" ");
      expect(areaOf(from)).not.toBe("");
      expect(areaOf(to)).toBe(areaOf(from));
    }
  });
});
