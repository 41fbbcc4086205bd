import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { buildTimetable, type Network, noCodeshares, openTimetable } from "@wayfare/engine";
import { loadTimeZones } from "@wayfare/world";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judge } from "../quality/world/aims.ts";
import { compareNetworks, largestDifferences } from "../quality/world/comparison.ts";
import { countNetwork, type NonstopService, type Places } from "../quality/world/flight-network.ts";
import { classNames, histogram, overlap } from "../quality/world/histogram.ts";
import { writePage } from "../quality/world/page.ts";
import { rankCorrelation } from "../quality/world/rank-correlation.ts";
import { parseSegments } from "../quality/world/reference-network.ts";
import { readSandbox, sampleWeek } from "../quality/world/sandbox-network.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

describe("the rank correlation", () => {
  test("is 1 for the same order, -1 for the reverse, and shares the ranks of equals", () => {
    expect(rankCorrelation([1, 20, 300], [4, 5, 6])).toBeCloseTo(1, 12);
    expect(rankCorrelation([1, 2, 3], [9, 8, 7])).toBeCloseTo(-1, 12);
    // Ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4: the coefficient is 4.5 / √(4.5 × 5).
    expect(rankCorrelation([0, 5, 5, 9], [1, 2, 3, 4])).toBeCloseTo(Math.sqrt(0.9), 12);
  });

  test("is NaN for a constant series, and throws for series of different lengths", () => {
    expect(rankCorrelation([1, 1], [1, 2])).toBeNaN();
    expect(() => rankCorrelation([1], [1, 2])).toThrow("1 values against 2");
  });

  test("is within ±1 and symmetric", () => {
    const pairs = fc.array(fc.tuple(fc.integer({ max: 9 }), fc.integer({ max: 9 })), { minLength: 2 });
    fc.assert(
      fc.property(pairs, (drawn) => {
        const [one, other] = [drawn.map(([a]) => a), drawn.map(([, b]) => b)];
        const found = rankCorrelation(one, other);
        if (!Number.isNaN(found)) expect(Math.abs(found)).toBeLessThanOrEqual(1 + 1e-9);
        expect(rankCorrelation(other, one)).toBeCloseTo(found, 9);
      }),
      { seed: 1, numRuns: 200 },
    );
  });
});

describe("a histogram", () => {
  test("puts a value on a boundary into the class that starts there, by weight", () => {
    const values = [
      { value: 9, weight: 1 },
      { value: 10, weight: 2 },
      { value: 20, weight: 5 },
    ];
    expect(histogram(values, [10, 20])).toEqual([0.125, 0.25, 0.625]);
    expect(histogram([], [10, 20])).toEqual([0, 0, 0]);
    expect(classNames([1, 2, 10, 1000])).toEqual(["< 1", "1", "2–9", "10–999", "≥ 1,000"]);
  });

  test("overlaps fully with itself and not with a histogram of other classes", () => {
    expect(overlap([0.25, 0.75], [0.25, 0.75])).toBe(1);
    expect(overlap([1, 0], [0, 1])).toBe(0);
  });
});

test("maps reference data to current airport codes of the sandbox", () => {
  const lines = [
    "#heading",
    "TXL;KIV;AB;201608;3100;31",
    "SXF;DKR;U2;201608;6200;62",
    "TXL;SXF;AB;201608;1;1",
    "",
  ].join("\n");
  expect(parseSegments(lines, (code) => code === "BER" || code === "RMO")).toEqual([
    { origin: "BER", destination: "RMO", airline: "AB", dailyFlights: 1, dailySeats: 100 },
    { origin: "BER", destination: "DKR", airline: "U2", dailyFlights: 2, dailySeats: 200 },
  ]);
  expect(() => parseSegments("#heading\nTXL;KIV;AB;201608;many;31", () => true)).toThrow("line 2");
});

const places: Places = new Map([
  ["AAA", { country: "FR", latitude: 0, longitude: 0 }],
  ["BBB", { country: "FR", latitude: 0, longitude: 10 }],
  ["CCC", { country: "IT", latitude: 0, longitude: 20 }],
]);
const nonstop = (pair: string, airline: string, dailyFlights: number, seats = 100): NonstopService => {
  const [origin = "", destination = ""] = pair.split("-");
  return { origin, destination, airline, dailyFlights, dailySeats: dailyFlights * seats };
};
const detail = { byHour: Array.from({ length: 24 }, () => 1), byFamily: new Map([["narrowbody", 3] as const]) };

