import { readFileSync } from "node:fs";
import { readMetrics } from "../../tests/running-service.ts";
import { cpuSecondsOf, cpuSecondsOfServer } from "../cpu-seconds.ts";
import type { Deployment } from "./deployment.ts";

/** Node samples the event loop every 10 ms and includes the interval in the delay: an idle process shows 10. */
const samplingMs = 10;
const memorySamplingMs = 100;

/** CPU time since the start, in milliseconds, summed over the processes of a deployment. */
export interface CpuTime {
  mainThreadMs: number;
  serviceMs: number;
  postgresMs: number;
}

export function readCpuTime({ processes, postgresDirectory }: Deployment): CpuTime {
  return {
    mainThreadMs: sum(processes.map(({ pid }) => mainThreadMsOf(pid))),
    serviceMs: sum(processes.map(({ pid }) => cpuSecondsOf(pid) * 1000)),
    postgresMs: postgresDirectory === undefined ? 0 : cpuSecondsOfServer(postgresDirectory) * 1000,
  };
}

/** Time on the CPU of the first thread of a process. The scheduler counts nanoseconds; `stat` counts ticks of 10 ms. */
function mainThreadMsOf(pid: number): number {
  const [onCpuNs] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ");
  return Number(onCpuNs) / 1e6;
}

/** 99th percentile of the event loop delay since the last scrape, without the sampling interval; the largest of the processes. */
export async function scrapeEventLoopP99Ms({ processes }: Deployment): Promise<number> {
  const metrics = await Promise.all(processes.map(({ url }) => readMetrics(url)));
  const delays = metrics.map((text) => Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text)?.[1]));
  return Math.max(...delays) * 1000 - samplingMs;
}

/** Resident memory in MB (10^6 bytes), the largest of the processes. */
export interface PeakMemory {
  /** Largest sample during the load. */
  underLoadMb: number;
  /** Largest value since the start, which includes the start. */
  sinceStartMb: number;
}

/** Samples the resident memory until the returned function is called. */
export function sampleMemory({ processes }: Deployment): () => PeakMemory {
  let underLoadMb = 0;
  const sample = () => {
    underLoadMb = Math.max(underLoadMb, ...processes.map(({ pid }) => memoryMbOf(pid, "VmRSS")));
  };
  const timer = setInterval(sample, memorySamplingMs);
  return () => {
    clearInterval(timer);
    sample();
    return { underLoadMb, sinceStartMb: Math.max(...processes.map(({ pid }) => memoryMbOf(pid, "VmHWM"))) };
  };
}

function memoryMbOf(pid: number, field: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const kib = new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(status)?.[1];
  return (Number(kib) * 1024) / 1e6;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
