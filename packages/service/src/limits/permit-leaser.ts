import { Batcher } from "@wayfare/concurrency";
import type { Clock } from "@wayfare/contract";
import { withTimeout } from "@wayfare/database";
import type { FastifyBaseLogger } from "fastify";
import type { Bucket } from "./bucket.ts";
import type { ExchangePermits } from "./permit-exchange.ts";

const usualPatienceMs = 1000;
const mostBuckets = 500;

interface LeaserParts {
  exchange: ExchangePermits;
  /** Monotonic. */
  clock: Clock;
  log: FastifyBaseLogger;
  /** How long requests wait for the database, and how long it is then left alone; a second by default. */
  limitPatienceMs?: number;
}

/** Leases permits for buckets, and goes without the database while that cannot be reached. */
export class PermitLeaser {
  readonly #parts: LeaserParts;
  readonly #exchanges = new Batcher<Bucket>((buckets) => this.#exchange(buckets), { maxItems: mostBuckets });
  #downUntilMs = Number.NEGATIVE_INFINITY;

  constructor(parts: LeaserParts) {
    this.#parts = parts;
  }

  /** Settles with an exchange that began after the call, whether it went well or not. Never rejects. */
  ask(bucket: Bucket): Promise<void> {
    return this.#exchanges.add(bucket);
  }

  /** Whether the database has just failed to answer. */
  isDown(nowMs: number): boolean {
    return nowMs < this.#downUntilMs;
  }

  async #exchange(buckets: readonly Bucket[]): Promise<void> {
    const { exchange, clock, log, limitPatienceMs: patienceMs = usualPatienceMs } = this.#parts;
    const nowMs = clock.nowMs();
    const asked = buckets.map((bucket) => bucket.ask(nowMs));
    try {
      const answers = await withTimeout(patienceMs, exchange(asked));
      for (const [at, bucket] of buckets.entries()) {
        const [question, answer] = [asked[at], answers.get(bucket.name)];
        if (question !== undefined && answer !== undefined) bucket.settle(question, answer, nowMs);
        else bucket.forget();
      }
      this.#downUntilMs = Number.NEGATIVE_INFINITY;
    } catch (error) {
      if (!this.isDown(nowMs)) log.warn({ err: error }, "permits could not be leased: each process limits by itself");
      this.#downUntilMs = clock.nowMs() + patienceMs;
      for (const bucket of buckets) bucket.forget();
    }
  }
}
