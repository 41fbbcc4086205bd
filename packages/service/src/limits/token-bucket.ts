import type { RateLimit } from "@wayfare/contract";
import { leaseWindowMs, type TokenGrant, type TokenReport } from "./token-exchange.ts";

/** Tokens per lease, as a share of the bucket size. */
const blockShare = 0.05;
/** Retry interval for a concurrency slot that other processes hold. */
const slotRetryMs = 20;

/**
 * Local state of a token bucket. A rate limit has tokens that are consumed and refill. An allowance with `perSecond: 0` is a concurrency
 * limit, whose tokens are acquired and released. Tokens are leased from a database row in blocks, so that acquiring one needs no statement.
 * Times are of this process's monotonic clock.
 */
export class TokenBucket {
  readonly name: string;
  #allowance: RateLimit;
  /** Leased and not in use. */
  #available = 0;
  /** Concurrency tokens in use; always 0 for a rate limit. */
  #inUse = 0;
  #usableUntilMs = 0;
  /** Tokens in the row at the last exchange, and its time. */
  #tokens: number;
  #tokensAtMs: number;
  #emptyUntilMs = Number.NEGATIVE_INFINITY;
  /** Tokens that the row counts as leased to this process, and the lease window of the last exchange. */
  #confirmed = 0;
  #stretch = -2;
  /** Requests waiting for a token of this bucket or of another one that they also need. */
  waiters = 0;
  #lastUseMs: number;
  #wasUsed = true;
  #isLeasing = false;
  #exchanging = false;

  constructor(name: string, allowance: RateLimit, nowMs: number) {
    this.name = name;
    this.#allowance = allowance;
    this.#tokens = allowance.burst;
    this.#tokensAtMs = nowMs;
    this.#lastUseMs = nowMs;
  }

  get allowance(): RateLimit {
    return this.#allowance;
  }

  /** A changed plan takes effect with the next exchange. */
  set allowance(allowance: RateLimit) {
    this.#allowance = allowance;
    this.#emptyUntilMs = Number.NEGATIVE_INFINITY;
  }

  get #block(): number {
    return Math.max(1, Math.round(this.#allowance.burst * blockShare));
  }

  hasToken(nowMs: number): boolean {
    return this.#available > 0 && nowMs < this.#usableUntilMs;
  }

  /** Consumes an available token. Call `has` first. */
  consume(nowMs: number): void {
    this.#available--;
    this.#lastUseMs = nowMs;
    this.#wasUsed = true;
    if (this.#allowance.perSecond === 0) this.#inUse++;
  }

  /** Releases a concurrency token. */
  release(): void {
    this.#inUse--;
    this.#available++;
  }

  /**
   * Returns true if the next block should be leased before requests have to wait for it, once per exchange. Concurrency tokens are never
   * leased ahead, because there are few and an idle one could be needed by another process.
   */
  shouldLease(nowMs: number): boolean {
    if (this.#allowance.perSecond === 0 || this.#isLeasing || this.#available > this.#block / 2 || this.isEmpty(nowMs))
      return false;
    this.#isLeasing = true;
    return true;
  }

  /** True if the row is known to have no tokens at this time. */
  isEmpty(nowMs: number): boolean {
    return nowMs < this.#emptyUntilMs;
  }

  /** Milliseconds until a token may be available. */
  retryAfterMs(nowMs: number): number {
    return Math.max(0, this.#emptyUntilMs - nowMs);
  }

  /** Remaining tokens of the caller, as far as this process knows. */
  remaining(nowMs: number): number {
    const { perSecond, burst } = this.#allowance;
    const rowTokens = this.#tokens + (Math.max(0, nowMs - this.#tokensAtMs) * perSecond) / 1000;
    return Math.max(0, Math.min(burst - this.#inUse, Math.floor(rowTokens + this.#available)));
  }

  /** Builds the report to the row: used tokens, excess tokens to return, and tokens to lease. */
  buildReport(nowMs: number): TokenReport {
    if (nowMs >= this.#usableUntilMs) this.#available = 0;
    const idle = !this.#wasUsed && this.waiters === 0;
    // Tokens of the last exchange may be reserved for requests that have not consumed them yet.
    const spare = this.#available - this.waiters;
    const returned = idle ? this.#available : Math.max(0, spare - 2 * this.#block);
    this.#available -= returned;
    if (returned > 0) this.#emptyUntilMs = Number.NEGATIVE_INFINITY;
    const low = !idle && this.#allowance.perSecond > 0 && spare <= this.#block / 2;
    const wanted = Math.max(0, (low ? this.#block : 0) - spare);
    this.#wasUsed = false;
    this.#isLeasing = false;
    this.#exchanging = true;
    return {
      name: this.name,
      ...this.#allowance,
      stretch: this.#stretch,
      confirmed: this.#confirmed,
      kept: this.#available + this.#inUse,
      returned,
      lastUseAgoMs: Math.max(0, nowMs - this.#lastUseMs),
      wanted,
    };
  }

  /** Applies the response. `sentAtMs` is before the database responded, so that tokens are never used after their lease. */
  applyGrant(report: TokenReport, { granted, tokens, stretch, usableMs }: TokenGrant, sentAtMs: number): void {
    this.#exchanging = false;
    this.#available += granted;
    this.#confirmed = report.kept + granted;
    this.#stretch = stretch;
    this.#usableUntilMs = sentAtMs + usableMs;
    this.#tokens = tokens;
    this.#tokensAtMs = sentAtMs;
    const { perSecond } = this.#allowance;
    const nextMs = perSecond === 0 ? slotRetryMs : (Math.max(0, 1 - tokens) * 1000) / perSecond;
    this.#emptyUntilMs = tokens < 1 ? sentAtMs + nextMs : Number.NEGATIVE_INFINITY;
  }

  /** Drops all local tokens after an exchange with an unknown result. The lease in the row expires by itself. */
  reset(): void {
    this.#exchanging = false;
    this.#available = 0;
    this.#confirmed = 0;
    this.#stretch = -2;
  }

  /** Creates one token from the last known state of the row while the database is unavailable, as if no other process used the bucket. */
  refillLocally(nowMs: number): void {
    const { perSecond, burst } = this.#allowance;
    const elapsedMs = Math.max(0, nowMs - this.#tokensAtMs);
    const tokens =
      perSecond === 0 ? burst - this.#inUse : Math.min(burst, this.#tokens + (elapsedMs * perSecond) / 1000);
    this.#tokensAtMs = nowMs;
    this.#tokens = tokens < 1 ? tokens : tokens - 1;
    if (tokens < 1) {
      this.#emptyUntilMs = nowMs + (perSecond === 0 ? slotRetryMs : ((1 - tokens) * 1000) / perSecond);
      return;
    }
    this.#available = 1;
    this.#usableUntilMs = nowMs + leaseWindowMs;
  }

  /** True if the bucket can be dropped without losing state. */
  get canDrop(): boolean {
    const total = this.#available + this.#inUse + this.#confirmed + this.waiters;
    return !this.#wasUsed && !this.#exchanging && total === 0;
  }
}
