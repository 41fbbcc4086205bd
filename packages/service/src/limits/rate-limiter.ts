import type { Clock, Plan } from "@wayfare/contract";
import type { FastifyBaseLogger } from "fastify";
import type { Caller } from "../http/caller.ts";
import {
  type CallerLimit,
  formatPolicies,
  formatRemaining,
  type LimitBucket,
  limitsOf,
  type RequestKind,
  subjectOf,
} from "./caller-limits.ts";
import { TokenBucket } from "./token-bucket.ts";
import type { ExchangeTokens } from "./token-exchange.ts";
import { TokenLeaser } from "./token-leaser.ts";

export interface RateLimiterDeps {
  exchange: ExchangeTokens;
  /** Monotonic clock. */
  clock: Clock;
  log: FastifyBaseLogger;
  /** Multiplier of every limit. */
  factor: number;
  /** Timeout of a token lease, after which this process limits locally. */
  limitTimeoutMs?: number;
}

/** Limits of one kind of request of one key. */
interface RequestLimits {
  buckets: readonly LimitBucket[];
  /** The value of `RateLimit-Policy`. */
  policy: string;
}

interface KnownCaller extends Record<RequestKind, RequestLimits> {
  /** A user can act in several accounts, one after the other. */
  accountId: string;
  plan: Plan;
}

/** An exceeded limit. */
export interface ExceededLimit {
  limit: CallerLimit;
  waitMs: number;
}

/** Maximum lease attempts of a request that loses its tokens to concurrent requests, before it is rejected. */
const maxLeaseAttempts = 8;

/** Limits the request rate of keys and accounts across all processes. */
export class RateLimiter {
  readonly #deps: RateLimiterDeps;
  readonly #leaser: TokenLeaser;
  #callers = new Map<string, KnownCaller>();
  readonly #buckets = new Map<string, TokenBucket>();

  constructor(deps: RateLimiterDeps) {
    this.#deps = deps;
    this.#leaser = new TokenLeaser(deps);
  }

  /**
   * Acquires a token of every limit, or of none. Returns undefined if acquired, synchronously if this process has leased tokens, which is
   * nearly always the case. Release concurrency tokens with `release`.
   */
  acquire(caller: Caller, kind: RequestKind): ExceededLimit | undefined | Promise<ExceededLimit | undefined> {
    const { buckets } = this.#limitsOf(caller, kind);
    return this.#tryAcquire(buckets) ? undefined : this.#lease(buckets);
  }

