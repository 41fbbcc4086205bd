/**
 * Measures the engine alone: all itineraries of 200 pairs by traffic, round trips, memory, scaling with the size of the network, and
 * minotor on the same queries. `npm run bench:engine`; results are compared with a brute-force search first.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  bestPairs,
  buildTimetable,
  createEnumeration,
  type Enumeration,
  instantOfLocal,
  minutesPerDay,
  openTimetable,
  parseEpochDay,
  type Timetable,
} from "@wayfare/engine";
import { loadFacts, makeWorld, scheduleServices } from "@wayfare/world";
import { BruteForceSearch } from "./brute-force-search.ts";
import { describeMachine, percentile } from "./machine.ts";
import { createPeer, type PeerItinerary } from "./minotor-peer.ts";
import { hasRealNetwork, readRealNetwork } from "./real-network.ts";
import { drawQueries, findAll, findForPricing, type PairOnDay } from "./slice-queries.ts";

const firstDay = parseEpochDay("2027-01-01");
const worldDays = 330;
/** Days of the queries: every season, weekdays and weekends, the clock changes in America and Europe. */
const days = [
  "2027-01-20",
  "2027-02-27",
  "2027-03-13",
  "2027-03-27",
  "2027-05-03",
  "2027-07-30",
  "2027-10-30",
  "2027-11-06",
];
const queryDays = days.map(parseEpochDay);
const pairs = 200;
const rounds = 10;
/** A network three times the real one has up to 27 times the itineraries: a brute-force search for all 200 pairs takes many minutes. */
const verifiedInLargest = 20;
const seed = 1;

interface Figures {
  network: string;
  patterns: number;
  markets: number;
  itineraries: number[];
  oneWay: Timings;
  roundTrip: Timings;
}

/** Milliseconds of every timed call, and the best time of each query, which is the time on an otherwise idle machine. */
interface Timings {
  all: number[];
  best: number[];
}

const print = (line: string) => process.stdout.write(`${line}\n`);
const ms = (value: number) => (value < 10 ? value.toFixed(3) : value.toFixed(1));
const inFull = (value: number) => Math.round(value).toLocaleString("en-US");

/** @throws Error at the first pair whose itineraries differ from those of the brute-force search. */
function verify(enumeration: Enumeration, queries: readonly PairOnDay[]): void {
  const { timetable, pool } = enumeration;
  for (const [day, queriesOfDay] of Map.groupBy(queries, (pairQuery) => pairQuery.day)) {
    const bruteForce = new BruteForceSearch(timetable, day);
    for (const pairQuery of queriesOfDay) {
      const found = findAll(enumeration, pairQuery);
      const itineraries = Array.from({ length: found.count }, (_, row) =>
        [found.first[row] ?? -1, found.second[row] ?? -1, found.third[row] ?? -1]
          .filter((flight) => flight >= 0)
          .map((flight) => `${pool.pattern[flight]}@${pool.departure[flight]}`)
          .join(" "),
      ).sort();
      const expected = bruteForce.itineraries(pairQuery.origin, pairQuery.destination);
      if (itineraries.join("\n") !== expected.join("\n")) {
        throw new Error(
          `${timetable.airports[pairQuery.origin]}–${timetable.airports[pairQuery.destination]}: ${itineraries.length} itineraries, but the brute-force search finds ${expected.length}`,
        );
      }
    }
  }
}

/** Times each query in `rounds` rounds, after as many untimed ones. */
function timeEach(queries: readonly PairOnDay[], search: (pairQuery: PairOnDay) => void): Timings {
  const all: number[] = [];
  const best = queries.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < 2 * rounds; round++) {
    for (const [at, pairQuery] of queries.entries()) {
      const startedAt = performance.now();
      search(pairQuery);
      const took = performance.now() - startedAt;
      if (round < rounds) continue;
      all.push(took);
      best[at] = Math.min(best[at] ?? took, took);
    }
  }
  return { all, best };
}

const stayDays = 7;
const roundTrips = 250;

/** Finds the best 250 round trips by generalized cost: both directions enumerated and limited to the itineraries that are priced. */
function findRoundTrips(out: Enumeration, back: Enumeration, pairQuery: PairOnDay): number {
  const outbound = findForPricing(out, pairQuery);
  const { origin, destination, day } = pairQuery;
  const inbound = findForPricing(back, { origin: destination, destination: origin, day: day + stayDays });
  const keyed = ({ cost, count }: { cost: Int32Array; count: number }) =>
    Array.from({ length: count }, (_, row) => ({ item: row, key: cost[row] ?? 0 }));
  return bestPairs(keyed(outbound), keyed(inbound), roundTrips, () => true).length;
}

