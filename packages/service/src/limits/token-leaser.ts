import { Batcher } from "@wayfare/concurrency";
import type { Clock } from "@wayfare/contract";
import { withTimeout } from "@wayfare/database";
import type { FastifyBaseLogger } from "fastify";
import type { TokenBucket } from "./token-bucket.ts";
import type { ExchangeTokens } from "./token-exchange.ts";

const defaultTimeoutMs = 1000;
const maxBuckets = 500;

interface LeaserDeps {
  exchange: ExchangeTokens;
  /** Monotonic clock. */
  clock: Clock;
  log: FastifyBaseLogger;
  /** Timeout of an exchange in milliseconds, and the pause after a failed one; 1000 by default. */
  limitTimeoutMs?: number;
}

/** Leases tokens for buckets. Falls back to local limits while the database is unavailable. */
export class TokenLeaser {
  readonly #deps: LeaserDeps;
  readonly #exchanges = new Batcher<TokenBucket>((buckets) => this.#exchange(buckets), { maxItems: maxBuckets });
  #downUntilMs = Number.NEGATIVE_INFINITY;

  constructor(deps: LeaserDeps) {
    this.#deps = deps;
  }

  /** Resolves after an exchange that started after the call, whether it succeeded or failed. Never rejects. */
  lease(bucket: TokenBucket): Promise<void> {
    return this.#exchanges.add(bucket);
  }

  /** True shortly after a failed exchange. */
  isDown(nowMs: number): boolean {
    return nowMs < this.#downUntilMs;
  }

  async #exchange(buckets: readonly TokenBucket[]): Promise<void> {
    const { exchange, clock, log, limitTimeoutMs: timeoutMs = defaultTimeoutMs } = this.#deps;
    const nowMs = clock.nowMs();
    const reports = buckets.map((bucket) => bucket.buildReport(nowMs));
    try {
      const grants = await withTimeout(timeoutMs, exchange(reports));
      for (const [at, bucket] of buckets.entries()) {
        const [report, grant] = [reports[at], grants.get(bucket.name)];
        if (report !== undefined && grant !== undefined) bucket.applyGrant(report, grant, nowMs);
        else bucket.reset();
      }
      this.#downUntilMs = Number.NEGATIVE_INFINITY;
    } catch (error) {
      if (!this.isDown(nowMs)) log.warn({ err: error }, "rate limit token lease failed, limiting locally");
      this.#downUntilMs = clock.nowMs() + timeoutMs;
      for (const bucket of buckets) bucket.reset();
    }
  }
}
