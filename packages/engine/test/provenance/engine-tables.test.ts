import { globSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { listEngineTables } from "../../src/provenance/engine-tables.ts";
import { parseEpochDay } from "../../src/timetable/calendar.ts";

const source = join(import.meta.dirname, "../../src");

/** Files that hold no facts about the real world: algorithms, and the project's models with their calibration. */
const withoutFacts: Readonly<Record<string, readonly string[]>> = {
  awards: [
    "awards/{bookings,observation,price-slice,pricing,space}.ts",
    "awards/programs/programs.ts",
    "awards/tariffs/{award-trip,chart,dynamic,program,seasons,tariff,zoning}.ts",
  ],
  fares: [
    "fares/{availability,branded-fare,cabins,charges,combinability,dated-rates,demand,emsr}.ts",
    "fares/{fare-component,fare-levels,fare-quotes,filing,filing-index,filings,market-kinds}.ts",
    "fares/{price-component,price-slice,purchase-class,seasons,sold-seats,tariffs,traveler-kind}.ts",
  ],
  // Each levy states its own source, day and validity.
  taxes: ["fares/tax*.ts", "fares/taxes/**/*.ts"],
};

function filesOf(patterns: string | readonly string[]): string[] {
  return globSync(patterns, { cwd: source }).map((path) => path.replaceAll("\\", "/"));
}

const tables = listEngineTables();

describe("the engine's tables", () => {
  test("include every file of fares, awards and emissions, unless it holds no facts", () => {
    const listed = new Set([...tables.map(({ table }) => table), ...Object.values(withoutFacts).flatMap(filesOf)]);
    const files = filesOf("{awards,fares,emissions}/**/*.ts");
    expect(files.length).toBeGreaterThan(60);
    expect(files.filter((file) => !listed.has(file))).toEqual([]);
  });

  test("are files, listed once and in order", () => {
    const names = tables.map(({ table }) => table);
    expect(names).toEqual([...new Set(names)].toSorted());
    expect(names.filter((name) => filesOf(name).length === 0)).toEqual([]);
  });

  test("state a source, a day and no invalid date", () => {
    for (const { source: title, asOf, validUntil } of tables) {
      expect(title.length).toBeGreaterThan(10);
      expect(parseEpochDay(asOf)).toBeGreaterThan(parseEpochDay("2025-01-01"));
      if (validUntil !== null) expect(parseEpochDay(validUntil)).toBeGreaterThanOrEqual(parseEpochDay(asOf));
    }
  });
});
