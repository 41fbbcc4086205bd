import { availableParallelism } from "node:os";
import { Semaphore, SemaphoreBusy } from "@wayfare/concurrency";
import type { Filing } from "@wayfare/engine";
import { Piscina } from "piscina";
import { plainQuery } from "../port/plain-query.ts";
import { type SuppliedFlight, type Supplier, SupplierBusy } from "../port/port.ts";
import { repriceBySearch } from "../reprice/reprice-by-search.ts";
import type { SearchTask, WorkerWorld } from "./search-worker.ts";

export const sandboxName = "sandbox";

export interface SandboxSupplier extends Supplier {
  /** Resolves once every thread has opened the world and answered a search, so that no caller waits for that. */
  warmUp(nowMs: number): Promise<void>;
  /** Ends the threads once the searches under way have been answered. */
  close(): Promise<void>;
}

const warmUpDaysAhead = 30;
const msPerDay = 86_400_000;

/** A search of a month ahead between large cities: one that runs through the whole engine, whenever the process starts. */
function warmUpTask(nowMs: number): SearchTask {
  return {
    query: {
      ...plainQuery,
      origin: { code: "LON", kind: "city" },
      destination: { code: "NYC", kind: "city" },
      departureDate: new Date(nowMs + warmUpDaysAhead * msPerDay).toISOString().slice(0, 10),
    },
    searchedAtMs: nowMs,
  };
}

/** Searches that may wait for each thread. It bounds memory; callers should refuse searches that would be late before they get here. */
const waitingPerThread = 512;

/**
 * The simulated supplier: the engine in worker threads, all on the one shared buffer of the world.
 *
 * @param world.version names the buffer and the filings together.
 * @param world.filings fares of a table, which stand in for those made by rule.
 * @param options.threads how many; by default all cores but the one that serves HTTP.
 */
export function createSandboxSupplier(
  world: { buffer: SharedArrayBuffer; version: string; filings?: readonly Filing[] },
  options: { threads?: number } = {},
): SandboxSupplier {
  const threads = options.threads ?? Math.max(1, availableParallelism() - 1);
  const pool = new Piscina<SearchTask, SuppliedFlight[]>({
    filename: new URL("./search-worker.ts", import.meta.url).href,
    workerData: { buffer: world.buffer, filings: world.filings ?? [] } satisfies WorkerWorld,
    minThreads: threads,
    maxThreads: threads,
    atomics: "disabled",
  });
  const semaphore = new Semaphore({ maxRunning: threads, maxWaiting: threads * waitingPerThread });
  const running = new Set<Promise<unknown>>();
  let isOpen = true;

  function run(account: string, task: SearchTask, signal?: AbortSignal): Promise<SuppliedFlight[]> {
    if (!isOpen) return Promise.reject(new Error("the sandbox is closed"));
    // No signal for the pool: it would kill the thread, and a warm thread is worth more than the rest of one search.
    const search = semaphore
      .run(account, () => pool.run(task), signal)
      .catch(refuseBusy)
      .finally(() => running.delete(search));
    running.add(search);
    return search;
  }

  const search: Supplier["search"] = async function* (query, { accountId = "", searchedAtMs, soldSeats = [], signal }) {
    const flights = await run(accountId, { query, searchedAtMs, soldSeats }, signal);
    if (flights.length > 0) yield { flights };
  };
  const { version } = world;

  return {
    name: sandboxName,
    simulated: true,
    capabilities: {
      cash: true,
      award: true,
      roundTrips: true,
      cities: true,
      cabins: ["economy", "premium_economy", "business", "first"],
      calendar: false,
    },
    callCostUsdCents: 0,
    mayStoreAnswers: true,
    version,
    search,
    reprice: repriceBySearch({ search, version }),
    async warmUp(nowMs) {
      await Promise.all(Array.from({ length: threads }, () => run("", warmUpTask(nowMs))));
    },
    async close() {
      isOpen = false;
      // Piscina's own close() stops waiting after the first of several threads.
      await Promise.allSettled(running);
      await pool.destroy();
    },
  };
}

function refuseBusy(error: unknown): never {
  if (error instanceof SemaphoreBusy) throw new SupplierBusy("as many searches wait as could be answered");
  throw error;
}