  /** Returns the values of `RateLimit-Policy` and `RateLimit` for a request of a caller, after the decision. */
  describe(caller: Caller, kind: RequestKind): { policy: string; left: string } {
    const { policy, buckets } = this.#limitsOf(caller, kind);
    return { policy, left: formatRemaining(buckets, this.#deps.clock.nowMs()) };
  }

  /** Releases the concurrency tokens of an admitted request, however it ended. */
  release(caller: Caller, kind: RequestKind = "search"): void {
    for (const { bucket } of this.#limitsOf(caller, kind).buckets) {
      if (bucket.allowance.perSecond === 0) bucket.release();
    }
  }

  /** Reports used tokens, returns idle ones and drops inactive callers. */
  async tick(): Promise<void> {
    await Promise.all([...this.#buckets.values()].map((bucket) => this.#leaser.lease(bucket)));
    const dropped = [...this.#buckets.values()].filter(({ canDrop }) => canDrop);
    if (dropped.length === 0) return;
    for (const { name } of dropped) this.#buckets.delete(name);
    this.#callers = new Map();
  }

  /** Returns the limits of a caller's request. */
  #limitsOf(caller: Caller, kind: RequestKind): RequestLimits {
    const subject = subjectOf(caller);
    let known = this.#callers.get(subject);
    if (known?.accountId !== caller.accountId || !hasSameTerms(known.plan, caller.plan)) {
      known = this.#loadCaller(caller);
      this.#callers.set(subject, known);
    }
    return known[kind];
  }

  #tryAcquire(buckets: readonly LimitBucket[]): boolean {
    const nowMs = this.#deps.clock.nowMs();
    for (const { bucket } of buckets) if (!bucket.hasToken(nowMs)) return false;
    for (const { bucket } of buckets) {
      bucket.consume(nowMs);
      if (bucket.shouldLease(nowMs) && !this.#leaser.isDown(nowMs)) void this.#leaser.lease(bucket);
    }
    return true;
  }

  /**
   * The request counts as a waiter of all its buckets, so that none of them is dropped or returns tokens that the request is about to need.
   */
  async #lease(buckets: readonly LimitBucket[]): Promise<ExceededLimit | undefined> {
    for (const { bucket } of buckets) bucket.waiters++;
    try {
      for (let attempts = 0; attempts < maxLeaseAttempts; attempts++) {
        const exceeded = await this.#leaseMissing(buckets);
        if (exceeded !== undefined) return exceeded;
        if (this.#tryAcquire(buckets)) return undefined;
      }
      return { limit: this.#findExceededLimit(buckets), waitMs: 0 };
    } finally {
      for (const { bucket } of buckets) bucket.waiters--;
    }
  }

  /** Leases all missing tokens in one exchange. Returns the first limit that is known to be exceeded. */
  async #leaseMissing(buckets: readonly LimitBucket[]): Promise<ExceededLimit | undefined> {
    const nowMs = this.#deps.clock.nowMs();
    const missing = buckets.filter(({ bucket }) => !bucket.hasToken(nowMs));
    if (this.#leaser.isDown(nowMs)) for (const { bucket } of missing) bucket.refillLocally(nowMs);
    const exceeded = missing.find(({ bucket }) => !bucket.hasToken(nowMs) && bucket.isEmpty(nowMs));
    if (exceeded !== undefined) return toExceededLimit(exceeded, nowMs);
    const unleased = missing.filter(({ bucket }) => !bucket.hasToken(nowMs));
    await Promise.all(unleased.map(({ bucket }) => this.#leaser.lease(bucket)));
    return undefined;
  }

  #findExceededLimit(buckets: readonly LimitBucket[]): CallerLimit {
    const nowMs = this.#deps.clock.nowMs();
    const exceeded = buckets.find(({ bucket }) => !bucket.hasToken(nowMs)) ?? buckets[0];
    if (exceeded === undefined) throw new Error("no limits for this kind of request");
    return exceeded.limit;
  }

  #loadCaller(caller: Caller): KnownCaller {
    const limits = limitsOf(caller, this.#deps.factor);
    const toLimits = (list: readonly CallerLimit[]): RequestLimits => ({
      buckets: list.map((limit) => ({ limit, bucket: this.#bucketOf(limit) })),
      policy: formatPolicies(list),
    });
    return {
      accountId: caller.accountId,
      plan: caller.plan,
      request: toLimits(limits.request),
      booking: toLimits(limits.booking),
      search: toLimits(limits.search),
      calendar: toLimits(limits.calendar),
    };
  }

  #bucketOf({ bucketName, allowance }: CallerLimit): TokenBucket {
    const known = this.#buckets.get(bucketName);
    if (known !== undefined) {
      known.allowance = allowance;
      return known;
    }
    const bucket = new TokenBucket(bucketName, allowance, this.#deps.clock.nowMs());
    this.#buckets.set(bucketName, bucket);
    return bucket;
  }
}

/** Versions never change, so equal names and versions have equal limits. */
function hasSameTerms(left: Plan, right: Plan): boolean {
  return left === right || (left.name === right.name && left.version === right.version);
}

function toExceededLimit({ limit, bucket }: LimitBucket, nowMs: number): ExceededLimit {
  return { limit, waitMs: bucket.retryAfterMs(nowMs) };
}
