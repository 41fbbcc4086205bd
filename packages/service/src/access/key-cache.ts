import { LRUCache } from "lru-cache";
import type { KnownKey } from "../http/caller.ts";

/**
 * How long a record is believed, from before it was read. Half of a revocation's grace: whatever becomes of notifications,
 * every process reads a revoked key again before the grace has ended.
 */
export const keyCacheMs = 30_000;

const mostKeys = 10_000;

interface KeyCacheParts {
  /** What a raw key is called in the cache; never the key itself. */
  nameOf(rawKey: string): string;
  read(rawKey: string): Promise<KnownKey | undefined>;
  nowMs(): number;
}

/** Records of keys that were used lately, and who is reading which. */
export class KeyCache {
  readonly #parts: KeyCacheParts;
  readonly #known = new LRUCache<string, { key: KnownKey; readAtMs: number }>({ max: mostKeys });
  #reads = new Map<string, { read: Promise<KnownKey | undefined>; readAtMs: number }>();
  #generation = 0;

  constructor(parts: KeyCacheParts) {
    this.#parts = parts;
  }

  /** The record of a raw key: at once where it is fresh. Requests that wait for the same key share one read. */
  find(rawKey: string): KnownKey | Promise<KnownKey | undefined> {
    const name = this.#parts.nameOf(rawKey);
    const known = this.#known.get(name);
    if (known !== undefined && this.#isFresh(known.readAtMs)) return known.key;
    const running = this.#reads.get(name);
    // A read that hangs is as old as a record: what it brings may be from before a revocation whose grace has ended.
    if (running !== undefined && this.#isFresh(running.readAtMs)) return running.read;
    return this.#read(name, rawKey);
  }

  /**
   * Forgets a key, or every key of an account. Reads that are under way may have seen what was before: nobody who comes
   * from now on waits for them, and what they bring is not kept.
   */
  forget(id: string): void {
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

  /** A clock that was set back makes an age negative: such a record could live for ever. */
  #isFresh(readAtMs: number): boolean {
    const ageMs = this.#parts.nowMs() - readAtMs;
    return ageMs >= 0 && ageMs < keyCacheMs;
  }

  #read(name: string, rawKey: string): Promise<KnownKey | undefined> {
    const readAtMs = this.#parts.nowMs();
    const generation = this.#generation;
    const reads = this.#reads;
    const read = this.#parts
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
