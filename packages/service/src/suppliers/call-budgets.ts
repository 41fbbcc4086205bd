import type { Clock } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import {
  type BreakerOptions,
  type CallBudget,
  type CallOptions,
  type CallOutcome,
  type CallPermit,
  SupplierSkipped,
} from "@wayfare/suppliers";
import { addMadeCalls, type CallPeriods, giveBackCalls, periodsAt, takeCalls } from "./calls-store.ts";
import { SharedGates } from "./shared-gates.ts";
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

/** Pause before calls that were made are added to the database, from which they are shown. A killed process loses these from the count. */
const flushMs = 1_000;

/** Terms of the calls with a credential. */
interface CallTerms {
  /** Identifies the credential, whose breaker and rate limit are shared. */
  credentialId: string;
  /** Identifies the budget, which stays when a credential is replaced. */
  budgetId: string;
  limits: CallLimits;
  /** Cost of one call in US cents. */
  callCostCents: number;
  /** Called once for each settled or refused call that is not a follow-up. */
  onCall?: (result: CallResult) => void;
}

/** Calls of one credential that this process has taken and not used. */
interface Pool {
  left: number;
  /** Calls that were made and are not in the database. */
  made: number;
  periods: CallPeriods;
  exhaustedUntilMs: number;
  taking: Promise<void> | null;
}

/**
 * Budgets, rate limits and circuit breakers of supplier calls over all threads and processes. A process takes calls from the database in blocks before it uses them, so a limit is never
 * exceeded; the unused calls of a killed process count as used until the period ends.
 */
export class CallBudgets {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #gates: SharedGates;
  readonly #pools = new Map<string, Pool>();
  /** Pools with calls that were made and are not in the database, with the id of their budget. */
  readonly #unwritten = new Map<Pool, string>();
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(database: Database, clock: Clock, breaker: Partial<BreakerOptions> = {}) {
    this.#database = database;
    this.#clock = clock;
    this.#gates = new SharedGates(database, clock, breaker);
  }

  /** Returns the budget of a credential. */
  of(terms: CallTerms): CallBudget {
    return { acquire: (signal, options) => this.#enter(terms, signal, options) };
  }

  /** Reads a limit again at the next call. Call it after a change of limits. */
  recheck(credentialId: string): void {
    const pool = this.#pools.get(credentialId);
    if (pool !== undefined) pool.exhaustedUntilMs = 0;
  }

  /** Gives back all unused calls. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const pools = [...this.#pools];
    this.#pools.clear();
    await Promise.all([this.flush(), this.#gates.close(), ...pools.map(([id, pool]) => this.#giveBack(id, pool))]);
  }

  /** Adds the calls that this process has made to the database, so that they can be read. Retried later if that fails. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushing = this.#flushing.then(() => this.#write());
    return this.#flushing;
  }

  async #write(): Promise<void> {
    const pools = [...this.#unwritten];
    this.#unwritten.clear();
    await Promise.all(
      pools.map(async ([pool, id]) => {
        const { made: calls, periods } = pool;
        pool.made = 0;
        try {
          await addMadeCalls(this.#database, id, { periods, calls });
        } catch {
          this.#count(id, pool, calls);
        }
      }),
    );
  }

  #count(id: string, pool: Pool, calls: number): void {
    pool.made += calls;
    this.#unwritten.set(pool, id);
    if (!this.#isClosed) this.#timer ??= setTimeout(() => void this.flush(), flushMs).unref();
  }

  /** Lets a call through the gate of its credential, and takes it from the budget unless it belongs to a call that was taken. */
  async #enter(terms: CallTerms, signal: AbortSignal, { isFollowUp }: CallOptions = {}): Promise<CallPermit> {
    const { credentialId } = terms;
    signal.throwIfAborted();
    const pass = await this.#gates.enter(credentialId);
    try {
      signal.throwIfAborted();
      const pool = isFollowUp === true ? undefined : await this.#acquire(terms, signal);
      return this.#permitOf(terms, pool, (outcome) => this.#gates.leave(credentialId, pass, outcome));
    } catch (error) {
      this.#gates.leave(credentialId, pass, notMade);
      throw error;
    }
  }

  /** A call that the supplier does not count returns to the pool. */
  #permitOf(
    { budgetId, onCall }: CallTerms,
    pool: Pool | undefined,
    leave: (outcome: CallOutcome) => void,
  ): CallPermit {
    let isSettled = false;
    return {
      settle: (outcome) => {
        if (isSettled) return;
        isSettled = true;
        leave(outcome);
        if (pool === undefined) return;
        if (outcome.billed) this.#count(budgetId, pool, 1);
        else pool.left++;
        onCall?.(outcome.billed ? "counted" : "not_counted");
      },
    };
  }

  /** Takes a call of the budget. @returns its pool */
  async #acquire(terms: CallTerms, signal: AbortSignal): Promise<Pool> {
    const { budgetId: id } = terms;
    for (;;) {
      signal.throwIfAborted();
      const nowMs = this.#clock.nowMs();
      const pool = await this.#poolAt(id, nowMs);
      if (pool.left > 0) {
        pool.left--;
        return pool;
      }
      if (nowMs < pool.exhaustedUntilMs) {
        terms.onCall?.("refused");
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
    const pool: Pool = { left: 0, made: 0, periods, exhaustedUntilMs: 0, taking: null };
    this.#pools.set(id, pool);
    if (known !== undefined) await this.#giveBack(id, known);
    return pool;
  }

  async #take(id: string, pool: Pool, { limits, callCostCents }: CallTerms, nowMs: number): Promise<void> {
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

const notMade: CallOutcome = {
  billed: false,
  status: null,
  tookMs: 0,
  rateLimit: null,
  health: "unknown",
  retryAtMs: null,
};
