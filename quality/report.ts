/**
 * Writes docs/quality.md: price curves and award charts beside their sources, the ranking's harness on drawn choices, and sample searches,
 * with what is claimed of them. The same code writes the same page.
 *
 *     npm run quality [-- --check]
 *
 * `--check` writes nothing, and exits with 1 where a claim does not hold or a file is not what would be written.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { createSearcher, openTimetable, parseEpochDay } from "@wayfare/engine";
import { loadFacts, makeWorld } from "@wayfare/world";
import { compareAwards } from "./report/award-charts.ts";
import { compareFares } from "./report/fares.ts";
import { renderReport } from "./report/page.ts";
import { evaluateDrawnChoices } from "./report/ranking.ts";
import { sampleOffers } from "./report/samples.ts";

const { values: asked } = parseArgs({ options: { check: { type: "boolean", default: false } } });
const docs = join(import.meta.dirname, "../docs");
const searcher = createSearcher(openTimetable(makeWorld(loadFacts(), parseEpochDay("2027-01-01"))));
const sections = [compareFares(searcher), compareAwards(searcher), await evaluateDrawnChoices(), await sampleOffers()];
const { files, claims } = renderReport(sections);
const failed = claims.filter(({ holds }) => !holds);
for (const { claim, found, holds } of claims)
  process.stdout.write(`${holds ? "holds" : "FAILS"}  ${claim}: ${found}\n`);
for (const [name, content] of Object.entries(files)) {
  const path = join(docs, name);
  if (!asked.check) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  } else if (!existsSync(path) || readFileSync(path, "utf8") !== content) {
    process.stdout.write(`docs/${name} is out of date: npm run quality writes it\n`);
    process.exitCode = 1;
  }
}
if (failed.length > 0) process.exitCode = 1;
