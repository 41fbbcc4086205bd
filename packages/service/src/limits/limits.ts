import { randomUUID } from "node:crypto";
import { type Clock, type LeaseTime, realLeaseTime } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import type { FastifyBaseLogger } from "fastify";
import { makeExchange } from "./bucket-store.ts";
import { KeyUsage } from "./key-usage.ts";
import { makeUnitExchange } from "./quota-store.ts";
import { Quotas } from "./quotas.ts";
import { RateLimiter } from "./rate-limiter.ts";
import { SearchUnits } from "./search-units.ts";

/** Interval at which usage is reported and unused leases are returned. */
const tickEveryMs = 1000;

export interface LimitsDeps {
  database: Database;
  clock: Clock;
  /** Defaults to the database's clock and this process's monotonic clock. */
  leaseTime?: LeaseTime | undefined;
  log: FastifyBaseLogger;
  /** Holder of this process's quota leases: the id of its usage journal, if it has one. */
  holder?: string | undefined;
  /** Multiplier of every rate limit. */
  factor: number;
  /** Timeout of a token lease in milliseconds, after which this process limits locally; 1000 by default. */
  limitTimeoutMs?: number;
}

/** Rate limits, quotas and usage limits of this process. */
export interface Limits {
  limiter: RateLimiter;
  quotas: Quotas;
  searchUnits: SearchUnits;
  /** Reports usage and returns unused leases immediately. */
  tick(): Promise<void>;
  close(): Promise<void>;
}

/** Starts rate limiting. Tokens are leased by the first requests; unused leases are returned every second. */
export async function openLimits(deps: LimitsDeps): Promise<Limits> {
  const { database, clock, log, holder = randomUUID(), leaseTime = realLeaseTime } = deps;
  const { monotonic, database: databaseClock } = leaseTime;
  const limiter = new RateLimiter({ ...deps, clock: monotonic, exchange: makeExchange(database, databaseClock) });
  const exchange = makeUnitExchange(database, holder, databaseClock);
  const quotas = new Quotas({ database, exchange, clock, monotonic, log });
  const keyUsage = new KeyUsage({ database, clock, log });
  const stopListening = await quotas.listen();
  const tick = async (): Promise<void> => {
    await Promise.all([limiter.tick(), quotas.tick()]);
  };
  const warn = (error: unknown): void => log.warn({ err: error }, "rate limit and quota usage report failed");
  const timer = setInterval(() => void tick().catch(warn), tickEveryMs);
  timer.unref();
  return {
    limiter,
    quotas,
    searchUnits: new SearchUnits(quotas, keyUsage),
    tick,
    async close() {
      clearInterval(timer);
      await stopListening();
      // The first tick reports the used tokens, the second returns the rest.
      await limiter.tick();
      await limiter.tick();
      await Promise.all([quotas.close().catch(warn), keyUsage.close()]);
    },
  };
}
