/**
 * Measures whole searches in process on one thread: cash, awards and the ranking score, one way and round trip, for pairs drawn by traffic.
 * `npm run bench:search`; every result is verified before timing starts.
 */
import { deepStrictEqual } from "node:assert/strict";
import {
  createSearcher,
  type FlightSearch,
  type FoundFlight,
  greatCircleKm,
  minutesPerDay,
  openTimetable,
  parseEpochDay,
  plainSearch,
  rank,
  type Searcher,
  type Timetable,
} from "@wayfare/engine";
import { loadFacts, makeWorld } from "@wayfare/world";
import { cashCents, optionsOf } from "./found-options.ts";
import { describeMachine, percentile } from "./machine.ts";
import { drawQueries } from "./slice-queries.ts";

const firstDay = parseEpochDay("2027-01-01");
const departures = ["2027-02-10", "2027-03-19", "2027-05-03", "2027-07-30", "2027-10-02", "2027-12-22"].map(
  parseEpochDay,
);
const searchedAtMinutes = parseEpochDay("2027-01-30") * minutesPerDay + 600;
const pairs = 200;
const verifiedFresh = 20;
const warmUpRounds = 3;
const timedRounds = 5;
const stayNights = 7;
const seed = 1;

const print = (line: string) => process.stdout.write(`${line}\n`);
const wording = { formatMoney: (minor: number) => `$${(minor / 100).toFixed(2)}` };

function searchesOf(timetable: Timetable, roundTrip: boolean): FlightSearch[] {
  return drawQueries(timetable, pairs, departures, seed).map(({ origin, destination, day }) => ({
    ...plainSearch,
    origin: timetable.airports[origin] ?? "",
    destination: timetable.airports[destination] ?? "",
    day,
    returnDay: roundTrip ? day + stayNights : null,
    searchedAtMinutes,
  }));
}

/** Places of each side of the searches between lists. */
const placesASide = 10;

/** The searches with the airports nearest to each end added, from other cities than the others. */
function betweenLists(timetable: Timetable, searches: readonly FlightSearch[]): FlightSearch[] {
  const nearest = (code: string, others: ReadonlySet<number>) => {
    const center = timetable.airportIndex.get(code) ?? 0;
    const km = (airport: number) => airportsKm(timetable, center, airport);
    return timetable.airports
      .map((_, airport) => airport)
      .filter((airport) => isServed(timetable, airport) && !others.has(timetable.airportCity[airport] ?? 0))
      .sort((a, b) => km(a) - km(b))
      .slice(0, placesASide);
  };
  const codes = (list: readonly number[]) => list.map((airport) => `airport:${timetable.airports[airport]}`);
  return searches.map((search) => {
    const [from, to] = [String(search.origin), String(search.destination)];
    const own = new Set([timetable.airportCity[timetable.airportIndex.get(to) ?? 0] ?? 0]);
    const origins = nearest(from, own);
    const cities = new Set(origins.map((airport) => timetable.airportCity[airport] ?? 0));
    return { ...search, origin: codes(origins), destination: codes(nearest(to, cities)) };
  });
}

function isServed({ outFirst }: Timetable, airport: number): boolean {
  return (outFirst[airport + 1] ?? 0) > (outFirst[airport] ?? 0);
}

function airportsKm({ airportLatitude, airportLongitude }: Timetable, a: number, b: number): number {
  const at = (airport: number) => ({
    latitude: airportLatitude[airport] ?? 0,
    longitude: airportLongitude[airport] ?? 0,
  });
  return greatCircleKm(at(a), at(b));
}

function answer(timetable: Timetable, searcher: Searcher, search: FlightSearch) {
  const flights = searcher.search(search);
  return { flights, ranked: rank(optionsOf(timetable, flights), { profile: "leisure" }, wording) };
}

