import type { Session } from "@wayfare/database";

/** Where processes tell each other which key or account has changed. */
export const accessChannel = "wayfare_access";

/**
 * Tells every process, once the transaction has committed, to read a key, or the keys of an account, again. It only makes
 * changes quick: a process that hears nothing reads every key again within half a minute.
 */
export async function announceChange(session: Session, id: string): Promise<void> {
  await session.query("SELECT pg_notify($1, $2)", [accessChannel, id]);
}

/** The cache of keys that decides on access in this process. */
export interface AccessCache {
  /** Drops a key, or every key of an account, so that it is read again before its next request. */
  forget: (id: string) => void;
  /** Writes when keys were last used. */
  flush: () => Promise<void>;
}
