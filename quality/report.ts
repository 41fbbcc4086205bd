/**
 * Writes docs/quality.md: block times, price curves and award charts next to their sources, the ranking fit on simulated choices, first
 * results in premium cabins, and sample searches, each with its checked claims. The output is deterministic.
 *
 *     npm run quality [-- --check]
 *
 * `--check` writes nothing and exits with 1 if a claim is false or a file is out of date.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { createSearcher, openTimetable, parseEpochDay } from "@wayfare/engine";
import { listFactTables, loadFacts, makeWorld } from "@wayfare/world";
import { listOutdatedFacts } from "../scripts/outdated-facts.ts";
import { compareAwards } from "./report/award-charts.ts";
import { compareBlockTimes } from "./report/block-times.ts";
import { compareFareLevels } from "./report/fare-levels.ts";
import { compareFares } from "./report/fares.ts";
import { compareFirstResults } from "./report/first-results.ts";
import { renderReport } from "./report/page.ts";
import { comparePublicFacts } from "./report/public-facts.ts";
import { evaluateSimulatedChoices } from "./report/ranking.ts";
import { sampleOffers } from "./report/samples.ts";
import { compareTaxes } from "./report/taxes.ts";

const { values: requested } = parseArgs({ options: { check: { type: "boolean", default: false } } });
const docs = join(import.meta.dirname, "../docs");
const facts = loadFacts();
const timetable = openTimetable(makeWorld(facts, parseEpochDay("2027-01-01")));
const searcher = createSearcher(timetable);
const sections = [
  comparePublicFacts(facts),
  compareBlockTimes(timetable),
  compareFareLevels(searcher),
  compareFares(searcher),
  compareAwards(searcher),
  compareTaxes(timetable, facts),
  await evaluateSimulatedChoices(),
  await compareFirstResults(facts),
  await sampleOffers(),
];
const { files, claims } = renderReport(sections);
const failed = claims.filter(({ holds }) => !holds);
for (const { claim, found, holds } of claims)
  process.stdout.write(`${holds ? "holds" : "FAILS"}  ${claim}: ${found}\n`);
// Not on the page, whose text does not depend on the day.
for (const line of listOutdatedFacts(listFactTables(), Math.floor(Date.now() / 86_400_000))) {
  process.stdout.write(`${line}\n`);
}
for (const [name, content] of Object.entries(files)) {
  const path = join(docs, name);
  if (!requested.check) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  } else if (!existsSync(path) || readFileSync(path, "utf8") !== content) {
    process.stdout.write(`docs/${name} is out of date: run npm run quality\n`);
    process.exitCode = 1;
  }
}
if (failed.length > 0) process.exitCode = 1;
