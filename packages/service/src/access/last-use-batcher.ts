import type { Database } from "@wayfare/database";
import { type KeyUse, updateLastUses } from "../keys/store.ts";

/** Batches the last use of each key, time and address, for periodic writes that no request waits for. */
export class LastUseBatcher {
  readonly #database: Database;
  #uses = new Map<string, KeyUse>();

  constructor(database: Database) {
    this.#database = database;
  }

  record(keyId: string, atMs: number, address: string): void {
    const known = this.#uses.get(keyId);
    if (known === undefined) {
      this.#uses.set(keyId, { atMs, address });
    } else {
      known.atMs = atMs;
      known.address = address;
    }
  }

  /** Writes the batch in one statement. If the write fails, the batch is kept for the next flush. */
  async flush(): Promise<void> {
    const uses = this.#uses;
    if (uses.size === 0) return;
    this.#uses = new Map();
    try {
      await updateLastUses(this.#database, uses);
    } catch (error) {
      for (const [keyId, use] of uses) if (!this.#uses.has(keyId)) this.#uses.set(keyId, use);
      throw error;
    }
  }
}
