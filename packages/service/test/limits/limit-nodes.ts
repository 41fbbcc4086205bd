import type { Clock } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { pino } from "pino";
import { samplePlans } from "../../../billing/test/sample-plans.ts";
import type { Caller } from "../../src/http/caller.ts";
import { makeExchange } from "../../src/limits/bucket-store.ts";
import { type Limits, openLimits } from "../../src/limits/limits.ts";
import { RateLimiter } from "../../src/limits/rate-limiter.ts";
import type { ExchangeTokens } from "../../src/limits/token-exchange.ts";
import { startMs, virtualLeaseTime } from "../running-app.ts";

/** A clock that the test advances. */
export function makeClock() {
  let nowMs = startMs;
  return { nowMs: () => nowMs, advance: (ms: number) => void (nowMs += ms) };
}

let made = 0;

/** Returns the caller of a new key. */
export function makeCaller(options: Partial<Caller> = {}): Caller {
  made++;
  return {
    id: `ak_${made}`,
    session: null,
    keyEnvironment: "test",
    accountId: `acct_${made}`,
    applicationId: null,
    environment: "test",
    scopes: [],
    bounds: { expiresAtMs: null, ranges: [], usageLimits: {} },
    plan: samplePlans.free,
    address: "127.0.0.1",
    clockOffsetMs: 0,
    paidPeriod: null,
    ...options,
  };
}

interface NodeParts {
  database: Database;
  /** Clock of the database, and of the process unless it has its own. */
  clock: Clock;
  monotonic?: Clock;
  factor?: number;
  exchange?: ExchangeTokens;
  limitTimeoutMs?: number;
}

/** Timeout of a lease, in real time. Longer than a busy machine takes, because a process limits locally after it. */
export const longTimeoutMs = 600_000;

/** A rate limiter of one of several processes on one database. */
export function makeNode({
  database,
  clock,
  monotonic = clock,
  factor = 1,
  exchange = makeExchange(database, clock),
  limitTimeoutMs = longTimeoutMs,
}: NodeParts): RateLimiter {
  return new RateLimiter({ exchange, clock: monotonic, factor, log: pino({ enabled: false }), limitTimeoutMs });
}

/** Limits in which wall clock, monotonic clock and database clock are one virtual clock. */
export function openVirtualLimits(database: Database, clock: Clock = makeClock(), holder?: string): Promise<Limits> {
  const leaseTime = virtualLeaseTime(clock);
  return openLimits({
    database,
    clock,
    leaseTime,
    holder,
    log: pino({ enabled: false }),
    factor: 1,
    limitTimeoutMs: longTimeoutMs,
  });
}
