/**
 * Counts flights in closed markets and itineraries that are cabotage, in the generated world and in one without the facts about them, and
 * compares the time of searches in both.
 *
 *     npm run quality:markets [-- --check]
 *
 * `--check` exits with 1 if the generated world has any of it.
 */
import { parseArgs } from "node:util";
import { createSearcher, openTimetable, parseEpochDay, plainSearch, type Timetable } from "@wayfare/engine";
import { loadFacts, makeWorld } from "@wayfare/world";
import { countCabotage, type DomesticMarket } from "./world/cabotage.ts";
import { countClosedFlights, countFlightsWithRussia, withOpenMarkets } from "./world/closed-markets.ts";

const { values: requested } = parseArgs({ options: { check: { type: "boolean", default: false } } });
const facts = loadFacts();
const worldFirstDay = parseEpochDay("2027-03-01");
/** A Monday; the flights of the week that begins on it are counted. */
const day = parseEpochDay("2027-03-08");
const timedPairs = ["SFO BOS", "JFK LAX", "JFK LHR", "LHR SIN"];
const rounds = 25;

const worlds = [facts, withOpenMarkets(facts)].map((used) => openTimetable(makeWorld(used, worldFirstDay)));
const [made, open] = worlds;
if (made === undefined || open === undefined) throw new Error("no world was made");

const figures = [made, open].map((timetable) => {
  const closed = countClosedFlights(timetable, facts, day);
  const markets = countCabotage(timetable, facts, day);
  return {
    closed,
    markets,
    closedFlights: sum([...closed.values()]),
    withRussia: countFlightsWithRussia(timetable, day),
    cabotage: sum(markets.map(({ cabotage }) => cabotage)),
    itineraries: sum(markets.map(({ itineraries }) => itineraries)),
  };
});
const [now, before] = figures;
if (now === undefined || before === undefined) throw new Error("no figures");

console.log("flights per day over closed markets, and itineraries of one day: without the facts, with them");
console.log(`closed markets               ${before.closedFlights.toFixed(1)}  ${now.closedFlights.toFixed(1)}`);
console.log(`Russia and 33 countries      ${before.withRussia.toFixed(1)}  ${now.withRussia.toFixed(1)}`);
console.log(`cabotage in ${now.markets.length} markets       ${before.cabotage}  ${now.cabotage}`);
console.log(`all itineraries in them      ${before.itineraries}  ${now.itineraries}`);
console.log("\nclosed markets without the facts, flights per day");
for (const [name, flights] of [...before.closed].sort(([, a], [, b]) => b - a)) {
  console.log(`${flights.toFixed(1).padStart(7)}  ${name}`);
}
console.log("\ncabotage by market: itineraries without the facts, of these cabotage, itineraries with the facts");
for (const [at, market] of before.markets.entries()) console.log(describeMarket(market, now.markets[at]));
console.log("\nmilliseconds of a search, best of interleaved rounds: without the facts, with them");
for (const pair of timedPairs)
  console.log(
    `${pair}  ${timeOf(pair)
      .map((ms) => ms.toFixed(1))
      .join("  ")}`,
  );
if (requested.check && now.closedFlights + now.withRussia + now.cabotage > 0) process.exitCode = 1;

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function describeMarket({ name, itineraries, cabotage }: DomesticMarket, kept: DomesticMarket | undefined): string {
  return `${name}  ${itineraries}  ${cabotage}  ${kept?.itineraries ?? 0}`;
}

/** Best times of a one-way search in the open and in the generated world. */
function timeOf(pair: string): number[] {
  const [origin = "", destination = ""] = pair.split(" ");
  const searchers = [open, made].map((timetable: Timetable | undefined) => timetable && createSearcher(timetable));
  const best = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < rounds; round++) {
    for (const [at, searcher] of searchers.entries()) {
      const startedMs = performance.now();
      searcher?.search({ ...plainSearch, origin, destination, day, searchedAtMinutes: (day - 30) * 1440 });
      best[at] = Math.min(best[at] ?? Number.POSITIVE_INFINITY, performance.now() - startedMs);
    }
  }
  return best;
}
