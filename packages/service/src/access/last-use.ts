import type { Database } from "@wayfare/database";
import { type KeyUse, updateLastUses } from "../keys/store.ts";

/** Gathers when and from where keys were used, and writes it now and then: no request waits for it. */
export class LastUse {
  readonly #database: Database;
  #uses = new Map<string, KeyUse>();

  constructor(database: Database) {
    this.#database = database;
  }

  note(keyId: string, atMs: number, address: string): void {
    const known = this.#uses.get(keyId);
    if (known === undefined) {
      this.#uses.set(keyId, { atMs, address });
    } else {
      known.atMs = atMs;
      known.address = address;
    }
  }

  /** Writes what has gathered, in one statement. What could not be written is kept for the next time. */
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
