import type { Period, Plan } from "@wayfare/contract";
import { blockOf, leaseMs } from "./quota-rules.ts";
import type { QuotaGrant, QuotaLeaseReport } from "./quota-store.ts";

/** Time after which unused units are returned. */
const idleMs = 5000;
/** More units are leased when this share of a block is left. */
const lowShare = 0.25;
/** Time before expiry at which a lease is renewed. */
const renewalMs = 30_000;
/** Interval at which an exhausted account is checked again: its plan may have changed, or other processes may have returned units. */
const recheckMs = 1000;

/** Details of an exhausted quota. */
export interface ExhaustedQuota {
  plan: Plan;
  /** Searches in the period, as in `/v1/usage/current`. */
  used: number;
}

/** A consumed unit. `number` counts the searches of the account and period in this process, without those that had an Idempotency-Key. */
export interface QuotaUse {
  periodStartMs: number;
  number: number;
}

/**
 * Quota units of one account and period that are leased to this process. `nowMs` is monotonic; only the period's end is wall-clock time.
 */
export class AccountQuota {
  readonly accountId: string;
  readonly period: Period;
  /** Units for future searches, units of running searches, and units consumed since this process started. */
  #available = 0;
  #pending = 0;
  #used = 0;
  #numbered = 0;
  #reported = 0;
  #leaseEndsAtMs = Number.NEGATIVE_INFINITY;
  #lastUseMs: number;
  #exhausted: (ExhaustedQuota & { atMs: number }) | undefined;
  #low = 0;
  #isLeasing = false;
  /** Searches waiting for a unit. */
  waiters = 0;
  /** Units leased to other processes, as of the last exchange. */
  heldByOthers = 0;
  /** True while unused units are recalled from other processes. */
  isRecalling = false;
  /** True after another process recalled unused units. */
  shouldReturnUnits = false;

  constructor(accountId: string, period: Period, nowMs: number) {
    this.accountId = accountId;
    this.period = period;
    this.#lastUseMs = nowMs;
  }

  /** Reserves a unit if one is available. */
  reserve(nowMs: number): boolean {
    if (this.#available === 0 || nowMs >= this.#leaseEndsAtMs) return false;
    this.#available--;
    this.#pending++;
    this.#lastUseMs = nowMs;
    return true;
  }

  /** True if the lease of the last exchange has ended. */
  hasEnded(nowMs: number): boolean {
    return nowMs >= this.#leaseEndsAtMs;
  }

  /** Consumes the unit of a search. */
  consume(): QuotaUse {
    this.#pending--;
    this.#used++;
    this.#numbered++;
    return { periodStartMs: this.period.startMs, number: this.#numbered };
  }

  /** Consumes the unit of a search with an Idempotency-Key that was charged. */
  consumeCharged(): void {
    this.#pending--;
    this.#used++;
  }

  /** Returns the unit of a search that does not count. */
  returnUnit(): void {
    this.#pending--;
    this.#available++;
  }

  /** Returns the details if the quota is known to be exhausted. */
  findExhausted(nowMs: number): ExhaustedQuota | undefined {
    if (this.#exhausted === undefined) return undefined;
    return nowMs - this.#exhausted.atMs < recheckMs ? this.#exhausted : undefined;
  }

  markExhausted(nowMs: number, { plan, used }: ExhaustedQuota): void {
    this.#exhausted = { plan, used, atMs: nowMs };
  }

  /** Returns true if units should be leased before searches have to wait for them, once per exchange. */
  shouldLease(): boolean {
    if (this.#isLeasing || this.#available > this.#low) return false;
    this.#isLeasing = true;
    return true;
  }

  /** Builds the report on the lease. */
  buildReport(nowMs: number, periodIsOver: boolean): QuotaLeaseReport {
    // Units from a recent exchange are not idle while searches wait for them.
    const idle = this.waiters === 0 && (nowMs - this.#lastUseMs >= idleMs || periodIsOver);
    if (idle || nowMs >= this.#leaseEndsAtMs || (this.shouldReturnUnits && this.waiters === 0)) this.#available = 0;
    const needed = Math.max(0, this.waiters - this.#available);
    const ahead = (needed > 0 || this.#isLeasing) && !this.isRecalling && !this.shouldReturnUnits;
    this.#isLeasing = false;
    this.shouldReturnUnits = false;
    return {
      accountId: this.accountId,
      periodStartMs: this.period.startMs,
      periodEndMs: this.period.endMs,
      used: this.#used,
      kept: this.#available + this.#pending,
      needed,
      ahead,
    };
  }

  /** Applies the response. `sentAtMs` is before the database responded, so that the lease expires here before it expires in the row. */
  applyGrant(report: QuotaLeaseReport, { granted, heldByOthers, plan }: QuotaGrant, sentAtMs: number): void {
    this.#available += granted;
    this.#reported = report.used;
    this.#leaseEndsAtMs = sentAtMs + leaseMs;
    this.heldByOthers = heldByOthers;
    this.#low = Math.floor(blockOf(plan) * lowShare);
    if (granted > 0) this.#exhausted = undefined;
  }

  /** True if a report is due: for used units, idle units, or a lease that expires soon. */
  isDue(nowMs: number, periodIsOver: boolean): boolean {
    if (this.#used !== this.#reported) return true;
    if (this.#available > 0 && (nowMs - this.#lastUseMs >= idleMs || periodIsOver)) return true;
    return this.#available + this.#pending > 0 && nowMs >= this.#leaseEndsAtMs - renewalMs;
  }

  /** True if this process has leased units or unreported uses. */
  get isOpen(): boolean {
    return this.#available + this.#pending + this.waiters > 0 || this.#used !== this.#reported;
  }
}
