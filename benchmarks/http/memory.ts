import { type DeploymentOptions, startDeployment } from "./deployment.ts";
import { runClosedLoop } from "./load.ts";
import { type Contender, canMeasure, loadOf, type Measurement, measurements } from "./measure.ts";
import { sampleMemory } from "./process-figures.ts";
import { format, formatTable } from "./report.ts";

/**
 * Measures the resident memory of each version, started again with one search thread, while every kind of saturation runs for an equal
 * share of the time.
 *
 * @param contenders the same versions with their verified requests
 * @returns a table
 */
export async function measureMemory(
  versions: readonly DeploymentOptions[],
  contenders: readonly Contender[],
  { connections, memorySeconds }: { connections: number; memorySeconds: number },
): Promise<string> {
  const rows: string[][] = [];
  for (const [n, options] of versions.entries()) {
    const contender = contenders[n];
    if (contender === undefined) continue;
    const deployment = await startDeployment({ ...options, searchThreads: 1 });
    try {
      const started = { ...contender, deployment };
      const loads = measurements.filter((each) => each.loop === "closed" && canMeasure(started, each));
      const stopSampling = sampleMemory(deployment);
      for (const each of loads) await saturate(started, each, { connections, seconds: memorySeconds / loads.length });
      const { underLoadMb, sinceStartMb } = stopSampling();
      rows.push([`${memorySeconds} s`, options.name, format(underLoadMb, 0), format(sinceStartMb, 0)]);
    } finally {
      await deployment.stop();
    }
  }
  const titles = [
    "saturation, one search thread",
    "version",
    "largest RSS under load MB",
    "largest RSS since start MB",
  ];
  return formatTable(titles, rows);
}

async function saturate(
  contender: Contender,
  measurement: Measurement,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<void> {
  const { answered } = await runClosedLoop(loadOf(contender, measurement, seconds), connections);
  if (answered === 0) throw new Error(`${contender.deployment.name}: no search was answered.`);
}
