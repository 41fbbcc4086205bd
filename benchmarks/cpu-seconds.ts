import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ticksPerSecond = 100;

/** CPU of a process so far, in seconds, with what of it is in its children that have ended. Linux only. */
export function cpuSecondsOf(pid: number): number {
  return cpuSecondsIn(statOf(pid));
}

/** CPU of a PostgreSQL server and all of its processes so far, in seconds. */
export function cpuSecondsOfServer(directory: string): number {
  const postmaster = Number.parseInt(readFileSync(join(directory, "postmaster.pid"), "utf8"), 10);
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statIfThere(Number(name)))
    .filter((stat) => Number(stat[parentField]) === postmaster);
  return [statOf(postmaster), ...children].reduce((sum, stat) => sum + cpuSecondsIn(stat), 0);
}

const parentField = 1;
/** Its own time in user and kernel mode, and that of its children. */
const timeFields = [11, 12, 13, 14];

function cpuSecondsIn(stat: readonly string[]): number {
  return timeFields.reduce((sum, at) => sum + Number(stat[at]), 0) / ticksPerSecond;
}

function statOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
}

/** Nothing of a process that has ended meanwhile, as PostgreSQL's workers do at any time. */
function statIfThere(pid: number): string[] {
  try {
    return statOf(pid);
  } catch {
    return [];
  }
}
