/**
 * Compares the sandbox world with the real network of August 2016 (OpenTravelData, CC BY 4.0), which is not part of the project: where it
 * is absent, nothing is compared. Writes docs/quality/world.md and docs/quality/world.html.
 *
 *     npm run quality:world [-- --json] [--misses] [--check]
 *
 * `--json` prints every figure for machines, `--misses` where the sandbox is farthest off, and `--check` exits with 1 where an aim is missed.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { openTimetable } from "@wayfare/engine";
import { loadFacts, makeWorld } from "@wayfare/world";
import { airportsNamed, hasRealNetwork } from "../benchmarks/real-network.ts";
import { judge } from "./world/aims.ts";
import { compareNetworks, worstMisses } from "./world/comparison.ts";
import { countNetwork } from "./world/flight-network.ts";
import { writeMarkdown } from "./world/markdown-report.ts";
import { writePage } from "./world/page.ts";
import { readSandbox, sampleWeek } from "./world/sandbox-network.ts";
import { writeMisses, writeText } from "./world/text-report.ts";
import { readYardstick } from "./world/yardstick.ts";

const { values: asked } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    misses: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
  },
});
const reports = new URL("../docs/quality/", import.meta.url);
const listedMisses = 50;
/** The world begins some days before the sample, as every world does. */
const worldFirstDay = sampleWeek.firstDay - 8;

if (hasRealNetwork()) await compare();
else console.log("Skipped: the schedule of August 2016 is not beside this checkout (../shared/data/network).");

async function compare(): Promise<void> {
  const facts = loadFacts();
  const { services, detail } = readSandbox(openTimetable(makeWorld(facts, worldFirstDay)));
  const networks = {
    ours: countNetwork(services),
    real: countNetwork(readYardstick((code) => facts.airports.has(code))),
  };
  const codes = new Set(
    [...networks.ours.services, ...networks.real.services].flatMap((one) => [one.origin, one.destination]),
  );
  const comparison = compareNetworks(networks, await airportsNamed(codes), detail);
  const aims = judge(comparison);
  const misses = worstMisses(networks, listedMisses);
  if (asked.json) console.log(JSON.stringify({ ...comparison, aims, misses }));
  else console.log(asked.misses ? writeMisses(misses) : writeText(comparison, aims));
  mkdirSync(reports, { recursive: true });
  writeFileSync(new URL("world.md", reports), writeMarkdown(comparison, aims));
  writeFileSync(new URL("world.html", reports), writePage(comparison, aims));
  if (asked.check && aims.some(({ isMet }) => !isMet)) process.exitCode = 1;
}
