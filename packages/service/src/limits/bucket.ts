import type { RateAllowance } from "@wayfare/contract";
import { type Answered, type Asked, stretchMs } from "./permit-exchange.ts";

/** Permits leased at a time, as a share of what a bucket holds. */
const blockShare = 0.05;
/** How soon a process asks again for a place that others hold. */
const placeWaitMs = 20;

/**
 * What this process holds of one bucket. A rate has permits that are used up and refill; an allowance of `perSecond: 0` has places, which are
 * taken and given back. Permits and places are leased from a row of the database in blocks, so that taking one needs no statement.
 * Instants are by this process's monotonic clock.
 */
export class Bucket {
  readonly name: string;
  #allowance: RateAllowance;
  /** Free here. */
  #available = 0;
  /** Places taken here; always zero for a rate. */
  #taken = 0;
  #usableUntilMs = 0;
  /** What the row last said, and when. */
  #tokens: number;
  #tokensAtMs: number;
  #emptyUntilMs = Number.NEGATIVE_INFINITY;
  /** What the row believes us to hold, since which stretch. */
  #confirmed = 0;
  #stretch = -2;
  /** Requests that wait for a permit. */
  waiting = 0;
  #lastUseMs: number;
  #touched = true;
  #asked = false;
  #exchanging = false;

  constructor(name: string, allowance: RateAllowance, nowMs: number) {
    this.name = name;
    this.#allowance = allowance;
    this.#tokens = allowance.burst;
    this.#tokensAtMs = nowMs;
    this.#lastUseMs = nowMs;
  }

  get allowance(): RateAllowance {
    return this.#allowance;
  }

  /** A plan that has changed holds from the next exchange on. */
  set allowance(allowance: RateAllowance) {
    this.#allowance = allowance;
    this.#emptyUntilMs = Number.NEGATIVE_INFINITY;
  }

  get #block(): number {
    return Math.max(1, Math.round(this.#allowance.burst * blockShare));
  }

  has(nowMs: number): boolean {
    return this.#available > 0 && nowMs < this.#usableUntilMs;
  }

  /** Takes a permit, which must be there. */
  take(nowMs: number): void {
    this.#available--;
    this.#lastUseMs = nowMs;
    this.#touched = true;
    if (this.#allowance.perSecond === 0) this.#taken++;
  }

  /** Gives a place back. */
  giveBack(): void {
    this.#taken--;
    this.#available++;
  }

  /**
   * Whether it is time to lease the next block, so that no request has to wait for it. True once for each exchange. Places are not
   * leased ahead: few as they are, one that lies idle here could be missed elsewhere.
   */
  wantsMore(nowMs: number): boolean {
    if (this.#allowance.perSecond === 0 || this.#asked || this.#available > this.#block / 2 || this.isEmpty(nowMs))
      return false;
    this.#asked = true;
    return true;
  }

  /** Whether the row is known to have no permit at this moment. */
  isEmpty(nowMs: number): boolean {
    return nowMs < this.#emptyUntilMs;
  }

  /** Milliseconds until there may be a permit. */
  waitMs(nowMs: number): number {
    return Math.max(0, this.#emptyUntilMs - nowMs);
  }

  /** Permits that the caller may still use, as far as this process knows. */
  remaining(nowMs: number): number {
    const { perSecond, burst } = this.#allowance;
    const central = this.#tokens + (Math.max(0, nowMs - this.#tokensAtMs) * perSecond) / 1000;
    return Math.max(0, Math.min(burst - this.#taken, Math.floor(central + this.#available)));
  }

  /** Says to the row what has been used since the last exchange, gives back what is too much, and asks for more where it is needed. */
  ask(nowMs: number): Asked {
    if (nowMs >= this.#usableUntilMs) this.#available = 0;
    const idle = !this.#touched && this.waiting === 0;
    // What the last exchange brought may still lie here for requests that have yet to take it.
    const spare = this.#available - this.waiting;
    const returned = idle ? this.#available : Math.max(0, spare - 2 * this.#block);
    this.#available -= returned;
    const low = !idle && this.#allowance.perSecond > 0 && spare <= this.#block / 2;
    const wanted = Math.max(0, (low ? this.#block : 0) - spare);
    this.#touched = false;
    this.#asked = false;
    this.#exchanging = true;
    return {
      name: this.name,
      ...this.#allowance,
      stretch: this.#stretch,
      confirmed: this.#confirmed,
      kept: this.#available + this.#taken,
      returned,
      lastUseAgoMs: Math.max(0, nowMs - this.#lastUseMs),
      wanted,
    };
  }

  /** Takes over an answer. `askedAtMs` is before the database answered, so that permits are never used for too long. */
  settle(asked: Asked, { granted, tokens, stretch, usableMs }: Answered, askedAtMs: number): void {
    this.#exchanging = false;
    this.#available += granted;
    this.#confirmed = asked.kept + granted;
    this.#stretch = stretch;
    this.#usableUntilMs = askedAtMs + usableMs;
    this.#tokens = tokens;
    this.#tokensAtMs = askedAtMs;
    const { perSecond } = this.#allowance;
    const nextMs = perSecond === 0 ? placeWaitMs : (Math.max(0, 1 - tokens) * 1000) / perSecond;
    this.#emptyUntilMs = tokens < 1 ? askedAtMs + nextMs : Number.NEGATIVE_INFINITY;
  }

  /** Holds nothing any more: nobody knows what became of the exchange. What the row counts as held runs out by itself. */
  forget(): void {
    this.#exchanging = false;
    this.#available = 0;
    this.#confirmed = 0;
    this.#stretch = -2;
  }

  /** While the row cannot be reached: makes one permit out of what was last known of it, as if nobody else used the bucket. */
  fallBack(nowMs: number): void {
    const { perSecond, burst } = this.#allowance;
    const elapsedMs = Math.max(0, nowMs - this.#tokensAtMs);
    const tokens =
      perSecond === 0 ? burst - this.#taken : Math.min(burst, this.#tokens + (elapsedMs * perSecond) / 1000);
    this.#tokensAtMs = nowMs;
    this.#tokens = tokens < 1 ? tokens : tokens - 1;
    if (tokens < 1) {
      this.#emptyUntilMs = nowMs + (perSecond === 0 ? placeWaitMs : ((1 - tokens) * 1000) / perSecond);
      return;
    }
    this.#available = 1;
    this.#usableUntilMs = nowMs + stretchMs;
  }

  /** Whether nothing is lost where this process forgets the bucket. */
  get isSettled(): boolean {
    const holds = this.#available + this.#taken + this.#confirmed + this.waiting;
    return !this.#touched && !this.#exchanging && holds === 0;
  }
}
