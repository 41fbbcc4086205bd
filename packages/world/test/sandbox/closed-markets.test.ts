import { parseEpochDay } from "@wayfare/engine";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Airline } from "../../src/facts/airline.ts";
import { parseClosedMarkets } from "../../src/facts/closed-market.ts";
import { always } from "../../src/facts/validity.ts";
import { ClosedMarkets } from "../../src/sandbox/closed-markets.ts";
import { type IndexedFacts, indexFacts } from "../../src/sandbox/indexed-facts.ts";
import { OperatingDays } from "../../src/sandbox/operating-days.ts";
import { tableOf } from "../facts/written-table.ts";
import { at, facts, firstDay, timetable } from "./made-world.ts";

const indexed = indexFacts(facts);
const airportIndex = new Map(indexed.airports.map(({ code }, index) => [code, index]));
const days = 100;
const first = parseEpochDay("2027-01-01");

const columns = "name\treason\tairlines\tairlineCountries\texcept\tbetween\tand\tvalidFrom\tvalidUntil\tsource";
const closedMarkets = (...rows: string[]) =>
  parseClosedMarkets(
    tableOf("closed-markets.tsv", columns, ...rows.map((row) => `M\tban\t${row}\tLaw`)),
    new Map([["@BX", ["BE", "NL", "LU"]]]),
  );
const marketsOf = (changes: Partial<IndexedFacts>) =>
  new ClosedMarkets({ ...indexed, closedAirspace: [], closedMarkets: [], ...changes }, { firstDay: first, days });

function getAirline(code: string): Airline {
  const airline = facts.airlines.get(code);
  if (airline === undefined) throw new RangeError(`no airline ${code}`);
  return airline;
}

function isClosed(markets: ClosedMarkets, airline: string, [from, to]: readonly [string, string]): boolean {
  const closed = markets.isClosed(getAirline(airline), airportIndex.get(from) ?? -1, airportIndex.get(to) ?? -1);
  expect(markets.isClosed(getAirline(airline), airportIndex.get(to) ?? -1, airportIndex.get(from) ?? -1)).toBe(closed);
  return closed;
}

describe("a closed market", () => {
  it("is closed in both directions to the airlines of its row and of its countries, except some", () => {
    const markets = marketsOf({ closedMarkets: closedMarkets("KL\tUS\tDL\t@BX\tGB,JFK\t2022-01-01\t-") });
    expect(isClosed(markets, "KL", ["AMS", "LHR"])).toBe(true);
    expect(isClosed(markets, "AA", ["BRU", "JFK"])).toBe(true);
    expect(isClosed(markets, "DL", ["BRU", "JFK"])).toBe(false);
    expect(isClosed(markets, "BA", ["AMS", "LHR"])).toBe(false);
    expect(isClosed(markets, "AA", ["BRU", "EWR"])).toBe(false);
    expect(isClosed(markets, "KL", ["LHR", "JFK"])).toBe(false);
  });

  it("can have all places, or all except some, at one end", () => {
    const markets = marketsOf({
      closedMarkets: closedMarkets("*\t-\t-\tHND\t!JP\t2022-01-01\t-", "*\t-\t-\tAMS\t*\t2022-01-01\t-"),
    });
    expect(isClosed(markets, "NH", ["HND", "CTS"])).toBe(false);
    expect(isClosed(markets, "NH", ["HND", "LHR"])).toBe(true);
    expect(isClosed(markets, "KL", ["AMS", "LHR"])).toBe(true);
  });

  it("includes the airports below airspace that is closed to the airline, if the row names their countries", () => {
    const [area] = facts.closedAirspace;
    if (area === undefined) throw new RangeError("no closed airspace");
    const ring = area.ring;
    const closed = { area: "Box", closedTo: ["DE"], except: ["4Y"], ring, fromDay: first, untilDay: null };
    const markets = marketsOf({ closedAirspace: [{ ...closed, countries: ["RU"] }] });
    expect(isClosed(markets, "LH", ["FRA", "SVO"])).toBe(true);
    expect(isClosed(markets, "4Y", ["FRA", "SVO"])).toBe(false);
    expect(isClosed(markets, "SU", ["FRA", "SVO"])).toBe(false);
    expect(isClosed(marketsOf({ closedAirspace: [{ ...closed, countries: [] }] }), "LH", ["FRA", "SVO"])).toBe(false);
  });

  it("is closed on the days of validity, and flown on the others", () => {
    const rows = ["2026-01-01\t2027-01-10", "2027-02-01\t2027-02-03", "2027-04-10\t-", "2020-01-01\t2020-02-01"];
    const markets = marketsOf({ closedMarkets: closedMarkets(...rows.map((dates) => `*\t-\t-\tFRA\tJFK\t${dates}`)) });
    const closed = markets.closedDays(getAirline("LH"), airportIndex.get("FRA") ?? -1, airportIndex.get("JFK") ?? -1);
    expect(isClosed(markets, "LH", ["FRA", "JFK"])).toBe(false);
    const row = new OperatingDays({ firstDay: first, days }).rowOf(0b1111111, null, always, closed);
    expect(row).toBe(0);
    const table = new OperatingDays({ firstDay: first, days });
    const bits = at(table.rows, table.rowOf(0b1111111, null, always, closed));
    const flown = Array.from({ length: days }, (_, day) => ((at(bits, day >> 3) >> (day & 7)) & 1) === 1);
    const expected = flown.map((_, day) => {
      const date = new Date((first + day) * 86_400_000).toISOString().slice(0, 10);
      return date > "2027-01-10" && !(date >= "2027-02-01" && date <= "2027-02-03") && date < "2027-04-10";
    });
    expect(flown).toEqual(expected);
    expect(table.rowOf(0b1111111, null, always)).not.toBe(table.rowOf(0b1111111, null, always, closed));
  });

  it("is closed for the whole world if its rows cover all days together, in any order", () => {
    const halves = closedMarkets(
      "*\t-\t-\tFRA\tJFK\t2027-02-01\t-",
      "*\t-\t-\tFRA\tJFK\t2026-01-01\t2027-01-31",
      "*\t-\t-\tFRA\tJFK\t2027-01-05\t2027-01-06",
    );
    expect(isClosed(marketsOf({ closedMarkets: halves }), "LH", ["FRA", "JFK"])).toBe(true);
    expect(isClosed(marketsOf({ closedMarkets: halves.slice(1) }), "LH", ["FRA", "JFK"])).toBe(false);
  });

  it("is open if its rows leave out a single day", () => {
    const rows = closedMarkets("*\t-\t-\tFRA\tJFK\t2026-01-01\t2027-01-31", "*\t-\t-\tFRA\tJFK\t2027-02-02\t-");
    expect(isClosed(marketsOf({ closedMarkets: rows }), "LH", ["FRA", "JFK"])).toBe(false);
  });

  it("agrees with the rows, read one by one, for any airline and two airports", () => {
    const markets = new ClosedMarkets(indexed, { firstDay, days: 516 });
    const airline = fc.constantFrom(...indexed.airlines);
    const places = [...indexed.airports.keys()].filter((airport) =>
      ["RU", "BY", "UA", "IL", "TR", "DE", "US", "CU", "SD"].includes(indexed.airports[airport]?.country ?? ""),
    );
    const airport = fc.constantFrom(...places);
    let closedCount = 0;
    fc.assert(
      fc.property(airline, airport, airport, (operator, from, to) => {
        const expected = isListed(operator, from, to);
        closedCount += expected ? 1 : 0;
        expect(markets.isClosed(operator, from, to)).toBe(expected);
      }),
      { seed: 20_270_101, numRuns: 3000 },
    );
    expect(closedCount).toBeGreaterThan(100);
  });
});

