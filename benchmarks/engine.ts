/**
 * Measures the engine alone: every way of 200 pairs by traffic, round trips, memory, the shape of the cost over the network's
 * size, and minotor on the same question. `npm run bench:engine`; answers are compared with a slow enumerator first.
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
import { describeMachine, percentile } from "./machine.ts";
import { createPeer, type PeerWay } from "./minotor-peer.ts";
import { hasRealNetwork, readRealNetwork } from "./real-network.ts";
import { askAll, askForPricing, drawQuestions, type PairOnDay } from "./slice-questions.ts";
import { SlowEnumerator } from "./slow-enumerator.ts";

const firstDay = parseEpochDay("2027-01-01");
const worldDays = 330;
/** Days that questions are drawn from: every season, weekdays and weekends, the changes of clocks in America and Europe. */
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
const askedDays = days.map(parseEpochDay);
const pairs = 200;
const rounds = 10;
/** A network three times the real one has up to 27 times the ways: trying everything for all 200 pairs takes many minutes. */
const verifiedOfLargest = 20;
const seed = 1;

interface Figures {
  network: string;
  patterns: number;
  markets: number;
  ways: number[];
  oneWay: Timings;
  roundTrip: Timings;
}

/** Milliseconds: of every timed call, and the best of each question's, which is what a shared machine takes when nothing disturbs it. */
interface Timings {
  all: number[];
  best: number[];
}

const print = (line: string) => process.stdout.write(`${line}\n`);
const ms = (value: number) => (value < 10 ? value.toFixed(3) : value.toFixed(1));
const inFull = (value: number) => Math.round(value).toLocaleString("en-US");

/** @throws Error at the first pair whose ways are not those that trying everything finds. */
function verify(enumeration: Enumeration, questions: readonly PairOnDay[]): void {
  const { timetable, pool } = enumeration;
  for (const [day, ofDay] of Map.groupBy(questions, (question) => question.day)) {
    const slow = new SlowEnumerator(timetable, day);
    for (const question of ofDay) {
      const found = askAll(enumeration, question);
      const ways = Array.from({ length: found.count }, (_, row) =>
        [found.first[row] ?? -1, found.second[row] ?? -1, found.third[row] ?? -1]
          .filter((flight) => flight >= 0)
          .map((flight) => `${pool.pattern[flight]}@${pool.departure[flight]}`)
          .join(" "),
      ).sort();
      const expected = slow.ways(question.origin, question.destination);
      if (ways.join("\n") !== expected.join("\n")) {
        throw new Error(
          `${timetable.airports[question.origin]}–${timetable.airports[question.destination]}: ${ways.length} ways, and trying everything finds ${expected.length}`,
        );
      }
    }
  }
}