describe("the comparison of a sandbox that lacks a country", () => {
  const ours = countNetwork([nonstop("AAA-BBB", "XX", 8), nonstop("BBB-AAA", "XX", 8), nonstop("AAA-CCC", "XX", 0)]);
  const real = countNetwork([
    nonstop("AAA-BBB", "XX", 6),
    nonstop("BBB-AAA", "YY", 6),
    nonstop("BBB-CCC", "YY", 10, 20),
    nonstop("CCC-BBB", "YY", 10, 20),
  ]);
  const comparison = compareNetworks({ ours, real }, places, detail);

  test("counts airports, airlines, pairs and flights", () => {
    expect(comparison.sizes).toEqual([
      { name: "airports", ours: 2, real: 3 },
      { name: "airlines", ours: 1, real: 2 },
      { name: "directed airport pairs", ours: 2, real: 4 },
      { name: "flights per day", ours: 16, real: 32 },
    ]);
  });

  test("names the missing busy pair and the deviating country", () => {
    expect(comparison.pairsServed).toEqual([
      { by: "flights", share: 0.5, missing: ["BBB-CCC"] },
      { by: "seats", share: 0.5, missing: ["BBB-CCC"] },
    ]);
    expect(comparison.countries).toEqual([{ name: "IT", ours: 0, real: 10 }]);
    expect(largestDifferences({ ours, real }, 1).pairs).toEqual([{ name: "BBB-CCC", ours: 0, real: 20 }]);
  });

  test("misses its targets and reports it on a page without scripts or external resources", () => {
    const aims = judge(comparison);
    expect(aims.filter(({ isMet }) => isMet)).toEqual([]);
    const page = writePage(comparison, aims);
    expect(page.match(/class="missed"/g)).toHaveLength(aims.length);
    expect(page).not.toMatch(/<script|<link|<img|src=|@import|url\(/);
  });

  test("meets every target with an equal network", () => {
    expect(judge(compareNetworks({ ours: real, real }, places, detail)).filter(({ isMet }) => !isMet)).toEqual([]);
  });
});

test("counts sandbox flights on the sample days on which they operate", () => {
  const { services, detail: found } = readSandbox(openTimetable(buildTimetable(networkOfTwoPatterns())));
  expect(services).toEqual([
    { origin: "AAA", destination: "BBB", airline: "XX", dailyFlights: 3 / 7, dailySeats: (3 / 7) * 120 },
  ]);
  expect(found.byHour[23]).toBeCloseTo(3 / 7, 12);
  expect(found.byFamily.get("narrowbody")).toBeCloseTo(3 / 7, 12);
});

/** Two flights: one on the first three days of the sample and two days before it, and one on none of them. */
function networkOfTwoPatterns(): Network {
  const airport = (code: string, longitude: number) => {
    return { code, city: code, country: "FR", latitude: 0, longitude, timeZone: "UTC" };
  };
  const both = (value: number) => Uint16Array.of(value, value);
  return {
    airports: [airport("AAA", 0), airport("BBB", 10)],
    timeZones: loadTimeZones(),
    carriers: [{ code: "XX", country: "FR", alliance: null, kind: "network", partners: [], affiliates: [] }],
    aircraft: [{ code: "320", family: "narrowbody", seats: [100, 0, 20, 0], fuelKgPerKm: 3 }],
    terminals: [""],
    firstDay: sampleWeek.firstDay - 6,
    days: 16,
    patterns: {
      count: 2,
      carrier: both(0),
      operatingCarrier: both(0),
      flightNumber: Uint16Array.of(1, 2),
      origin: Uint16Array.of(0, 1),
      destination: Uint16Array.of(1, 0),
      departureMinute: both(1439),
      blockMinutes: both(90),
      aircraft: Uint8Array.of(0, 0),
      operatingDays: Uint16Array.of(0, 1),
      originTerminal: both(0),
      destinationTerminal: both(0),
    },
    operatingDays: [Uint8Array.of(0b1101_0000, 0b0000_0001), Uint8Array.of(0b0011_1111, 0b1110_0000)],
    codeshares: noCodeshares(),
    rules: { minimumConnections: [], circuity: [] },
  };
}

test("skips without writing anything when the real network is missing", async () => {
  const directory = await realpath(await mkdtemp(join(tmpdir(), "wayfare-quality-")));
  try {
    const copy = join(directory, "checkout");
    await mkdir(join(copy, "benchmarks"), { recursive: true });
    await cp(join(root, "quality"), join(copy, "quality"), { recursive: true });
    await cp(join(root, "benchmarks/real-network.ts"), join(copy, "benchmarks/real-network.ts"));
    await cp(join(root, "package.json"), join(copy, "package.json"));
    await symlink(join(root, "node_modules"), join(copy, "node_modules"));
    const run = promisify(execFile)(process.execPath, [join(copy, "quality/world.ts"), "--check"]);
    expect((await run).stdout).toMatch(/^Skipped: /);
    await expect(realpath(join(copy, "docs"))).rejects.toThrow("ENOENT");
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