/** Reads the facts row by row: true if one row that holds on all days of the made world closes the market. */
function isListed({ code, country }: Airline, from: number, to: number): boolean {
  const [start, end] = [at(indexed.airports, from), at(indexed.airports, to)];
  const lastDay = firstDay + 515;
  const holds = (row: { fromDay: number | null; untilDay: number | null }) =>
    (row.fromDay === null || row.fromDay <= firstDay) && (row.untilDay === null || row.untilDay >= lastDay);
  const below = facts.closedAirspace.filter(holds).some(({ closedTo, except, countries }) => {
    const isTouched = countries.includes(start.country) || countries.includes(end.country);
    return isTouched && (closedTo === "all" || closedTo.includes(country)) && !except.includes(code);
  });
  const includes = (
    { codes, isComplement }: { codes: readonly string[]; isComplement: boolean },
    place: typeof start,
  ) => (codes.includes(place.code) || codes.includes(place.country)) !== isComplement;
  const listed = facts.closedMarkets.filter(holds).some(({ airlines, airlineCountries, except, between, and }) => {
    const applies = airlines === "all" || airlines.includes(code) || airlineCountries.includes(country);
    const isBetween =
      (includes(between, start) && includes(and, end)) || (includes(between, end) && includes(and, start));
    return applies && !except.includes(code) && isBetween;
  });
  return below || listed;
}

describe("the sandbox", () => {
  const ends = (pattern: number) => {
    const market = at(timetable.marketOf, pattern);
    const codeOf = (airport: number) => at(timetable.airports, airport);
    const [origin, destination] = [at(timetable.marketOrigin, market), at(timetable.marketDestination, market)];
    return { origin, destination, name: `${codeOf(origin)}-${codeOf(destination)}` };
  };
  const airlineAt = (carrier: number) => getAirline(at(timetable.carriers, carrier).code);

  it("has no flight and no codeshare of an airline to which the market is closed", () => {
    const wrong: string[] = [];
    for (const pattern of timetable.marketOf.keys()) {
      const { origin, destination, name } = ends(pattern);
      const codes = timetable.codeshareCarrier.subarray(
        at(timetable.codeshareFirst, pattern),
        at(timetable.codeshareFirst, pattern + 1),
      );
      for (const carrier of [at(timetable.operatingCarrier, pattern), ...codes]) {
        if (isListed(airlineAt(carrier), origin, destination)) wrong.push(`${airlineAt(carrier).code} ${name}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    ["LED", "LHR"],
    ["CLT", "DME"],
    ["SVO", "FRA"],
    ["SIP", "IST"],
    ["ALG", "CMN"],
    ["DEL", "LHE"],
    ["TLV", "IST"],
  ])("does not fly %s–%s", (from, to) => {
    const names = new Set([...timetable.marketOf.keys()].map((pattern) => ends(pattern).name));
    expect(names.has(`${from}-${to}`)).toBe(false);
    expect(names.has(`${to}-${from}`)).toBe(false);
  });

  it.each([
    ["TK", "IST-VKO"],
    ["SU", "SVO-IST"],
    ["JU", "BEG-SVO"],
  ])("still flies %s %s", (code, market) => {
    const flown = [...timetable.marketOf.keys()].some(
      (pattern) => ends(pattern).name === market && airlineAt(at(timetable.carrier, pattern)).code === code,
    );
    expect(flown).toBe(true);
  });
});