/** @throws AssertionError at the first invalid result. */
function verify(timetable: Timetable, searcher: Searcher, searches: readonly FlightSearch[]): void {
  for (const [at, search] of searches.entries()) {
    const { flights, ranked } = answer(timetable, searcher, search);
    // Flights without a cash price are sorted by the cost of their awards.
    const prices = flights.flatMap(({ cheapestCash }) => (cheapestCash === null ? [] : [cashCents(cheapestCash)]));
    deepStrictEqual(
      prices,
      prices.toSorted((a, b) => (a === b ? 0 : a - b)),
      "flights are sorted by price",
    );
    for (const flight of flights) verifyFlight(flight, search);
    const scores = ranked.map(({ score }) => score);
    deepStrictEqual(
      ranked.map(({ rank: place }) => place),
      scores.map((_, i) => i + 1),
    );
    if (at >= verifiedFresh) continue;
    deepStrictEqual(createSearcher(timetable).search(search), flights, "a new searcher returns the same");
    // The limit keeps the cheapest flight: a search for all flights finds none that is cheaper.
    const [cheapest] = searcher.search({
      ...search,
      limit: search.returnDay === null ? 500 : 100,
      includeAward: false,
    });
    const lowest = cheapest?.cheapestCash ? cashCents(cheapest.cheapestCash) : Infinity;
    deepStrictEqual(prices[0] ?? Infinity, lowest, "the cheapest is in the result");
  }
}

/** Checks that segments connect, layovers are long enough, and amounts are whole cents. */
function verifyFlight({ slices, cash }: FoundFlight, { searchedAtMinutes: now }: FlightSearch): void {
  for (const { segments, layovers } of slices) {
    for (const [i, { departureEpochMinutes }] of segments.entries()) {
      const layover = layovers[i - 1];
      const arrival = segments[i - 1]?.arrivalEpochMinutes ?? now;
      const fits = layover === undefined || layover.durationMinutes >= layover.minimumMinutes;
      deepStrictEqual([departureEpochMinutes > arrival, fits], [true, true]);
    }
  }
  for (const offer of cash) deepStrictEqual(Number.isInteger(cashCents(offer)) && offer.seatsRemaining > 0, true);
}

interface Timings {
  wall: number[];
  /** CPU time of this thread: equals wall-clock time on an idle machine, minus the garbage collector's threads. */
  cpu: number[];
}

function measure(timetable: Timetable, searcher: Searcher, searches: readonly FlightSearch[]): Timings {
  const timings: Timings = { wall: [], cpu: [] };
  for (let round = 0; round < warmUpRounds + timedRounds; round++) {
    for (const search of searches) {
      const cpuBefore = process.threadCpuUsage();
      const startedAt = performance.now();
      answer(timetable, searcher, search);
      const wall = performance.now() - startedAt;
      const { user, system } = process.threadCpuUsage(cpuBefore);
      if (round < warmUpRounds) continue;
      timings.wall.push(wall);
      timings.cpu.push((user + system) / 1000);
    }
  }
  return timings;
}

const timetable = openTimetable(makeWorld(loadFacts(), firstDay));
const searcher = createSearcher(timetable);
print(`${describeMachine()}; ${pairs} pairs by traffic, cash, awards and score, one thread\n`);
print(
  "| search | CPU p50 ms | p95 ms | p99 ms | wall p50 ms | p95 ms | p99 ms |\n| --- | --- | --- | --- | --- | --- | --- |",
);
for (const [name, roundTrip, isBetweenLists] of [
  ["one way", false, false],
  ["round trip", true, false],
  ["one way, 10 × 10 airports", false, true],
] as const) {
  const drawn = searchesOf(timetable, roundTrip);
  const searches = isBetweenLists ? betweenLists(timetable, drawn) : drawn;
  verify(timetable, searcher, searches);
  const { wall, cpu } = measure(timetable, searcher, searches);
  const figures = [cpu, wall].flatMap((all) => [0.5, 0.95, 0.99].map((share) => percentile(all, share)));
  print(`| ${name} | ${figures.map((figure) => figure.toFixed(2)).join(" | ")} |`);
}
