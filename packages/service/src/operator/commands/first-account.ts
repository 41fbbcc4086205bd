import type { Connection, Database, Queryable } from "@wayfare/database";
import { createAccount } from "../../tenancy/account-store.ts";

/** "firstrun" in ASCII. Prevents two processes from creating two first accounts. */
const lockKey = 0x66_69_72_73_74_72_75_6en;

/** Runs `work` under a lock that prevents other processes from creating the first account. */
export function lockFirstAccount<T>(database: Database, work: (connection: Connection) => Promise<T>): Promise<T> {
  return database.lock(lockKey, work);
}

/** Creates the first account, which is the operators' account, and returns its id. */
export function createFirstAccount(db: Queryable, nowMs: number): Promise<string> {
  return createAccount(db, "First account", nowMs, { isOperator: true });
}
