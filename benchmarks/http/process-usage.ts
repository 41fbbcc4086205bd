import { readFileSync } from "node:fs";
import { cpuSecondsOf } from "../cpu-seconds.ts";

/** CPU time of a process in milliseconds: of its main thread, from the clock of the scheduler, and of all threads. Linux only. */
export function readCpuMs(pid: number): { main: number; all: number } {
  const [nanoseconds = "0"] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ");
  return { main: Number(nanoseconds) / 1e6, all: cpuSecondsOf(pid) * 1000 };
}

/** Resident memory of a process in MB. */
export function readRssMb(pid: number): number {
  const [, kilobytes = "0"] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return (Number(kilobytes) * 1024) / 1e6;
}
