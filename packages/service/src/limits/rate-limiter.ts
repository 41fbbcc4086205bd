import type { Clock, PlanName } from "@wayfare/contract";
import type { FastifyBaseLogger } from "fastify";
import type { Caller } from "../http/caller.ts";
import { Bucket } from "./bucket.ts";
import {
  type CallerLimit,
  type LimitBucket,
  limitsOf,
  policyField,
  type RequestKind,
  rateLimitField,
  subjectOf,
} from "./caller-limits.ts";
import type { ExchangePermits } from "./permit-exchange.ts";
import { PermitLeaser } from "./permit-leaser.ts";

export interface RateLimiterParts {
  exchange: ExchangePermits;
  /** Monotonic. */
  clock: Clock;
  log: FastifyBaseLogger;
  /** What the deployment multiplies every limit by. */
  factor: number;
  /** How long requests wait for the database before this process limits by itself. */
  limitPatienceMs?: number;
}

/** What one kind of request of one key passes through. */
interface Passage {
  buckets: readonly LimitBucket[];
  /** The value of `RateLimit-Policy`. */
  policy: string;
}

interface Known extends Record<RequestKind, Passage> {
  plan: PlanName;
}

/** A limit has nothing left. */
export interface Refusal {
  limit: CallerLimit;
  waitMs: number;
}

/** How often a request asks the database before it takes what others were quicker to take for a refusal. */
const mostAsks = 8;

/** Lets requests through as fast as their key and account may call, whichever process they come to. */
export class RateLimiter {
  readonly #parts: RateLimiterParts;
  readonly #leaser: PermitLeaser;
  #callers = new Map<string, Known>();
  readonly #buckets = new Map<string, Bucket>();

  constructor(parts: RateLimiterParts) {
    this.#parts = parts;
    this.#leaser = new PermitLeaser(parts);
  }

  /**
   * Takes a permit of every limit, or of none. Answers at once where this process holds them, which is nearly always; undefined is
   * yes. A search's places are given back with `release`.
   */
  admit(caller: Caller, kind: RequestKind): Refusal | undefined | Promise<Refusal | undefined> {
    return this.#tryTake(caller, kind) ? undefined : this.#lease(caller, kind);
  }

  /** The values of `RateLimit-Policy` and `RateLimit` for a request of a caller, after it was decided on. */
  describe(caller: Caller, kind: RequestKind): { policy: string; left: string } {
    const { policy, buckets } = this.#passageOf(caller, kind);
    return { policy, left: rateLimitField(buckets, this.#parts.clock.nowMs()) };
  }

  /** Gives back the places of a search that was admitted; its end, however it came. */
  release(caller: Caller): void {
    for (const { bucket } of this.#passageOf(caller, "search").buckets) {
      if (bucket.allowance.perSecond === 0) bucket.giveBack();
    }
  }

  /** Tells the database what was used, gives back what nobody asked for since the last time, and forgets who is gone. */
  async tick(): Promise<void> {
    await Promise.all([...this.#buckets.values()].map((bucket) => this.#leaser.ask(bucket)));
    const settled = [...this.#buckets.values()].filter(({ isSettled }) => isSettled);
    if (settled.length === 0) return;
    for (const { name } of settled) this.#buckets.delete(name);
    this.#callers = new Map();
  }

  /** What a caller's request passes through, and how much of it is left. */
  #passageOf(caller: Caller, kind: RequestKind): Passage {
    const subject = subjectOf(caller);
    let known = this.#callers.get(subject);
    if (known === undefined || known.plan !== caller.plan) {
      known = this.#learn(caller);
      this.#callers.set(subject, known);
    }
    return known[kind];
  }

  #tryTake(caller: Caller, kind: RequestKind): boolean {
    const nowMs = this.#parts.clock.nowMs();
    const { buckets } = this.#passageOf(caller, kind);
    for (const { bucket } of buckets) if (!bucket.has(nowMs)) return false;
    for (const { bucket } of buckets) {
      bucket.take(nowMs);
      if (bucket.wantsMore(nowMs) && !this.#leaser.isDown(nowMs)) void this.#leaser.ask(bucket);
    }
    return true;
  }

  async #lease(caller: Caller, kind: RequestKind): Promise<Refusal | undefined> {
    for (let asks = 0; asks < mostAsks; asks++) {
      const nowMs = this.#parts.clock.nowMs();
      const missing = this.#passageOf(caller, kind).buckets.filter(({ bucket }) => !bucket.has(nowMs));
      if (this.#leaser.isDown(nowMs)) for (const { bucket } of missing) bucket.fallBack(nowMs);
      const refused = missing.find(({ bucket }) => !bucket.has(nowMs) && bucket.isEmpty(nowMs));
      if (refused !== undefined) return refusalOf(refused, nowMs);
      await this.#waitFor(missing.map(({ bucket }) => bucket).filter((bucket) => !bucket.has(nowMs)));
      if (this.#tryTake(caller, kind)) return undefined;
    }
    return { limit: this.#limitInTheWay(caller, kind), waitMs: 0 };
  }

  /** Asks for all that is missing in one exchange. */
  async #waitFor(buckets: readonly Bucket[]): Promise<void> {
    for (const bucket of buckets) bucket.waiting++;
    await Promise.all(buckets.map((bucket) => this.#leaser.ask(bucket)));
    for (const bucket of buckets) bucket.waiting--;
  }

  #limitInTheWay(caller: Caller, kind: RequestKind): CallerLimit {
    const nowMs = this.#parts.clock.nowMs();
    const { buckets } = this.#passageOf(caller, kind);
    const inTheWay = buckets.find(({ bucket }) => !bucket.has(nowMs)) ?? buckets[0];
    if (inTheWay === undefined) throw new Error("every kind of request has a limit");
    return inTheWay.limit;
  }

  #learn(caller: Caller): Known {
    const limits = limitsOf(caller, this.#parts.factor);
    const passage = (list: readonly CallerLimit[]): Passage => ({
      buckets: list.map((limit) => ({ limit, bucket: this.#bucketOf(limit) })),
      policy: policyField(list),
    });
    return {
      plan: caller.plan,
      request: passage(limits.request),
      booking: passage(limits.booking),
      search: passage(limits.search),
    };
  }

  #bucketOf({ bucketName, allowance }: CallerLimit): Bucket {
    const known = this.#buckets.get(bucketName);
    if (known !== undefined) {
      known.allowance = allowance;
      return known;
    }
    const bucket = new Bucket(bucketName, allowance, this.#parts.clock.nowMs());
    this.#buckets.set(bucketName, bucket);
    return bucket;
  }
}

function refusalOf({ limit, bucket }: LimitBucket, nowMs: number): Refusal {
  return { limit, waitMs: bucket.waitMs(nowMs) };
}
