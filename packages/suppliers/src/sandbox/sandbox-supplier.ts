import { availableParallelism } from "node:os";
import { Semaphore, SemaphoreBusyError } from "@wayfare/concurrency";
import type { Filing } from "@wayfare/engine";
import { Piscina } from "piscina";
import { defaultQuery } from "../port/default-query.ts";
import { type SuppliedFlight, type Supplier, SupplierBusy } from "../port/port.ts";
import { repriceBySearch } from "../reprice/reprice-by-search.ts";
import type { SearchTask, WorkerWorld } from "./search-worker.ts";

export const sandboxName = "sandbox";

export interface SandboxSupplier extends Supplier {
  /** Resolves once every thread has opened the world and completed one search, so that no request waits for it. */
  warmUp(nowMs: number): Promise<void>;
  /** Stops the threads after pending searches have completed. */
  close(): Promise<void>;
}

const warmUpDaysAhead = 30;
const msPerDay = 86_400_000;

/** A search one month ahead between large cities, so that it runs through the whole engine at any start date. */
function warmUpTask(nowMs: number): SearchTask {
  return {
    query: {
      ...defaultQuery,
      origin: { code: "LON", kind: "city" },
      destination: { code: "NYC", kind: "city" },
      departureDate: new Date(nowMs + warmUpDaysAhead * msPerDay).toISOString().slice(0, 10),
    },
    searchedAtMs: nowMs,
  };
}

/**
 * Maximum number of queued searches per thread. It bounds memory; callers should reject searches that would be late before they are queued.
 */
const maxQueuedPerThread = 512;

/**
 * Creates the simulated supplier: the engine in search threads (worker threads), all on the shared buffer of one world.
 *
 * @param world.version identifies the buffer and the filings together.
 * @param world.filings fares from a table; they replace the generated ones.
 * @param options.threads number of threads; default: all cores except one for HTTP.
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
  const semaphore = new Semaphore({ maxRunning: threads, maxWaiting: threads * maxQueuedPerThread });
  const running = new Set<Promise<unknown>>();
  let isOpen = true;

  function run(account: string, task: SearchTask, signal?: AbortSignal): Promise<SuppliedFlight[]> {
    if (!isOpen) return Promise.reject(new Error("the sandbox is closed"));
    // The pool gets no signal, because Piscina would kill the thread, and a warm thread is worth more than the rest of one search.
    const search = semaphore
      .run(account, () => pool.run(task), signal)
      .catch(rethrowBusy)
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
    mayStoreResults: true,
    version,
    search,
    reprice: repriceBySearch({ search, version }),
    async warmUp(nowMs) {
      await Promise.all(Array.from({ length: threads }, () => run("", warmUpTask(nowMs))));
    },
    async close() {
      isOpen = false;
      // Piscina's close() stops waiting after the first of several threads.
      await Promise.allSettled(running);
      await pool.destroy();
    },
  };
}

function rethrowBusy(error: unknown): never {
  if (error instanceof SemaphoreBusyError) throw new SupplierBusy("too many queued searches");
  throw error;
}
