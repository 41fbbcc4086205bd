import type { Connection, Database, Session } from "@wayfare/database";
import { createAccount } from "../../tenancy/account-store.ts";

/** "firstrun" in ASCII: keeps two processes from making two first accounts. */
const lockKey = 0x66_69_72_73_74_72_75_6en;

/** Runs `work` while nobody else, in whatever process, makes the first account. */
export function lockFirstAccount<T>(database: Database, work: (connection: Connection) => Promise<T>): Promise<T> {
  return database.lock(lockKey, work);
}

/** Makes the account of a database that has none, and answers its id. */
export function createFirstAccount(session: Session, nowMs: number): Promise<string> {
  return createAccount(session, "First account", nowMs);
}
