import type { Database, Session } from "@wayfare/database";

/** One change: a transaction, an instant, and what is done once it has committed. */
export interface Unit {
  session: Session;
  nowMs: number;
  /** Called in order after the commit, never after a rollback. */
  afterCommit: (effect: () => void) => void;
}

/** Runs a change in a transaction of its own. */
export async function runUnit<T>(database: Database, nowMs: number, work: (unit: Unit) => Promise<T>): Promise<T> {
  const effects: (() => void)[] = [];
  const result = await database.transaction((session) =>
    work({ session, nowMs, afterCommit: (effect) => void effects.push(effect) }),
  );
  for (const effect of effects) effect();
  return result;
}
