import type { Database } from "@wayfare/database";

interface Use {
  atMs: number;
  address: string;
}

/** Gathers when and from where keys were used, and writes it now and then: no request waits for it. */
export class LastUse {
  readonly #database: Database;
  #uses = new Map<string, Use>();

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
      await writeUses(this.#database, uses);
    } catch (error) {
      for (const [keyId, use] of uses) if (!this.#uses.has(keyId)) this.#uses.set(keyId, use);
      throw error;
    }
  }
}

/** In the order of ids, so that two processes never wait for each other's rows in a circle. */
async function writeUses(database: Database, uses: ReadonlyMap<string, Use>): Promise<void> {
  const rows = [...uses].sort(([a], [b]) => (a < b ? -1 : 1));
  await database.execute(
    `UPDATE api_keys SET last_used_at = used.at, last_used_address = used.address
     FROM (SELECT key.id, row.at, row.address
           FROM unnest($1::text[], $2::timestamptz[], $3::text[]) AS row (id, at, address)
           JOIN api_keys key ON key.id = row.id
           WHERE key.last_used_at IS NULL OR key.last_used_at < row.at
           ORDER BY key.id FOR NO KEY UPDATE OF key) AS used
     WHERE api_keys.id = used.id`,
    [rows.map(([id]) => id), rows.map(([, { atMs }]) => new Date(atMs)), rows.map(([, { address }]) => address)],
  );
}
