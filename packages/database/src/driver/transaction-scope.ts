import { AsyncLocalStorage } from "node:async_hooks";
import { TransactionMisuseError } from "../port/errors.ts";
import type { Queryable } from "../port/port.ts";

/**
 * Detects code that runs inside an open transaction of one database, through any depth of calls. Work that outlives the transaction counts
 * as outside.
 */
export class TransactionScope {
  readonly #storage = new AsyncLocalStorage<{ open: boolean }>();

  /** Throws `TransactionMisuseError` inside an open transaction. */
  assertOutside(): void {
    if (this.#storage.getStore()?.open !== true) return;
    throw new TransactionMisuseError(
      "the outer database handle was used inside a transaction: use the handle passed to the transaction() callback",
    );
  }

  /** Runs `work` with a handle over `inner` that is unusable once `work` has settled. */
  async run<T>(inner: Queryable, work: (db: Queryable) => Promise<T>): Promise<T> {
    const state = { open: true };
    const alive = (): void => {
      if (state.open) return;
      throw new TransactionMisuseError("this transaction has ended: its handle can no longer be used");
    };
    try {
      return await this.#storage.run(state, () => work(guardQueryable(inner, alive)));
    } finally {
      state.open = false;
    }
  }
}

/** Wraps `inner` in a handle that calls `check`, which may throw, before each statement. */
export function guardQueryable(inner: Queryable, check: () => void): Queryable {
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