/** Times each question, after as many rounds that are not. */
function timeEach(questions: readonly PairOnDay[], ask: (question: PairOnDay) => void): Timings {
  const all: number[] = [];
  const best = questions.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < 2 * rounds; round++) {
    for (const [at, question] of questions.entries()) {
      const startedAt = performance.now();
      ask(question);
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

/** The best 250 round trips by generalised cost, both directions enumerated and cut to what is priced. */
function askRoundTrip(out: Enumeration, back: Enumeration, question: PairOnDay): number {
  const there = askForPricing(out, question);
  const { origin, destination, day } = question;
  const home = askForPricing(back, { origin: destination, destination: origin, day: day + stayDays });
  const keyed = ({ cost, count }: { cost: Int32Array; count: number }) =>
    Array.from({ length: count }, (_, row) => ({ item: row, key: cost[row] ?? 0 }));
  return bestPairs(keyed(there), keyed(home), roundTrips, () => true).length;
}

/** @param verified of the pairs, how many are compared with the slow enumerator: its cost grows faster than the network. */
function measure(network: string, timetable: Timetable, verified = pairs): Figures {
  const enumeration = createEnumeration(timetable);
  const questions = drawQuestions(timetable, pairs, askedDays, seed);
  verify(enumeration, questions.slice(0, verified));
  const ways = questions.map((question) => askAll(enumeration, question).count);
  const back = createEnumeration(timetable);
  return {
    network,
    patterns: timetable.marketOf.length,
    markets: timetable.marketOrigin.length,
    ways,
    oneWay: timeEach(questions, (question) => askAll(enumeration, question)),
    roundTrip: timeEach(questions, (question) => askRoundTrip(enumeration, back, question)),
  };
}

function printFigures(figures: readonly Figures[]): void {
  print(
    "\n| network | patterns | markets | ways: p50, p95, most | pairs with none | p50 ms | p95 ms | p99 ms | undisturbed p50 ms | p95 ms | round trips p50 ms | p95 ms | undisturbed p95 ms |",
  );
  print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
  for (const { network, patterns, markets, ways, oneWay, roundTrip } of figures) {
    const counts = [percentile(ways, 0.5), percentile(ways, 0.95), Math.max(...ways)].map(inFull).join(", ");
    const none = ways.filter((count) => count === 0).length;
    const cells = [
      ...[0.5, 0.95, 0.99].map((share) => percentile(oneWay.all, share)),
      ...[0.5, 0.95].map((share) => percentile(oneWay.best, share)),
      ...[0.5, 0.95].map((share) => percentile(roundTrip.all, share)),
      percentile(roundTrip.best, 0.95),
    ];
    print(`| ${[network, inFull(patterns), inFull(markets), counts, none, ...cells.map(ms)].join(" | ")} |`);
  }
}

/** Builds, saves and loads a world, and asks it in a process of its own. */
function printBuild(network: string, build: () => SharedArrayBuffer): Timetable {
  const startedAt = performance.now();
  const buffer = build();
  const builtMs = performance.now() - startedAt;
  const directory = mkdtempSync(join(tmpdir(), "wayfare-bench-"));
  try {
    const path = join(directory, "world");
    writeFileSync(path, new Uint8Array(buffer));
    const script = new URL("engine-memory.ts", import.meta.url).pathname;
    const answer: { rssBytes: number; loadedMs: number } = JSON.parse(
      execFileSync(process.execPath, [script, path, askedDays.join(",")], { encoding: "utf8" }),
    );
    const mib = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
    print(
      `| ${network} | ${ms(builtMs)} | ${ms(answer.loadedMs)} | ${mib(buffer.byteLength)} | ${mib(answer.rssBytes)} |`,
    );
  } finally {
    rmSync(directory, { recursive: true });
  }
  return openTimetable(buffer);
}

/** Earliest arrivals of the same pairs on one day, by both, and why they differ where they do. */
function comparePeer(timetable: Timetable): void {
  const day = askedDays[0] ?? firstDay;
  const questions = drawQuestions(timetable, pairs, [day], seed);
  const slow = new SlowEnumerator(timetable, day);
  const askPeer = createPeer(timetable, slow.flights(), slow);
  const enumeration = createEnumeration(timetable);
  const earliest = (question: PairOnDay) => {
    const found = askAll(enumeration, question);
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
  for (const question of questions) {
    const reason = explain(
      timetable,
      slow,
      question,
      earliest(question),
      askPeer(question.origin, question.destination, midnightOf(question)),
    );
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  const ours = timeEach(questions, earliest).all;
  const theirs: number[] = [];
  for (const question of questions) {
    const startedAt = performance.now();
    askPeer(question.origin, question.destination, midnightOf(question));
    theirs.push(performance.now() - startedAt);
  }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  print("\n| earliest arrival, two transfers at most | p50 ms | p95 ms | mean ms |\n| --- | --- | --- | --- |");
  for (const [name, times] of [
    ["Wayfare, all ways and the earliest of them", ours],
    ["minotor 1.0.7, the earliest", theirs],
  ] as const) {
    print(`| ${name} | ${ms(percentile(times, 0.5))} | ${ms(percentile(times, 0.95))} | ${ms(mean(times))} |`);
  }
  const ratio = (share: number) => (percentile(theirs, share) / percentile(ours, share)).toFixed(0);
  print(`\nRatio: ${ratio(0.5)} at p50, ${ratio(0.95)} at p95, ${(mean(theirs) / mean(ours)).toFixed(0)} in the mean.`);
  print(`Answers: ${[...reasons].map(([reason, count]) => `${count} ${reason}`).join(", ")}.`);
}

/** Whether both arrive at the same minute, and if not, the rule that the peer's earlier way breaks. */
function explain(
  timetable: Timetable,
  slow: SlowEnumerator,
  question: PairOnDay,
  ours: number,
  theirs: PeerWay | null,
): string {
  if (theirs === null)
    return ours === Number.POSITIVE_INFINITY ? "equal (neither has a way)" : "peer has none (MISMATCH)";
  if (theirs.arrival === ours) return "equal";
  if (theirs.arrival > ours) return "peer later (MISMATCH)";
  const { origin, destination, day } = question;
  const midnightAfter = instantOfLocal(
    timetable.offsets,
    timetable.airportZone[origin] ?? 0,
    (day + 1) * minutesPerDay,
  );
  if ((theirs.legs[0]?.departure ?? 0) >= midnightAfter) return "earlier by leaving a day later, which is not asked";
  const choices = theirs.legs.map(({ from, to, departure }) => slow.flightsAt(from, to, departure));
  const flownKm = choices.reduce((sum, [one]) => sum + (one?.km ?? 0), 0);
  if (choices.length > 1 && slow.bendsTooFar(flownKm, origin, destination))
    return "earlier by a way that bends too far";
  const broken = combinations(choices).map((way) => slow.brokenRule(way, origin, 6 * 60));
  const [first] = broken;
  return first === undefined || broken.includes(null) ? "peer earlier (MISMATCH)" : `earlier: ${first}`;
}

function combinations<T>(choices: readonly T[][]): T[][] {
  return choices.reduce<T[][]>((ways, next) => ways.flatMap((way) => next.map((one) => [...way, one])), [[]]);
}

print(`${describeMachine()}\n`);
print("| world × 330 days | built ms | loaded ms | buffer MiB | RSS of a process that asked 200 pairs, MiB |");
print("| --- | --- | --- | --- | --- |");
const real = hasRealNetwork() ? await readRealNetwork() : null;
const schedule = (share: number) => {
  if (real === null) throw new Error("the schedule of August 2016 is not at hand");
  return buildTimetable(scheduleServices(real.services, { ...real, firstDay, days: worldDays, share }).network);
};
const networks: [string, Timetable][] = [];
if (real !== null) networks.push(["August 2016", printBuild("August 2016", () => schedule(1))]);
networks.push(["sandbox", printBuild("sandbox (516 days)", () => makeWorld(loadFacts(), firstDay))]);
printFigures(networks.map(([name, timetable]) => measure(name, timetable)));
if (real === null) {
  print("\nWithout ../shared/data/network: only the sandbox was measured.");
} else {
  comparePeer(networks[0]?.[1] ?? openTimetable(schedule(1)));
  print("\nCost over the size of the network: frequencies of August 2016 times a share.");
  printFigures(
    [0.1, 0.3, 1, 3].map((share) =>
      measure(`${100 * share} %`, openTimetable(schedule(share)), share > 1 ? verifiedOfLargest : pairs),
    ),
  );
}
