import { readFileSync } from "node:fs";
import { percentile } from "../machine.ts";

const samplingMs = 500;

/** Memory of a process in MB (10^6 bytes). A page that n processes share counts fully in `rss` and as an nth in `pss`. */
export interface Memory {
  rss: number;
  pss: number;
}

export function readMemory(pid: number): Memory {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const read = (field: string) => (Number(new RegExp(`^${field}: +(\\d+) kB$`, "m").exec(rollup)?.[1]) * 1024) / 1e6;
  return { rss: read("Rss"), pss: read("Pss") };
}

export interface SampledMemory {
  peak: Memory;
  median: Memory;
}

/** Samples the memory of a process until the returned function is called. */
export function sampleMemory(pid: number): () => SampledMemory {
  const samples = [readMemory(pid)];
  const timer = setInterval(() => samples.push(readMemory(pid)), samplingMs);
  return () => {
    clearInterval(timer);
    samples.push(readMemory(pid));
    const at = (share: number) => ({
      rss: percentile(
        samples.map(({ rss }) => rss),
        share,
      ),
      pss: percentile(
        samples.map(({ pss }) => pss),
        share,
      ),
    });
    return { peak: at(1), median: at(0.5) };
  };
}
