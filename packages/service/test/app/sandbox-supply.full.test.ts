import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Flight, SearchRequest } from "@wayfare/contract";
import { previewSearch } from "@wayfare/search";
import { parseSettings } from "@wayfare/settings";
import { readVersion } from "@wayfare/suppliers";
import { loadTimeZones } from "@wayfare/world";
import { pino } from "pino";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { eventually } from "../../../../tests/eventually.ts";
import { writeTzif } from "../../../world/test/time-zones/written-tzif.ts";
import { makeSandboxSupply } from "../../src/app/sandbox-supply.ts";
import { cachedSandbox } from "../cached-sandbox.ts";

const nowMs = Date.parse("2026-11-21T10:00:00Z");
const directory = mkdtempSync(join(tmpdir(), "wayfare-fares-"));

/** Creates the supply of a deployment with this fares file. */
async function openSupply(table: string | null) {
  const path = join(directory, "fares.csv");
  if (table !== null) writeFileSync(path, table);
  return makeSandboxSupply({
    settings: parseSettings({ environment: { SEARCH_THREADS: "1", FARES_FILE: table === null ? undefined : path } }),
    dataDirectory: cachedSandbox,
    clock: { nowMs: () => nowMs },
    log: pino({ enabled: false }),
  });
}

async function supplyWith(table: string | null) {
  const supply = await openSupply(table);
  onTestFinished(() => supply.close());
  return supply;
}

const [, example = ""] =
  /```csv\n(.*?)```/s.exec(readFileSync(new URL("../../../../docs/guides/fares.md", import.meta.url), "utf8")) ?? [];

/** Offers of flights that the carrier operates on all segments, which excludes codeshares. */
function flownBy(carrier: string, flights: readonly Flight[]) {
  const isFlown = ({ slices }: Flight) =>
    slices.every(({ segments }) => segments.every(({ operatingCarrier }) => operatingCarrier === carrier));
  return flights.filter(isFlown).flatMap(({ cash }) => cash);
}

// The world is generated once, outside of the test timeouts.
beforeAll(async () => {
  await (await openSupply(null)).close();
});

test("searches return the fares of FARES_FILE with their price and fare basis", async () => {
  const supply = await supplyWith(example);
  const request = { origin: "LHR", destination: "JFK", departureDate: "2027-01-20", maxStops: 0 as const, limit: 250 };
  const { flights } = await previewSearch(supply, { ...request, cabin: "business", airlines: ["BA"] }, nowMs);
  const offers = flownBy("BA", flights);
  expect(offers.length).toBeGreaterThan(0);
  for (const { base, fareBrand, segments, refundable } of offers) {
    expect([base?.amount, fareBrand, refundable]).toEqual(["2950.50", "Business Flex", true]);
    expect(segments).toMatchObject([{ fareBasis: "JLO", bookingClass: "J", baggage: { carryOn: 2, checked: 2 } }]);
  }
  const { flights: trips } = await previewSearch(
    supply,
    { ...request, returnDate: "2027-01-27", airlines: ["BA"] },
    nowMs,
  );
  const bases = new Set(flownBy("BA", trips).map(({ base }) => base?.amount));
  expect(bases).toEqual(new Set(["450.00"]));
});

test("the world version includes the fares file, so that offers are not repriced with other fares", async () => {
  const versions = [];
  for (const table of [null, example, example.replace("219", "220")]) {
    versions.push(readVersion((await supplyWith(table)).runner.versionsOf("live"), "sandbox") ?? "");
  }
  const [plain = "", ...others] = versions;
  expect(new Set(versions).size).toBe(3);
  for (const version of others) expect(version.startsWith(`${plain}-fares-`)).toBe(true);
});

test("an invalid or missing fares file fails the start and names the line or file", async () => {
  await expect(supplyWith(example.replace("2950.50", "much"))).rejects.toThrow(
    /invalid fares in .*fares\.csv:\n {2}line 4: usd is "much", not dollars with up to two decimals/,
  );
  const settings = parseSettings({ environment: { FARES_FILE: join(directory, "absent.csv") } });
  const log = pino({ enabled: false });
  await expect(
    makeSandboxSupply({ settings, dataDirectory: cachedSandbox, clock: { nowMs: () => nowMs }, log }),
  ).rejects.toThrow(/cannot read FARES_FILE .*absent\.csv: ENOENT/);
});

