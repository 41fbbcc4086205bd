import type { Candidate } from "@wayfare/search";
import type { FanOut } from "@wayfare/suppliers";
import { LRUCache } from "lru-cache";

/** The result of a search that was run again. */
export interface Rerun {
  candidates: Candidate[];
  supply: FanOut["supply"];
}

/** Offers kept, of about a kilobyte each: some forty searches. */
const maxOffers = 10_000;
const maxReruns = 200;
const lifeMs = 60_000;

/**
 * Searches that were run again a moment ago. A run is a pure function of its search and of what its account had sold, so that its key
 * names both, and an entry is never out of date: its lifetime and size bound memory alone. Callers that need the same run at the
 * same time share it.
 */
export class RerunCache {
  readonly #running = new Map<string, Promise<Rerun>>();
  readonly #kept = new LRUCache<string, Rerun>({
    max: maxReruns,
    maxSize: maxOffers,
    sizeCalculation: sizeOf,
    ttl: lifeMs,
    ttlAutopurge: true,
  });

  /** The run of a key, begun by `rerun` where it is neither kept nor under way. One that failed or is incomplete is not kept. */
  async find(key: string, rerun: () => Promise<Rerun>): Promise<Rerun> {
    const known = this.#kept.get(key) ?? this.#running.get(key);
    if (known !== undefined) return known;
    const running = rerun();
    this.#running.set(key, running);
    try {
      const found = await running;
      if (isComplete(found.supply)) this.#kept.set(key, found);
      return found;
    } finally {
      this.#running.delete(key);
    }
  }

  /** Runs that are kept, and the offers in them. */
  get size(): { reruns: number; offers: number } {
    return { reruns: this.#kept.size, offers: this.#kept.calculatedSize };
  }
}

/** Whether every supplier answered. */
export function isComplete(supply: Rerun["supply"]): boolean {
  return supply.every(({ status }) => status === "ok");
}

function sizeOf({ candidates }: Rerun): number {
  return candidates.reduce((sum, { cash, award }) => sum + cash.length + award.length, 1);
}
