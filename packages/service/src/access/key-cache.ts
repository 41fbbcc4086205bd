import { LRUCache } from "lru-cache";
import type { KnownKey } from "../http/caller.ts";
import { allAccounts } from "../tenancy/access-changes.ts";

/**
 * Maximum age of an entry, measured from the start of its read. Half of the revocation grace period: even if notifications are lost, every
 * process rereads a revoked key before the grace period ends.
 */
export const keyCacheMs = 30_000;

const maxKeys = 10_000;

interface KeyCacheDeps {
  /** Returns the cache key of a raw key, such as a hash. Raw keys are not kept in memory. */
  cacheKeyOf(rawKey: string): string;
  read(rawKey: string): Promise<KnownKey | undefined>;
  nowMs(): number;
}

/** Cache of API keys with shared reads of missing entries. */
export class KeyCache {
  readonly #deps: KeyCacheDeps;
  readonly #known = new LRUCache<string, { key: KnownKey; readAtMs: number }>({ max: maxKeys });
  #reads = new Map<string, { read: Promise<KnownKey | undefined>; readAtMs: number }>();
  #generation = 0;

  constructor(deps: KeyCacheDeps) {
    this.#deps = deps;
  }

  /** Finds a key, synchronously if a fresh entry exists. Concurrent requests for one key share a read. */
  find(rawKey: string): KnownKey | Promise<KnownKey | undefined> {
    const name = this.#deps.cacheKeyOf(rawKey);
    const known = this.#known.get(name);
    if (known !== undefined && this.#isFresh(known.readAtMs)) return known.key;
    const running = this.#reads.get(name);
    // A read that hangs ages like an entry: its result may predate a revocation whose grace period has ended.
    if (running !== undefined && this.#isFresh(running.readAtMs)) return running.read;
    return this.#read(name, rawKey);
  }

  /**
   * Invalidates a key, every key of an account, or all keys (`allAccounts`). Pending reads may have seen old data: later requests do not share them, and their
   * results are not cached.
   */
  invalidate(id: string): void {
    if (id === allAccounts) return this.clear();
    this.#generation++;
    this.#reads = new Map();
    for (const [name, { key }] of this.#known.entries()) {
      if (key.id === id || key.accountId === id) this.#known.delete(name);
    }
  }

  clear(): void {
    this.#generation++;
    this.#reads = new Map();
    this.#known.clear();
  }

  /** A clock that was set back makes ages negative; such entries would never expire. */
  #isFresh(readAtMs: number): boolean {
    const ageMs = this.#deps.nowMs() - readAtMs;
    return ageMs >= 0 && ageMs < keyCacheMs;
  }

  #read(name: string, rawKey: string): Promise<KnownKey | undefined> {
    const readAtMs = this.#deps.nowMs();
    const generation = this.#generation;
    const reads = this.#reads;
    const read = this.#deps
      .read(rawKey)
      .then((key) => {
        if (key !== undefined && generation === this.#generation) this.#known.set(name, { key, readAtMs });
        return key;
      })
      .finally(() => {
        if (reads.get(name)?.read === read) reads.delete(name);
      });
    reads.set(name, { read, readAtMs });
    return read;
  }
}