/** @param verified number of pairs compared with the brute-force search, whose cost grows faster than the network. */
function measure(network: string, timetable: Timetable, verified = pairs): Figures {
  const enumeration = createEnumeration(timetable);
  const queries = drawQueries(timetable, pairs, queryDays, seed);
  verify(enumeration, queries.slice(0, verified));
  const itineraries = queries.map((pairQuery) => findAll(enumeration, pairQuery).count);
  const back = createEnumeration(timetable);
  return {
    network,
    patterns: timetable.marketOf.length,
    markets: timetable.marketOrigin.length,
    itineraries,
    oneWay: timeEach(queries, (pairQuery) => findAll(enumeration, pairQuery)),
    roundTrip: timeEach(queries, (pairQuery) => findRoundTrips(enumeration, back, pairQuery)),
  };
}

function printFigures(figures: readonly Figures[]): void {
  print(
    "\n| network | patterns | markets | itineraries: p50, p95, max | pairs without one | p50 ms | p95 ms | p99 ms | best of rounds p50 ms | p95 ms | round trips p50 ms | p95 ms | best of rounds p95 ms |",
  );
  print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
  for (const { network, patterns, markets, itineraries, oneWay, roundTrip } of figures) {
    const counts = [percentile(itineraries, 0.5), percentile(itineraries, 0.95), Math.max(...itineraries)]
      .map(inFull)
      .join(", ");
    const none = itineraries.filter((count) => count === 0).length;
    const cells = [
      ...[0.5, 0.95, 0.99].map((share) => percentile(oneWay.all, share)),
      ...[0.5, 0.95].map((share) => percentile(oneWay.best, share)),
      ...[0.5, 0.95].map((share) => percentile(roundTrip.all, share)),
      percentile(roundTrip.best, 0.95),
    ];
    print(`| ${[network, inFull(patterns), inFull(markets), counts, none, ...cells.map(ms)].join(" | ")} |`);
  }
}

/** Builds, saves and loads a world, and measures its queries in a separate process. */
function printBuild(network: string, build: () => SharedArrayBuffer): Timetable {
  const startedAt = performance.now();
  const buffer = build();
  const builtMs = performance.now() - startedAt;
  const directory = mkdtempSync(join(tmpdir(), "wayfare-bench-"));
  try {
    const path = join(directory, "world");
    writeFileSync(path, new Uint8Array(buffer));
    const script = new URL("engine-memory.ts", import.meta.url).pathname;
    const memoryUse: { rssBytes: number; loadedMs: number } = JSON.parse(
      execFileSync(process.execPath, [script, path, queryDays.join(",")], { encoding: "utf8" }),
    );
    const mib = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
    print(
      `| ${network} | ${ms(builtMs)} | ${ms(memoryUse.loadedMs)} | ${mib(buffer.byteLength)} | ${mib(memoryUse.rssBytes)} |`,
    );
  } finally {
    rmSync(directory, { recursive: true });
  }
  return openTimetable(buffer);
}

