import { LRUCache } from "lru-cache";
import type { SuppliedFlight } from "../port/port.ts";

/** Offers kept, of about a kilobyte each: some forty searches. */
const maxOffers = 10_000;
const maxReruns = 200;
const lifeMs = 60_000;

/**
 * Answers of searches that were run again recently. A run is a pure function of its search and of what its account had sold. Keys
 * name both, so an entry is never out of date: its lifetime and size bound memory alone. Callers that need the same run at the
 * same time share it.
 */
export class RerunCache {
  readonly #running = new Map<string, Promise<SuppliedFlight[]>>();
  readonly #kept = new LRUCache<string, SuppliedFlight[]>({
    max: maxReruns,
    maxSize: maxOffers,
    sizeCalculation: sizeOf,
    ttl: lifeMs,
    ttlAutopurge: true,
  });

  /** The run of a key, started by `rerun` unless it is kept or running. One that failed is not kept. */
  async find(key: string, rerun: () => Promise<SuppliedFlight[]>): Promise<SuppliedFlight[]> {
    const known = this.#kept.get(key) ?? this.#running.get(key);
    if (known !== undefined) return known;
    const running = rerun();
    this.#running.set(key, running);
    try {
      const flights = await running;
      this.#kept.set(key, flights);
      return flights;
    } finally {
      this.#running.delete(key);
    }
  }

  /** Runs that are kept, and the offers in them. */
  get size(): { reruns: number; offers: number } {
    return { reruns: this.#kept.size, offers: this.#kept.calculatedSize };
  }
}

function sizeOf(flights: readonly SuppliedFlight[]): number {
  return flights.reduce((sum, { cash, award }) => sum + cash.length + award.length, 1);
}
