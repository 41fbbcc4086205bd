import { randomUUID } from "node:crypto";
import { type Clock, type LeaseTime, realLeaseTime } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import type { FastifyBaseLogger } from "fastify";
import { makeExchange } from "./bucket-store.ts";
import { makeUnitExchange } from "./quota-store.ts";
import { Quotas } from "./quotas.ts";
import { RateLimiter } from "./rate-limiter.ts";

/** How often what was used is reported and what lies idle is given back. */
const tickEveryMs = 1000;

export interface LimitsParts {
  database: Database;
  clock: Clock;
  /** The database's clock and this process's monotonic clock by default. */
  leaseTime?: LeaseTime | undefined;
  log: FastifyBaseLogger;
  /** Names this process's quota leases: the id of its usage journal, if it has one. */
  holder?: string | undefined;
  /** What the deployment multiplies every rate by. */
  factor: number;
  /** How long requests wait for the database before this process limits by itself; a second by default. */
  limitPatienceMs?: number;
}

/** What limits callers, in this process. */
export interface Limits {
  limiter: RateLimiter;
  quotas: Quotas;
  /** Reports and gives back at once. */
  tick(): Promise<void>;
  close(): Promise<void>;
}

/** Starts limiting: leases come with the first requests, and what is over is given back each second. */
export async function openLimits(parts: LimitsParts): Promise<Limits> {
  const { database, clock, log, holder = randomUUID(), leaseTime = realLeaseTime } = parts;
  const { monotonic, database: databaseClock } = leaseTime;
  const limiter = new RateLimiter({ ...parts, clock: monotonic, exchange: makeExchange(database, databaseClock) });
  const exchange = makeUnitExchange(database, holder, databaseClock);
  const quotas = new Quotas({ database, exchange, clock, monotonic, log });
  const stopListening = await quotas.listen();
  const tick = async (): Promise<void> => {
    await Promise.all([limiter.tick(), quotas.tick()]);
  };
  const warn = (error: unknown): void => log.warn({ err: error }, "what was used could not be reported");
  const timer = setInterval(() => void tick().catch(warn), tickEveryMs);
  timer.unref();
  return {
    limiter,
    quotas,
    tick,
    async close() {
      clearInterval(timer);
      await stopListening();
      // The first says what was used, and the second gives back what is left.
      await limiter.tick();
      await limiter.tick();
      await quotas.close().catch(warn);
    },
  };
}