/** Compares earliest arrivals of the same pairs on one day, and explains differences. */
function comparePeer(timetable: Timetable): void {
  const day = queryDays[0] ?? firstDay;
  const queries = drawQueries(timetable, pairs, [day], seed);
  const bruteForce = new BruteForceSearch(timetable, day);
  const findPeerEarliest = createPeer(timetable, bruteForce.flights(), bruteForce);
  const enumeration = createEnumeration(timetable);
  const earliest = (pairQuery: PairOnDay) => {
    const found = findAll(enumeration, pairQuery);
    let arrival = Number.POSITIVE_INFINITY;
    for (let row = 0; row < found.count; row++) {
      const flights = [found.first[row] ?? -1, found.second[row] ?? -1, found.third[row] ?? -1];
      const last = flights.findLast((flight) => flight >= 0) ?? -1;
      arrival = Math.min(arrival, enumeration.pool.arrival[last] ?? 0);
    }
    return arrival;
  };
  const midnightOf = ({ origin }: PairOnDay) =>
    instantOfLocal(timetable.offsets, timetable.airportZone[origin] ?? 0, day * minutesPerDay);
  const reasons = new Map<string, number>();
  for (const pairQuery of queries) {
    const reason = explain(
      timetable,
      bruteForce,
      pairQuery,
      earliest(pairQuery),
      findPeerEarliest(pairQuery.origin, pairQuery.destination, midnightOf(pairQuery)),
    );
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  const ours = timeEach(queries, earliest).all;
  const peerResult: number[] = [];
  for (const pairQuery of queries) {
    const startedAt = performance.now();
    findPeerEarliest(pairQuery.origin, pairQuery.destination, midnightOf(pairQuery));
    peerResult.push(performance.now() - startedAt);
  }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  print("\n| earliest arrival, two transfers at most | p50 ms | p95 ms | mean ms |\n| --- | --- | --- | --- |");
  for (const [name, times] of [
    ["Wayfare, all itineraries, then the earliest", ours],
    ["minotor 1.0.7, earliest only", peerResult],
  ] as const) {
    print(`| ${name} | ${ms(percentile(times, 0.5))} | ${ms(percentile(times, 0.95))} | ${ms(mean(times))} |`);
  }
  const ratio = (share: number) => (percentile(peerResult, share) / percentile(ours, share)).toFixed(0);
  print(
    `\nRatio: ${ratio(0.5)} at p50, ${ratio(0.95)} at p95, ${(mean(peerResult) / mean(ours)).toFixed(0)} on average.`,
  );
  print(`Results: ${[...reasons].map(([reason, count]) => `${count} ${reason}`).join(", ")}.`);
}

/** Returns "equal" for equal arrival times, else the rule that the peer's earlier itinerary breaks. */
function explain(
  timetable: Timetable,
  bruteForce: BruteForceSearch,
  pairQuery: PairOnDay,
  ours: number,
  peerResult: PeerItinerary | null,
): string {
  if (peerResult === null)
    return ours === Number.POSITIVE_INFINITY ? "equal (neither has an itinerary)" : "peer has none (MISMATCH)";
  if (peerResult.arrival === ours) return "equal";
  if (peerResult.arrival > ours) return "peer later (MISMATCH)";
  const { origin, destination, day } = pairQuery;
  const midnightAfter = instantOfLocal(
    timetable.offsets,
    timetable.airportZone[origin] ?? 0,
    (day + 1) * minutesPerDay,
  );
  if ((peerResult.legs[0]?.departure ?? 0) >= midnightAfter)
    return "earlier: departs a day later, which the query excludes";
  const choices = peerResult.legs.map(({ from, to, departure }) => bruteForce.flightsAt(from, to, departure));
  const flownKm = choices.reduce((sum, [one]) => sum + (one?.km ?? 0), 0);
  if (choices.length > 1 && bruteForce.exceedsCircuity(flownKm, origin, destination))
    return "earlier: circuity limit exceeded";
  const broken = combinations(choices).map((flights) => bruteForce.brokenRule(flights, origin, 6 * 60));
  const [first] = broken;
  return first === undefined || broken.includes(null) ? "peer earlier (MISMATCH)" : `earlier: ${first}`;
}

function combinations<T>(choices: readonly T[][]): T[][] {
  return choices.reduce<T[][]>(
    (combined, next) => combined.flatMap((chosen) => next.map((one) => [...chosen, one])),
    [[]],
  );
}

print(`${describeMachine()}\n`);
print("| world × 330 days | built ms | loaded ms | buffer MiB | RSS after queries for 200 pairs, MiB |");
print("| --- | --- | --- | --- | --- |");
const real = hasRealNetwork() ? await readRealNetwork() : null;
const schedule = (share: number) => {
  if (real === null) throw new Error("the schedule of August 2016 is not available");
  return buildTimetable(scheduleServices(real.services, { ...real, firstDay, days: worldDays, share }).network);
};
const networks: [string, Timetable][] = [];
if (real !== null) networks.push(["August 2016", printBuild("August 2016", () => schedule(1))]);
networks.push(["sandbox", printBuild("sandbox (516 days)", () => makeWorld(loadFacts(), firstDay))]);
printFigures(networks.map(([name, timetable]) => measure(name, timetable)));
if (real === null) {
  print("\n../shared/data/network not found: measured the sandbox only.");
} else {
  comparePeer(networks[0]?.[1] ?? openTimetable(schedule(1)));
  print("\nScaling with network size: frequencies of August 2016 multiplied by a share.");
  printFigures(
    [0.1, 0.3, 1, 3].map((share) =>
      measure(`${100 * share} %`, openTimetable(schedule(share)), share > 1 ? verifiedInLargest : pairs),
    ),
  );
}
