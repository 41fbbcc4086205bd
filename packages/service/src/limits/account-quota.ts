import type { Period, Plan } from "@wayfare/contract";
import { blockOf, leaseMs } from "./quota-rules.ts";
import type { QuotaAnswered, QuotaAsked } from "./quota-store.ts";

/** How long units are kept that nobody asks for. */
const idleMs = 5000;
/** The next units are asked for when so many of a block are left. */
const lowShare = 0.25;
/** How long before its end a lease is renewed. */
const renewalMs = 30_000;
/** How soon an account without units is looked at again: its plan may have changed, or others may have given back. */
const lookAgainMs = 1000;

/** Why there is no unit. */
export interface Exhausted {
  plan: Plan;
  /** Searches of the period, as in `/v1/usage/current`. */
  used: number;
}

/** A search that used a unit: the n-th of its account and period in this process, without those that had an Idempotency-Key. */
export interface QuotaUse {
  periodStartMs: number;
  number: number;
}

/** Units of one account and period that this process holds. `nowMs` is monotonic; only the period's end is an instant of the wall clock. */
export class AccountQuota {
  readonly accountId: string;
  readonly period: Period;
  /** Units for searches to come, of searches under way, and of those answered in this process's whole life. */
  #available = 0;
  #pending = 0;
  #used = 0;
  #numbered = 0;
  #reported = 0;
  #leaseEndsAtMs = Number.NEGATIVE_INFINITY;
  #takenAtMs: number;
  #exhausted: (Exhausted & { atMs: number }) | undefined;
  #low = 0;
  #asked = false;
  /** Searches that wait for a unit. */
  waiting = 0;
  /** Units with other processes, as of the last exchange. */
  heldByOthers = 0;
  /** Whether the other processes have been asked to give back what they do not need. */
  recalls = false;
  /** Whether another process has asked that. */
  handsBack = false;

  constructor(accountId: string, period: Period, nowMs: number) {
    this.accountId = accountId;
    this.period = period;
    this.#takenAtMs = nowMs;
  }

  /** Takes a unit where there is one. */
  take(nowMs: number): boolean {
    if (this.#available === 0 || nowMs >= this.#leaseEndsAtMs) return false;
    this.#available--;
    this.#pending++;
    this.#takenAtMs = nowMs;
    return true;
  }

  /** Counts a search that had a unit. */
  use(): QuotaUse {
    this.#pending--;
    this.#used++;
    this.#numbered++;
    return { periodStartMs: this.period.startMs, number: this.#numbered };
  }

  /** Counts a search with an Idempotency-Key that usage has charged. */
  useCharged(): void {
    this.#pending--;
    this.#used++;
  }

  /** Returns the unit of a search that does not count, for the next search. */
  giveBack(): void {
    this.#pending--;
    this.#available++;
  }

  /** Whether it is known that there is no unit for now. */
  exhaustedAt(nowMs: number): Exhausted | undefined {
    if (this.#exhausted === undefined) return undefined;
    return nowMs - this.#exhausted.atMs < lookAgainMs ? this.#exhausted : undefined;
  }

  exhaust(nowMs: number, { plan, used }: Exhausted): void {
    this.#exhausted = { plan, used, atMs: nowMs };
  }

  /** Whether it is time to ask for the next units, so that no search has to wait for them. True once for each exchange. */
  wantsMore(): boolean {
    if (this.#asked || this.#available > this.#low) return false;
    this.#asked = true;
    return true;
  }

  /** The report on the lease. */
  ask(nowMs: number, periodIsOver: boolean): QuotaAsked {
    // Units that an exchange has just brought are not idle while searches wait for them.
    const idle = this.waiting === 0 && (nowMs - this.#takenAtMs >= idleMs || periodIsOver);
    if (idle || nowMs >= this.#leaseEndsAtMs || (this.handsBack && this.waiting === 0)) this.#available = 0;
    const needed = Math.max(0, this.waiting - this.#available);
    const ahead = (needed > 0 || this.#asked) && !this.recalls && !this.handsBack;
    this.#asked = false;
    this.handsBack = false;
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

  /** Takes over an answer. `askedAtMs` is before the database answered, so that the lease ends here before it ends there. */
  settle(asked: QuotaAsked, { granted, heldByOthers, plan }: QuotaAnswered, askedAtMs: number): void {
    this.#available += granted;
    this.#reported = asked.used;
    this.#leaseEndsAtMs = askedAtMs + leaseMs;
    this.heldByOthers = heldByOthers;
    this.#low = Math.floor(blockOf(plan) * lowShare);
    if (granted > 0) this.#exhausted = undefined;
  }

  /** Whether a report is due: of uses, of idle units, or because the lease ends soon. */
  isDue(nowMs: number, periodIsOver: boolean): boolean {
    if (this.#used !== this.#reported) return true;
    if (this.#available > 0 && (nowMs - this.#takenAtMs >= idleMs || periodIsOver)) return true;
    return this.#available + this.#pending > 0 && nowMs >= this.#leaseEndsAtMs - renewalMs;
  }

  /** Whether this process holds something, or has not reported all that it used. */
  get isOpen(): boolean {
    return this.#available + this.#pending + this.waiting > 0 || this.#used !== this.#reported;
  }
}
