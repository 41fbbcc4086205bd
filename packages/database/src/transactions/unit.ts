import { isDeadlock } from "../port/errors.ts";
import type { Database, Session, TransactionOptions } from "../port/port.ts";

/** One change: a transaction, an instant, and what is done once it has committed. */
export interface Unit {
  session: Session;
  nowMs: number;
  /** Called in order after the commit, never after a rollback. */
  afterCommit: (effect: () => void) => void;
}

/** Changes that wait for each other in a circle are ended one by one; one of them alone needs no more than this. */
const mostTries = 3;

/** Runs a change in a transaction of its own, and again where the database ended it because others waited for it in a circle. */
export async function runUnit<T>(
  database: Pick<Database, "transaction">,
  nowMs: number,
  work: (unit: Unit) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const effects: (() => void)[] = [];
    try {
      const result = await database.transaction(
        (session) => work({ session, nowMs, afterCommit: (effect) => void effects.push(effect) }),
        options,
      );
      for (const effect of effects) effect();
      return result;
    } catch (error) {
      if (tries === mostTries || !isDeadlock(error)) throw error;
    }
  }
}
