import { isDeadlock } from "../port/errors.ts";
import type { Database, Queryable, TransactionOptions } from "../port/port.ts";

/** A unit of work: a transaction, its time, and callbacks to run after the commit. */
export interface UnitOfWork {
  tx: Queryable;
  /** Time of the data: ahead of real time for test data of an account that has advanced its test clock. */
  nowMs: number;
  /** Real time, for records that are never about test data only, such as audit events. */
  wallMs: number;
  /** Registers a callback. Callbacks run in order after the commit, never after a rollback. */
  afterCommit: (effect: () => void) => void;
}

/** Time of a unit of work. A number is both times. */
export type UnitTime = number | { readonly nowMs: number; readonly wallMs: number };

/** Tries after a deadlock. PostgreSQL cancels one transaction of a deadlock at a time, so three are enough. */
const maxTries = 3;

/** Runs `work` in a transaction and retries it after a deadlock. */
export async function runUnitOfWork<T>(
  database: Pick<Database, "transaction">,
  time: UnitTime,
  work: (unit: UnitOfWork) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  const times = typeof time === "number" ? { nowMs: time, wallMs: time } : time;
  for (let tries = 1; ; tries++) {
    const effects: (() => void)[] = [];
    try {
      const result = await database.transaction(
        (tx) => work({ tx, ...times, afterCommit: (effect) => void effects.push(effect) }),
        options,
      );
      for (const effect of effects) effect();
      return result;
    } catch (error) {
      if (tries === maxTries || !isDeadlock(error)) throw error;
    }
  }
}
