import { createSearcher, type FlightSearch } from "@wayfare/engine";
import { describe, expect, test } from "vitest";
import { drawTimetable } from "../fixtures/drawn-network.ts";
import { day, searchFor } from "../fixtures/drawn-search.ts";
import { type FareRatio, farDays, indianBusiness, indianEconomy } from "./published-fares.ts";

/** Airlines of every market below: more markets than restrictions, so that single choices of a carrier average out. */
const shortHaul = [
  "BOS-ORD",
  "BOS-DEN",
  "ORD-DEN",
  "ORD-LAX",
  "DEN-LAX",
  "JFK-ORD",
  "JFK-DEN",
  "EWR-ORD",
  "EWR-DEN",
  "JFK-BOS",
];
const longHaul = ["LHR-NRT", "FRA-NRT", "LHR-ORD", "FRA-BOS"];

/** A return flight of each airline in each market, at times without useful connections. */
function network(markets: readonly string[], airlines: readonly string[], arrives: string): string {
  const flights = markets.flatMap((market, m) => {
    const [from = "", to = ""] = market.split("-");
    return airlines.map((airline, a) => `${airline}${m * 10 + a + 1} ${from} 0${a + 6}:00 ${to} ${arrives}`);
  });
  return flights.join("\n");
}

const domestic = createSearcher(drawTimetable(network(shortHaul, ["AA", "UA", "B6"], "11:00")));
const abroad = createSearcher(drawTimetable(network(longHaul, ["BA", "LH"], "23:30")));
const departures = Array.from({ length: 14 }, (_, n) => day + 10 * n + (n % 3));

function basesOf(markets: readonly string[], changes: Partial<FlightSearch>, searcher = domestic): number[] {
  return markets.flatMap((market) => {
    const [origin = "", destination = ""] = market.split("-");
    const found = searcher.search(
      searchFor({ origin, destination, maxStops: 0, includeAward: false, limit: 500, ...changes }),
    );
    return found.flatMap(({ cheapestCash }) => cheapestCash?.fares[0]?.baseCents ?? []);
  });
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Mean base fare at this many days before departure, over all markets and departures. */
function meanAhead(days: number, cabin: FlightSearch["cabin"], markets = shortHaul, searcher = domestic): number {
  return mean(
    departures.flatMap((departure) =>
      basesOf(markets, { day: departure, cabin, searchedAtMinutes: (departure - days) * 1440 }, searcher),
    ),
  );
}

const farMean = (cabin: FlightSearch["cabin"], markets = shortHaul, searcher = domestic) =>
  mean(farDays.map((days) => meanAhead(days, cabin, markets, searcher)));

describe("the price of a short domestic flight, by days before departure", () => {
  function expectCurve(cabin: FlightSearch["cabin"], table: readonly FareRatio[]) {
    const far = farMean(cabin);
    for (const [days, expected] of table) {
      const ratio = meanAhead(days, cabin) / far;
      expect(Math.abs(ratio / expected - 1), `${days} days: ${ratio.toFixed(2)} for ${expected}`).toBeLessThan(0.15);
    }
  }

  test("is within 15 % of the table in economy, on every listed day", () => {
    expectCurve("economy", indianEconomy);
  });

  test("hardly rises in business", () => {
    const lastFortnight = indianBusiness.filter(([days]) => days <= 14);
    expectCurve("business", lastFortnight);
  });
});

test("a long flight rises less before departure than a short one", () => {
  const long = meanAhead(1, "economy", longHaul, abroad) / farMean("economy", longHaul, abroad);
  expect(long).toBeGreaterThan(1.2);
  expect(long).toBeLessThan(2.4);
});

describe("a fare depends on", () => {
  const ahead = (departure: number) => ({ day: departure, searchedAtMinutes: (departure - 40) * 1440 });

  test("the distance: of two markets of one airline the longer is more expensive", () => {
    const [short, long] = [["JFK-BOS"], ["JFK-DEN"]].map((markets) => mean(basesOf(markets, ahead(day))));
    expect(long).toBeGreaterThan((short ?? Infinity) * 1.5);
  });

  test("the kind of carrier: a low-cost airline is cheaper than network carriers over all markets", () => {
    const of = (airline: string) => mean(basesOf(shortHaul, { ...ahead(day), airlines: [airline] }));
    expect(of("B6")).toBeLessThan(of("AA") * 0.9);
    expect(of("B6")).toBeLessThan(of("UA") * 0.9);
  });

  test("competition: a monopoly carrier charges more than one of three", () => {
    const monopoly = createSearcher(drawTimetable(network(shortHaul, ["AA"], "11:00")));
    const competing = mean(basesOf(shortHaul, { ...ahead(day), airlines: ["AA"] }));
    expect(mean(basesOf(shortHaul, ahead(day), monopoly))).toBeGreaterThan(competing * 1.1);
  });

  test("the season and the day of the week: the end of July is more expensive than February, a Friday than a Wednesday", () => {
    // 2028-02-09 and 2028-07-26 are Wednesdays.
    const [february, july] = [day + 28, day + 196];
    expect(mean(basesOf(shortHaul, ahead(july)))).toBeGreaterThan(mean(basesOf(shortHaul, ahead(february))) * 1.1);
    expect(mean(basesOf(shortHaul, ahead(february + 2)))).toBeGreaterThan(mean(basesOf(shortHaul, ahead(february))));
  });
});
