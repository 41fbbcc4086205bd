/**
 * Compares the sandbox world with the real network of August 2016 (OpenTravelData, CC BY 4.0), which is not part of the project; without
 * that file, the comparison is skipped. Writes docs/quality/world.md and docs/quality/world.html.
 *
 *     npm run quality:world [-- --json] [--misses] [--check]
 *
 * `--json` prints every figure as JSON, `--misses` the largest differences, and `--check` exits with 1 if an aim is missed.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { openTimetable } from "@wayfare/engine";
import { loadFacts, makeWorld } from "@wayfare/world";
import { airportsNamed, hasRealNetwork } from "../benchmarks/real-network.ts";
import { judge } from "./world/aims.ts";
import { compareNetworks, largestDifferences } from "./world/comparison.ts";
import { countNetwork } from "./world/flight-network.ts";
import { writeMarkdown } from "./world/markdown-report.ts";
import { writePage } from "./world/page.ts";
import { readReferenceNetwork } from "./world/reference-network.ts";
import { readSandbox, sampleWeek } from "./world/sandbox-network.ts";
import { writeMisses, writeText } from "./world/text-report.ts";

const { values: requested } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    misses: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
  },
});
const reports = new URL("../docs/quality/", import.meta.url);
const listedMisses = 50;
/** The world begins some days before the sample, as in production. */
const worldFirstDay = sampleWeek.firstDay - 8;

if (hasRealNetwork()) await compare();
else console.log("Skipped: the schedule of August 2016 was not found (../shared/data/network).");

async function compare(): Promise<void> {
  const facts = loadFacts();
  const { services, detail } = readSandbox(openTimetable(makeWorld(facts, worldFirstDay)));
  const networks = {
    ours: countNetwork(services),
    real: countNetwork(readReferenceNetwork((code) => facts.airports.has(code))),
  };
  const codes = new Set(
    [...networks.ours.services, ...networks.real.services].flatMap((one) => [one.origin, one.destination]),
  );
  const comparison = compareNetworks(networks, await airportsNamed(codes), detail);
  const aims = judge(comparison);
  const misses = largestDifferences(networks, listedMisses);
  if (requested.json) console.log(JSON.stringify({ ...comparison, aims, misses }));
  else console.log(requested.misses ? writeMisses(misses) : writeText(comparison, aims));
  mkdirSync(reports, { recursive: true });
  writeFileSync(new URL("world.md", reports), writeMarkdown(comparison, aims));
  writeFileSync(new URL("world.html", reports), writePage(comparison, aims));
  if (requested.check && aims.some(({ isMet }) => !isMet)) process.exitCode = 1;
}
