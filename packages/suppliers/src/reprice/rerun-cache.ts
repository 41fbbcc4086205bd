import { LRUCache } from "lru-cache";
import type { SuppliedFlight } from "../port/port.ts";

/** Cached offers, about one kilobyte each: about forty searches. */
const maxOffers = 10_000;
const maxReruns = 200;
const lifeMs = 60_000;

/**
 * Cache of searches that were repeated recently. A result depends only on the search and on the account's sales. Keys contain both, so an
 * entry is never stale: lifetime and size only bound memory. Concurrent callers with the same key share one run.
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

  /** Returns the cached or pending run of a key, or starts one with `rerun`. Failed runs are not cached. */
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

  /** Number of cached runs and of their offers. */
  get size(): { reruns: number; offers: number } {
    return { reruns: this.#kept.size, offers: this.#kept.calculatedSize };
  }
}

function sizeOf(flights: readonly SuppliedFlight[]): number {
  return flights.reduce((sum, { cash, award }) => sum + cash.length + award.length, 1);
}
