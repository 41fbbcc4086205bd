/**
 * Measures calendars in process on one thread: a year one way, stays of 5 to 7 nights over a year, and 60 by 60 days, for pairs drawn by
 * traffic, in money and in miles. `npm run bench:calendar`; 200 random cells are compared with searches before timing starts.
 */
import { deepStrictEqual, ok } from "node:assert/strict";
import {
  type CalendarCell,
  type CalendarPrices,
  createCalendarPricer,
  createSearcher,
  type FlightSearch,
  type FoundFare,
  minutesPerDay,
  openTimetable,
  parseEpochDay,
  plainSearch,
  unitHash,
} from "@wayfare/engine";
import { loadFacts, makeWorld } from "@wayfare/world";
import { cashCents } from "./found-options.ts";
import { describeMachine, percentile } from "./machine.ts";
import { drawQueries } from "./slice-queries.ts";

const firstDay = parseEpochDay("2027-01-01");
const searchedAtMinutes = firstDay * minutesPerDay + 600;
const pairs = 50;
const verifiedCells = 200;
const seed = 1;

const print = (line: string) => process.stdout.write(`${line}\n`);
const range = (count: number) => Array.from({ length: count }, (_, i) => i);

const shapes: Record<string, CalendarCell[]> = {
  "a year one way": range(330).map((at) => ({ day: firstDay + 1 + at, returnDay: null })),
  "5 to 7 nights over a year": range(323).flatMap((at) =>
    [5, 6, 7].map((nights) => ({ day: firstDay + 1 + at, returnDay: firstDay + 1 + at + nights })),
  ),
  "60 × 60 days": range(60).flatMap((at) =>
    range(60).map((back) => ({ day: firstDay + 30 + at, returnDay: firstDay + 90 + back })),
  ),
};

const timetable = openTimetable(makeWorld(loadFacts(), firstDay));
const searcher = createSearcher(timetable);
const pricer = createCalendarPricer(timetable);
const searches = drawQueries(timetable, pairs, [firstDay], seed).map(
  ({ origin, destination, day }): FlightSearch => ({
    ...plainSearch,
    origin: timetable.airports[origin] ?? "",
    destination: timetable.airports[destination] ?? "",
    day,
    allOffers: true,
    searchedAtMinutes,
  }),
);

const centsOf = (fares: readonly FoundFare[]) =>
  fares.reduce((sum, { count, baseCents, taxes, surcharges }) => {
    const charges = [...taxes, ...surcharges].reduce((all, { usdCents }) => all + usdCents, 0);
    return sum + count * (baseCents + charges);
  }, 0);

function price(search: FlightSearch, cells: readonly CalendarCell[]): CalendarPrices {
  const steps = pricer.priceInSteps({ search, cells, totalOf: centsOf });
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** @throws AssertionError at the first cell that differs from a search. */
function verify(): void {
  let priced = 0;
  for (const [n, search] of searches.entries()) {
    const cells = Object.values(shapes)[n % 3] ?? [];
    const prices = price(search, cells);
    for (let sample = 0; sample < verifiedCells / pairs; sample++) {
      const at = Math.floor(unitHash(seed, n, sample, 1) * cells.length);
      const cell = { ...search, ...cells[at] };
      const cheapest = (changes: Partial<FlightSearch>) => {
        const offer = searcher.search({ ...cell, includeAward: false, ...changes })[0]?.cash[0];
        return offer === undefined ? null : cashCents(offer);
      };
      const found = [prices.cash.any[at], prices.cash.nonstop[at]];
      deepStrictEqual(found, [cheapest({}), cheapest({ maxStops: 0 })], "a cell has the price of a search");
      if (found[0] !== null) priced++;
      for (const { program, any } of prices.award.slice(0, 3)) {
        const [flight] = searcher.search({ ...cell, programs: [program], includeCash: false, sort: "miles" });
        deepStrictEqual(any[at], flight?.award[0]?.fares[0]?.miles ?? null, "a cell has the miles of a search");
      }
    }
  }
  ok(priced > verifiedCells / 2, "most cells have a price");
}

verify();
print(`${describeMachine()}; ${pairs} pairs by traffic, one thread, ${verifiedCells} cells equal to searches\n`);
print("| calendar | prices | CPU p50 ms | p95 ms | max ms | wall p50 ms | p95 ms | max ms |");
print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |");
for (const [name, cells] of Object.entries(shapes)) {
  for (const includeAward of [false, true]) {
    const [cpu, wall]: [number[], number[]] = [[], []];
    for (const search of searches) {
      const cpuBefore = process.threadCpuUsage();
      const startMs = performance.now();
      price({ ...search, includeAward }, cells);
      wall.push(performance.now() - startMs);
      const { user, system } = process.threadCpuUsage(cpuBefore);
      cpu.push((user + system) / 1000);
    }
    const figures = [cpu, wall].flatMap((all) => [0.5, 0.95, 1].map((share) => percentile(all, share).toFixed(0)));
    const prices = includeAward ? "money and miles" : "money";
    print(`| ${name} | ${prices} | ${figures.join(" | ")} |`);
  }
}
