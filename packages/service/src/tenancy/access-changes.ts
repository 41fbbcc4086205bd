import type { Queryable } from "@wayfare/database";

/** Channel for changed keys and accounts. */
export const accessChannel = "wayfare_access";

/**
 * Notifies every process, after the transaction commits, to reload a key or the keys of an account. It only makes changes faster: a process
 * that misses the notification reloads every key within 30 seconds.
 */
export async function notifyAccessChange(db: Queryable, id: string): Promise<void> {
  await db.query("SELECT pg_notify($1, $2)", [accessChannel, id]);
}

/** Notification for every key of every account, such as after a new version of a plan that many accounts have. */
export const allAccounts = "*";

/** Cache of API keys in this process. */
export interface AccessCache {
  /** Removes a key, all keys of an account, or all keys (`allAccounts`), so that the next request reloads it. */
  invalidate: (id: string) => void;
  /** Writes the last-used times of keys. */
  flush: () => Promise<void>;
}
