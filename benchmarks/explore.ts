/**
 * Measures explorations in process on one thread: the lowest prices of a day, of a month and of the weekends of a month to every airport,
 * from origins drawn by traffic. `npm run bench:explore`; random destinations are compared with searches before timing starts.
 */
import { deepStrictEqual, ok } from "node:assert/strict";
import { addDays, type PlaceReference } from "@wayfare/contract";
import { openTimetable, parseEpochDay, unitHash } from "@wayfare/engine";
import {
  type CalendarDates,
  createSandboxSupplier,
  type ExploredDestination,
  type SearchQuery,
} from "@wayfare/suppliers";
import { loadFacts, makeWorld } from "@wayfare/world";
import { describeMachine, percentile } from "./machine.ts";
import { drawQueries } from "./slice-queries.ts";

const firstDate = "2027-01-01";
const firstDay = parseEpochDay(firstDate);
const searchedAtMs = Date.parse("2027-01-01T10:00:00Z");
const seed = 1;
const { signal } = new AbortController();

const print = (line: string) => process.stdout.write(`${line}\n`);
const dates = (count: number) => Array.from({ length: count }, (_, at) => addDays(firstDate, 30 + at));
const isFriday = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay() === 5;

const shapes: readonly { name: string; origins: number; includeAward: boolean; cells: CalendarDates[] }[] = [
  ...[false, true].map((includeAward) => ({
    name: "a day one way",
    origins: 50,
    includeAward,
    cells: dates(1).map((departureDate) => ({ departureDate, returnDate: null })),
  })),
  {
    name: "weekends of a month, 2 or 3 nights",
    origins: 10,
    includeAward: true,
    cells: dates(31)
      .filter(isFriday)
      .flatMap((departureDate) =>
        [2, 3].map((nights) => ({ departureDate, returnDate: addDays(departureDate, nights) })),
      ),
  },
  {
    name: "a month one way",
    origins: 10,
    includeAward: true,
    cells: dates(31).map((departureDate) => ({ departureDate, returnDate: null })),
  },
];

const buffer = makeWorld(loadFacts(), firstDay);
const timetable = openTimetable(buffer);
const sandbox = createSandboxSupplier({ version: "benchmark", buffer });
const everywhere = timetable.airports.map((code): PlaceReference => ({ code, kind: "airport" }));
const origins = [
  ...new Set(drawQueries(timetable, 400, [firstDay], seed).map(({ origin }) => timetable.airports[origin] ?? "")),
];

function searchFrom(
  code: string,
  includeAward: boolean,
): Omit<SearchQuery, "destination" | "departureDate" | "returnDate"> {
  return {
    origin: { code, kind: "airport" },
    cabin: "economy",
    cabinMatch: "main",
    travelers: { adults: 1, youths: 0, children: 0, infantsInSeat: 0, infants: 0 },
    includeCash: true,
    includeAward,
    maxStops: 2,
    limit: 1,
    currency: "USD",
    airlines: null,
    excludeAirlines: [],
    programs: null,
    departureTime: null,
    arrivalTime: null,
    maxDurationMinutes: null,
    sort: "price",
    allOffers: true,
  };
}

async function explore(code: string, includeAward: boolean, cells: CalendarDates[]): Promise<ExploredDestination[]> {
  const destinations = everywhere.filter((place) => place.code !== code);
  const query = { search: searchFrom(code, includeAward), destinations, cells };
  return (await sandbox.explore?.(query, { searchedAtMs, signal })) ?? [];
}

/** @throws AssertionError at the first destination that differs from a search. */
async function verify(): Promise<void> {
  let priced = 0;
  const cells = shapes[0]?.cells ?? [];
  for (const [n, code] of origins.slice(0, 5).entries()) {
    const found = await explore(code, false, cells);
    for (let sample = 0; sample < 40; sample++) {
      const one = found[Math.floor(unitHash(seed, n, sample, 1) * found.length)];
      const [cell] = cells;
      if (one === undefined || cell === undefined) continue;
      const query = { ...searchFrom(code, false), ...cell, destination: one.destination };
      const batches = await Array.fromAsync(sandbox.search(query, { searchedAtMs, deadlineMs: 60_000, signal }));
      const total = batches.flatMap(({ flights }) => flights)[0]?.cash[0]?.total ?? null;
      deepStrictEqual(one.cash?.value ?? null, total, `${code}-${one.destination.code} has the price of a search`);
      if (total !== null) priced++;
    }
  }
  ok(priced > 40, "many destinations have a price");
}

await verify();
print(`${describeMachine()}; to ${everywhere.length} airports, up to two stops, one thread\n`);
print("| dates | prices | origins | found, median | CPU p50 ms | p95 ms | max ms | wall p50 ms | p95 ms | max ms |");
print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
for (const { name, origins: count, includeAward, cells } of shapes) {
  const [cpu, wall, sizes]: [number[], number[], number[]] = [[], [], []];
  for (const code of origins.slice(0, count)) {
    const cpuBefore = process.threadCpuUsage();
    const startMs = performance.now();
    const found = await explore(code, includeAward, cells);
    wall.push(performance.now() - startMs);
    const { user, system } = process.threadCpuUsage(cpuBefore);
    cpu.push((user + system) / 1000);
    sizes.push(found.filter(({ cash, award }) => cash !== null || award !== null).length);
  }
  const figures = [cpu, wall].flatMap((all) => [0.5, 0.95, 1].map((share) => percentile(all, share).toFixed(0)));
  const prices = includeAward ? "money and miles" : "money";
  print(`| ${name} | ${prices} | ${cpu.length} | ${percentile(sizes, 0.5)} | ${figures.join(" | ")} |`);
}
