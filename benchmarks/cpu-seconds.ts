import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ticksPerSecond = 100;

/** CPU of a process so far, in seconds, with what of it is in its children that have ended. Linux only. */
export function cpuSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) / ticksPerSecond;
}

/** CPU of a PostgreSQL server and all of its processes so far, in seconds. */
export function cpuSecondsOfServer(directory: string): number {
  const postmaster = Number.parseInt(readFileSync(join(directory, "postmaster.pid"), "utf8"), 10);
  const children = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && parentOf(name) === postmaster);
  return [postmaster, ...children.map(Number)].reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);
}

function parentOf(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[1]);
  } catch {
    return 0;
  }
}
