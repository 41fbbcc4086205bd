/**
 * Measures searches over HTTP against the real service in separate processes on this machine: CPU time, saturation, a steady load, sizes,
 * streaming, event loop delay, garbage collection and memory, on the embedded database and on PostgreSQL. With `--base`, every load also
 * runs on a previous commit, one after the other and in alternating order; the tables have medians of all rounds and the ratio. Every form
 * of an answer is verified before timing starts. Only pairs with 50 flights in the response are timed, because they cost the most.
 *
 *     npm run bench:http -- [--base COMMIT] [--rounds 5] [--seconds 10] [--database embedded|postgresql|both]
 *                           [--threads 2] [--processes 1,2] [--pairs 100] [--memory-seconds 60]
 *
 * `--processes` lists numbers of processes on one PostgreSQL, which are compared. `--threads` is `SEARCH_THREADS` of each process.
 * `--memory-seconds 0` skips the memory figures.
 */
import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";
import { checkOutVersion } from "../tests/faults/previous-version.ts";
import { type DatabaseKind, type DeploymentOptions, startDeployment } from "./http/deployment.ts";
import { type Contender, canMeasure, connections, measure, measurements } from "./http/measure.ts";
import { measureMemory } from "./http/memory.ts";
import { prepareContender } from "./http/prepare.ts";
import { formatLoads, formatScavenges, formatSizes } from "./http/report.ts";
import { countEqualAnswers } from "./http/verify.ts";
import { describeMachine } from "./machine.ts";
import { drawPairs } from "./pairs.ts";

const { values } = parseArgs({
  options: {
    base: { type: "string" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "10" },
    database: { type: "string", default: "both" },
    threads: { type: "string", default: "2" },
    processes: { type: "string", default: "1" },
    pairs: { type: "string", default: "100" },
    "memory-seconds": { type: "string", default: "60" },
  },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const searchThreads = Number(values.threads);
const memorySeconds = Number(values["memory-seconds"]);
const pairs = drawPairs(Number(values.pairs), 7);
const base = values.base === undefined ? undefined : checkOutBase(values.base);

console.log(`${describeMachine()}; ${rounds} rounds of ${seconds} s; ${searchThreads} search threads per process`);
for (const database of databasesOf(values.database)) await measureDatabase(database);

async function measureDatabase(database: DatabaseKind): Promise<void> {
  const versions = listVersions(database);
  const contenders: Contender[] = [];
  console.log(`\n## ${database}\n`);
  try {
    for (const options of versions) {
      const contender = await prepareContender(await startDeployment(options), pairs);
      contenders.push(contender);
    }
    reportEqualAnswers(contenders);
    await runRounds(contenders);
  } finally {
    for (const { deployment } of contenders) await deployment.stop();
  }
  console.log(`\n${formatLoads(contenders)}`);
  console.log(`\n${formatScavenges(contenders)}`);
  console.log(`\n${formatSizes(contenders)}`);
  if (memorySeconds > 0) console.log(`\n${await measureMemory(versions, contenders, { connections, memorySeconds })}`);
}

/** Runs every load once without recording it, then the rounds in alternating order. */
async function runRounds(contenders: readonly Contender[]): Promise<void> {
  for (let round = 0; round <= rounds; round++) {
    if (round === 1) for (const contender of contenders) clearRuns(contender);
    for (const measurement of measurements) {
      const able = contenders.filter((contender) => canMeasure(contender, measurement));
      const inOrder = round % 2 === 0 ? able : able.toReversed();
      for (const contender of inOrder)
        await measure(contender, measurement, round === 0 ? Math.min(seconds, 3) : seconds);
    }
    console.error(round === 0 ? "warmed up" : `round ${round} of ${rounds}`);
  }
}

function clearRuns({ runs, periods }: Contender): void {
  runs.clear();
  periods.length = 0;
}

function reportEqualAnswers([first, ...others]: readonly Contender[]): void {
  for (const other of others) {
    if (first === undefined) return;
    const { equal, compared } = countEqualAnswers(first.verified, other.verified);
    console.log(
      `${first.deployment.name} and ${other.deployment.name}: same flights in the same order in ${equal} of ${compared} answers`,
    );
  }
}

/** Lists the present version with each number of processes, then the base with the first of them. */
function listVersions(database: DatabaseKind): DeploymentOptions[] {
  const numbers = database === "embedded" ? [1] : values.processes.split(",").map(Number);
  const options = { database, searchThreads };
  const nameOf = (version: string, processes: number) => (processes === 1 ? version : `${version} × ${processes}`);
  const present = numbers.map((processes) => ({
    ...options,
    name: nameOf("now", processes),
    processes,
    checkout: undefined,
  }));
  const [processes = 1] = numbers;
  return base === undefined
    ? present
    : [...present, { ...options, name: nameOf("base", processes), processes, checkout: base }];
}

/** @throws Error if the commit does not exist. */
function checkOutBase(revision: string): string {
  const commit = execFileSync("git", ["rev-parse", "--verify", `${revision}^{commit}`], { encoding: "utf8" }).trim();
  const checkout = checkOutVersion(commit);
  if (checkout === undefined) throw new Error(`Commit ${commit} is not in the history.`);
  return checkout;
}

/** @throws Error for an unknown value. */
function databasesOf(value: string): DatabaseKind[] {
  if (value === "both") return ["embedded", "postgresql"];
  if (value === "embedded" || value === "postgresql") return [value];
  throw new Error("--database must be embedded, postgresql or both.");
}
