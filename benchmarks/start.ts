/**
 * Measures starts and memory of the service on this machine: times until it answers and is ready, CPU time, blocks of the main thread,
 * memory idle and under the load of operations, and `wayfare --version`. With `--against`, a clone of another version with its dependencies
 * installed is measured in alternation, and both must give equal answers to the same searches, byte by byte, before anything is timed.
 *
 *     npm run bench:start -- [--against FOLDER] [--runs 5] [--memory-runs 2] [--load-seconds 30]
 *                            [--scenarios embedded,postgresql,worker] [--skip answers,version,starts,memory] [--sources] [--parts]
 *
 * `--runs` is the number of starts of each version, `--memory-runs` that of the much longer memory trials. `--sources` runs the sources
 * although there is built code. `--parts` prints only the memory by thread and by kind. Linux only.
 */

import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startPostgresServer } from "../tests/postgres-server.ts";
import { describeMachine } from "./machine.ts";
import { compareAnswers } from "./start/compare-answers.ts";
import { type Figures, measureMemory, measureSilence, measureStarts, reportMemoryParts } from "./start/measure.ts";
import { formatFigures } from "./start/report.ts";
import { openPlace, type Place, type ScenarioName, scenarioNames } from "./start/scenarios.ts";
import { measureVersionCommand, type Tree } from "./start/service.ts";

const { values } = parseArgs({
  options: {
    against: { type: "string" },
    runs: { type: "string", default: "5" },
    "memory-runs": { type: "string", default: "2" },
    "load-seconds": { type: "string", default: "30" },
    scenarios: { type: "string", default: scenarioNames.join(",") },
    skip: { type: "string", default: "" },
    sources: { type: "boolean", default: false },
    parts: { type: "boolean", default: false },
  },
});
const runs = Number(values.runs);
const memoryRuns = Number(values["memory-runs"]);
const loadSeconds = Number(values["load-seconds"]);
const skipped = new Set(values.skip.split(","));
const scenarios = scenarioNames.filter((name) => values.scenarios.split(",").includes(name));
const fromSources = values.sources;
const trees: Tree[] = [{ name: "this version", folder: fileURLToPath(new URL("../", import.meta.url)), fromSources }];
if (values.against !== undefined) trees.push({ name: "the other", folder: values.against, fromSources });

// An exit handler stops what runs.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

console.log(describeMachine());
for (const { name, folder } of trees) console.log(`${name}: ${folder}${fromSources ? ", from its sources" : ""}`);
if (values.parts) {
  for (const name of scenarios) {
    const reports = await measurePlaces(name, 1, (place) => reportMemoryParts(place, loadSeconds));
    for (const [n, tree] of trees.entries()) console.log(`\n## ${name}, ${tree.name}\n\n${reports[n]?.join("\n")}`);
  }
} else {
  if (trees.length > 1 && !skipped.has("answers")) console.log(`\n${await compareAnswers(trees)}`);
  if (!skipped.has("version")) {
    const versions = await alternate(runs, (tree) => new Map([["time, ms", measureVersionCommand(tree)]]));
    console.log(`\n## wayfare --version\n\n${formatFigures(trees, versions)}`);
  }
  for (const name of scenarios) {
    if (!skipped.has("starts") || !skipped.has("memory")) console.log(`\n## ${name}`);
    if (!skipped.has("starts")) await printFigures(name, runs, measureAllStarts);
    if (!skipped.has("memory")) await printFigures(name, memoryRuns, (place) => measureMemory(place, loadSeconds));
  }
}

async function measureAllStarts(place: Place): Promise<Figures> {
  return new Map([...(await measureStarts(place)), ...(await measureSilence(place))]);
}

async function printFigures(name: ScenarioName, times: number, run: (place: Place) => Promise<Figures>): Promise<void> {
  console.log(`\n${formatFigures(trees, await measurePlaces(name, times, run))}`);
}

/** Runs a trial in new places on one PostgreSQL, or on embedded databases. */
async function measurePlaces<Result>(
  name: ScenarioName,
  times: number,
  run: (place: Place) => Promise<Result>,
): Promise<Result[][]> {
  const postgres = name === "embedded" ? undefined : await startPostgresServer();
  try {
    return await alternate(times, async (tree) => {
      const place = await openPlace(name, tree, postgres);
      try {
        return await run(place);
      } finally {
        await place.close();
      }
    });
  } finally {
    await postgres?.stop();
  }
}

/** Runs a trial of each tree several times, in alternating order. @returns the results of each tree */
async function alternate<Result>(times: number, run: (tree: Tree) => Result | Promise<Result>): Promise<Result[][]> {
  const results: Result[][] = trees.map(() => []);
  for (let round = 0; round < times; round++) {
    const inOrder = round % 2 === 0 ? trees : trees.toReversed();
    for (const tree of inOrder) results[trees.indexOf(tree)]?.push(await run(tree));
  }
  return results;
}
