/**
 * Loaded into a measured service by `--import`: at each SIGWINCH, which does nothing otherwise, it writes the heaps of all threads to the
 * file of `HEAPS_FILE`. A thread that is blocked, as the idle database is, answers once it runs again.
 */
import { renameSync, writeFileSync } from "node:fs";
import { getHeapSpaceStatistics, getHeapStatistics } from "node:v8";
import { isMainThread, type Worker } from "node:worker_threads";

/** Bytes of the heap of a thread. */
export interface ThreadHeap {
  name: string;
  /** Memory that V8 holds for objects and code, in use or not. */
  committed: number;
  used: number;
  /** Memory outside of the heap that objects own, such as buffers. The memory of WebAssembly and shared buffers is not counted. */
  external: number;
  malloced: number;
}

/** Heaps of a process; `spaces` are those of the main thread, committed bytes by name. */
export interface ProcessHeaps {
  threads: ThreadHeap[];
  spaces: Record<string, number>;
}

if (isMainThread && process.env.HEAPS_FILE !== undefined) reportHeaps(process.env.HEAPS_FILE);

function reportHeaps(file: string): void {
  const workers = new Map<Worker, string>();
  // Every thread sees the event only for the threads that it starts.
  process.on("worker", (worker: Worker) => {
    workers.set(worker, worker.threadName ?? `thread ${worker.threadId}`);
    worker.once("exit", () => workers.delete(worker));
  });
  const write = async (): Promise<void> => {
    const others = [...workers].map(async ([worker, name]) => toHeap(name, await worker.getHeapStatistics()));
    const spaces = Object.fromEntries(getHeapSpaceStatistics().map((space) => [space.space_name, space.space_size]));
    const heaps: ProcessHeaps = {
      threads: [toHeap("main", getHeapStatistics()), ...(await Promise.all(others))],
      spaces,
    };
    writeFileSync(`${file}.draft`, JSON.stringify(heaps));
    renameSync(`${file}.draft`, file);
  };
  process.on("SIGWINCH", () => void write());
}

function toHeap(name: string, heap: ReturnType<typeof getHeapStatistics>): ThreadHeap {
  return {
    name,
    committed: heap.total_heap_size,
    used: heap.used_heap_size,
    external: heap.external_memory,
    malloced: heap.malloced_memory,
  };
}
