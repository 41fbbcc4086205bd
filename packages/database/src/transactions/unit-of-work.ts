import { isDeadlock } from "../port/errors.ts";
import type { Database, Queryable, TransactionOptions } from "../port/port.ts";

/** A unit of work: a transaction, its time, and callbacks to run after the commit. */
export interface UnitOfWork {
  tx: Queryable;
  nowMs: number;
  /** Registers a callback. Callbacks run in order after the commit, never after a rollback. */
  afterCommit: (effect: () => void) => void;
}

/** Tries after a deadlock. PostgreSQL cancels one transaction of a deadlock at a time, so three are enough. */
const maxTries = 3;

/** Runs `work` in a transaction and retries it after a deadlock. */
export async function runUnitOfWork<T>(
  database: Pick<Database, "transaction">,
  nowMs: number,
  work: (unit: UnitOfWork) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const effects: (() => void)[] = [];
    try {
      const result = await database.transaction(
        (tx) => work({ tx, nowMs, afterCommit: (effect) => void effects.push(effect) }),
        options,
      );
      for (const effect of effects) effect();
      return result;
    } catch (error) {
      if (tries === maxTries || !isDeadlock(error)) throw error;
    }
  }
}
