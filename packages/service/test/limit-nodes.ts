import type { Database } from "@wayfare/database";
import { pino } from "pino";
import type { Caller } from "../src/access/caller.ts";
import { makeExchange } from "../src/limits/bucket-store.ts";
import type { ExchangePermits } from "../src/limits/permit-exchange.ts";
import { RateLimiter } from "../src/limits/rate-limiter.ts";
import { startMs } from "./running-app.ts";

/** A clock that the test moves. */
export function makeClock() {
  let nowMs = startMs;
  return { nowMs: () => nowMs, advance: (ms: number) => void (nowMs += ms) };
}

let made = 0;

/** The caller behind a key that nobody has used before. */
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
    bounds: { expiresAtMs: null, ranges: [] },
    plan: "free",
    address: "127.0.0.1",
    clockOffsetMs: 0,
    paidPeriod: null,
    ...options,
  };
}

interface NodeParts {
  database: Database;
  clock: { nowMs(): number };
  factor?: number;
  exchange?: ExchangePermits;
}

/** What limits rates in one process of several over a database. */
export function makeNode({ database, clock, factor = 1, exchange = makeExchange(database) }: NodeParts): RateLimiter {
  return new RateLimiter({ exchange, clock, factor, log: pino({ enabled: false }) });
}
