import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ticksPerSecond = 100;

/** CPU seconds used by a process, including its exited children. Linux only. */
export function cpuSecondsOf(pid: number): number {
  return cpuSecondsIn(statOf(pid));
}

/** CPU seconds used by a PostgreSQL server and all of its processes. */
export function cpuSecondsOfServer(directory: string): number {
  const postmaster = Number.parseInt(readFileSync(join(directory, "postmaster.pid"), "utf8"), 10);
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statIfThere(Number(name)))
    .filter((stat) => Number(stat[parentField]) === postmaster);
  return [statOf(postmaster), ...children].reduce((sum, stat) => sum + cpuSecondsIn(stat), 0);
}

const parentField = 1;
/** User and system time of the process and of its exited children. */
const timeFields = [11, 12, 13, 14];

function cpuSecondsIn(stat: readonly string[]): number {
  return timeFields.reduce((sum, at) => sum + Number(stat[at]), 0) / ticksPerSecond;
}

function statOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
}

/** 0 for a process that has exited since, as PostgreSQL's workers can at any time. */
function statIfThere(pid: number): string[] {
  try {
    return statOf(pid);
  } catch {
    return [];
  }
}