test.each([
  ["DFW", "JFK", "DAL"],
  ["SYD", "MEL", "WSI"],
  ["IST", "AYT", "SAW"],
  ["BKK", "SIN", "DMK"],
])(
  "a search from airport %s to %s returns its flights only; from the city also those of %s",
  async (origin, destination, other) => {
    const supply = await supplyWith(null);
    const originsOf = async (request: SearchRequest) => {
      const { flights } = await previewSearch(supply, { ...request, limit: 250 }, nowMs);
      expect(new Set(flights.map(({ slices }) => slices[0]?.destination))).toEqual(new Set([destination]));
      return new Set(flights.map(({ slices }) => slices[0]?.origin));
    };
    const request = { destination, departureDate: "2027-01-20" };
    expect(await originsOf({ ...request, origin })).toEqual(new Set([origin]));
    expect(await originsOf({ ...request, origin: `city:${origin}` })).toContain(other);
  },
);

test.each([
  // Manitoba keeps its summer time from November 2026, which Node 24.21 does not know.
  ["YWG", "YYZ", "-05:00"],
  ["CUU", "MEX", "-06:00"],
])("flights from %s to %s depart in the local time of the law of 2027", async (origin, destination, offset) => {
  const supply = await supplyWith(null);
  const { flights } = await previewSearch(supply, { origin, destination, departureDate: "2027-01-20" }, nowMs);
  const departures = flights.map(({ slices }) => slices[0]?.departureAt.slice(-6));
  expect(new Set(departures)).toEqual(new Set([offset]));
  expect(supply.timeZones).toEqual({ release: loadTimeZones().release, source: "facts" });
});

test("searches and their threads use the time zones of TZ_DATA, and the world has another version", async () => {
  const folder = mkdtempSync(join(tmpdir(), "wayfare-zones-"));
  writeFileSync(join(folder, "+VERSION"), "2027a");
  for (const name of loadTimeZones().clocks.keys()) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), writeTzif({ types: [10_800], footer: "MSK-3" }));
  }
  const supply = await makeSandboxSupply({
    settings: parseSettings({ environment: { SEARCH_THREADS: "1", TZ_DATA: folder } }),
    // In the cache it would replace the world of the other tests.
    dataDirectory: mkdtempSync(join(tmpdir(), "wayfare-world-")),
    clock: { nowMs: () => nowMs },
    log: pino({ enabled: false }),
  });
  onTestFinished(() => supply.close());
  const request = { origin: "JFK", destination: "LHR", departureDate: "2027-01-20" };
  const { flights } = await previewSearch(supply, request, nowMs);
  expect(new Set(flights.map(({ slices }) => slices[0]?.departureAt.slice(-6)))).toEqual(new Set(["+03:00"]));
  expect(supply.timeZones).toEqual({ release: "2027a", source: "TZ_DATA" });
  const versionOf = ({ runner }: typeof supply) => readVersion(runner.versionsOf("live"), "sandbox");
  expect(versionOf(supply)).not.toBe(versionOf(await supplyWith(null)));
});

test("the reference lists contain every program, airline and aircraft that a search can return", async () => {
  const { reference, dictionary } = await supplyWith(null);
  const programs = reference.listPrograms(nowMs);
  expect(programs.map(({ code }) => code).toSorted()).toEqual([...dictionary.listPrograms(nowMs)].toSorted());
  expect(programs.find(({ code }) => code === "aeroplan")).toMatchObject({
    alliance: "star",
    airlines: expect.arrayContaining(["AC", "LH", "UA"]),
  });
  const airlines = new Set(reference.airlines.map(({ code }) => code));
  expect(programs.flatMap((program) => program.airlines.filter((code) => !airlines.has(code)))).toEqual([]);
  for (const { code, name } of reference.airlines) expect(dictionary.findAirlineName(code)).toBe(name);
  for (const { code, name } of reference.aircraft) expect(dictionary.findAircraft(code)?.name).toBe(name);
});

/** Opens the supply of a role, and waits until it is ready. @returns the number of threads that it has started, too */
async function openForRole(role: string, dataDirectory: string) {
  const before = countThreads();
  const supply = await makeSandboxSupply({
    settings: parseSettings({ environment: { SEARCH_THREADS: "1", ROLE: role } }),
    dataDirectory,
    clock: { nowMs: () => nowMs },
    log: pino({ enabled: false }),
  });
  onTestFinished(() => supply.close());
  await eventually(() => expect(supply.isReady()).toBe(true));
  return { supply, threads: countThreads() - before };
}

function countThreads(): number {
  const { workers } = process.report.getReport() as { workers: unknown[] };
  return workers.length;
}

test("a worker is ready without a world and search threads, which a server has", async () => {
  const empty = mkdtempSync(join(tmpdir(), "wayfare-worker-"));
  const worker = await openForRole("worker", empty);
  expect([worker.threads, readdirSync(empty)]).toEqual([0, []]);
  expect(worker.supply.timeZones).toEqual({ release: loadTimeZones().release, source: "facts" });
  expect((await openForRole("api", cachedSandbox)).threads).toBe(1);
});
