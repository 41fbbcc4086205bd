import type { Clock } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { type CallBudget, type CallOutcome, type CallPermit, SupplierSkipped } from "@wayfare/suppliers";
import { type CallPeriods, giveBackCalls, periodsAt, takeCalls } from "./calls-store.ts";
import type { CallLimits } from "./store.ts";

/** Calls that a process takes at a time. At most these are lost when it is killed. */
const blockSize = 10;

/** Pause before an exhausted budget is read again: a limit may have been raised, or another process may have given calls back. */
const exhaustedMs = 5_000;

/**
 * Result of a request for a call: counted by the supplier, not counted, refused because the budget is used up, or not made because a kept
 * answer was reused.
 */
export type CallResult = "counted" | "not_counted" | "refused" | "reused";

interface Terms {
  limits: CallLimits;
  callCostCents: number;
  /** Called once for each settled or refused call. */
  onCall: (result: CallResult) => void;
}

/** Calls of one credential that this process has taken and not used. */
interface Pool {
  left: number;
  periods: CallPeriods;
  exhaustedUntilMs: number;
  taking: Promise<void> | null;
}

/**
 * Budgets of supplier calls over all processes. A process takes calls from the database in blocks before it uses them, so a limit is never
 * exceeded; the unused calls of a killed process count as used until the period ends.
 */
export class CallBudgets {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #pools = new Map<string, Pool>();

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /**
   * Returns the budget of a credential.
   *
   * @param callCostCents cost of one call in US cents
   * @param onCall called once for each settled or refused call
   */
  of(
    credentialId: string,
    limits: CallLimits,
    callCostCents: number,
    onCall: (result: CallResult) => void = () => {},
  ): CallBudget {
    return { acquire: (signal) => this.#acquire(credentialId, { limits, callCostCents, onCall }, signal) };
  }

  /** Reads a limit again at the next call. Call it after a change of limits. */
  recheck(credentialId: string): void {
    const pool = this.#pools.get(credentialId);
    if (pool !== undefined) pool.exhaustedUntilMs = 0;
  }

  /** Gives back all unused calls. */
  async close(): Promise<void> {
    const pools = [...this.#pools];
    this.#pools.clear();
    await Promise.all(pools.map(([id, pool]) => this.#giveBack(id, pool)));
  }

  async #acquire(id: string, terms: Terms, signal: AbortSignal): Promise<CallPermit> {
    for (;;) {
      signal.throwIfAborted();
      const nowMs = this.#clock.nowMs();
      const pool = await this.#poolAt(id, nowMs);
      if (pool.left > 0) {
        pool.left--;
        return permitOf(pool, terms);
      }
      if (nowMs < pool.exhaustedUntilMs) {
        terms.onCall("refused");
        throw new SupplierSkipped("budget", "the budget of the supplier is used up");
      }
      pool.taking ??= this.#take(id, pool, terms, nowMs);
      await pool.taking;
    }
  }

  /** Returns the pool of today. The unused calls of another day are given back. */
  async #poolAt(id: string, nowMs: number): Promise<Pool> {
    const known = this.#pools.get(id);
    const periods = periodsAt(nowMs);
    if (known !== undefined && known.periods.day === periods.day) return known;
    const pool: Pool = { left: 0, periods, exhaustedUntilMs: 0, taking: null };
    this.#pools.set(id, pool);
    if (known !== undefined) await this.#giveBack(id, known);
    return pool;
  }

  async #take(id: string, pool: Pool, { limits, callCostCents }: Terms, nowMs: number): Promise<void> {
    try {
      const granted = await takeCalls(this.#database, id, { limits, callCostCents, block: blockSize, nowMs });
      pool.left += granted;
      if (granted === 0) pool.exhaustedUntilMs = nowMs + exhaustedMs;
    } finally {
      pool.taking = null;
    }
  }

  async #giveBack(id: string, pool: Pool): Promise<void> {
    const { left: calls, periods } = pool;
    pool.left = 0;
    if (calls > 0) await giveBackCalls(this.#database, id, { periods, calls });
  }
}

/** A call that the supplier does not count returns to the pool. */
function permitOf(pool: Pool, { onCall }: Terms): CallPermit {
  let isSettled = false;
  return {
    settle({ billed }: CallOutcome) {
      if (isSettled) return;
      isSettled = true;
      if (!billed) pool.left++;
      onCall(billed ? "counted" : "not_counted");
    },
  };
}
