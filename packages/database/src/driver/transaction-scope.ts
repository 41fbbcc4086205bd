import { AsyncLocalStorage } from "node:async_hooks";
import { TransactionMisuseError } from "../port/errors.ts";
import type { Session } from "../port/port.ts";

/**
 * Knows, for one database, whether the running code was started inside one of its open transactions, however deep in
 * calls that know nothing of it. Work that outlives the transaction is free again.
 */
export class TransactionScope {
  readonly #storage = new AsyncLocalStorage<{ open: boolean }>();

  /** Throws `TransactionMisuseError` inside an open transaction. */
  assertOutside(): void {
    if (this.#storage.getStore()?.open !== true) return;
    throw new TransactionMisuseError(
      "the outer database handle was used inside a transaction; use the session that transaction() hands to its callback",
    );
  }

  /** Runs `work` as a transaction: with a session over `inner` that dies when `work` settles. */
  async run<T>(inner: Session, work: (session: Session) => Promise<T>): Promise<T> {
    const state = { open: true };
    const alive = (): void => {
      if (state.open) return;
      throw new TransactionMisuseError("this transaction has ended; its session can no longer be used");
    };
    try {
      return await this.#storage.run(state, () => work(checkedSession(inner, alive)));
    } finally {
      state.open = false;
    }
  }
}

/** A session that calls `check`, which may throw, before every use of `inner`. */
export function checkedSession(inner: Session, check: () => void): Session {
  return {
    async query(sql, values, options) {
      check();
      return inner.query(sql, values, options);
    },
    async execute(sql, values, options) {
      check();
      return inner.execute(sql, values, options);
    },
    async script(sql) {
      check();
      return inner.script(sql);
    },
  };
}
