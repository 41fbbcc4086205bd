import {
  type Clock,
  DomainError,
  describeLimit,
  formatInstant,
  type LimitedOperation,
  limitPeriodAt,
} from "@wayfare/contract";
import { type Database, type Queryable, withTimeout } from "@wayfare/database";
import type { FastifyBaseLogger } from "fastify";
import type { Caller, SharedUsageLimit } from "../http/caller.ts";
import { type LimitedUse, returnUse, takeUse } from "./key-usage-store.ts";

/** Timeout of a use. Searches of a key with a limit never run without one. */
const timeoutMs = 5000;

export interface KeyUsageDeps {
  database: Database;
  /** Wall clock. */
  clock: Clock;
  log: FastifyBaseLogger;
}

/** A use that was counted for a search. */
export interface KeyUse {
  /** Returns the use of a search that does not count. Call at most once. */
  giveBack(): void;
}

/** A limit that is reached. */
export interface ExceededKeyLimit {
  exceeded: SharedUsageLimit;
  resetsAtMs: number;
}

/**
 * Counts searches of keys with a usage limit, across all processes: each one in the database before it runs, because limits are low and
 * must be exact. A search that its process does not finish stays counted.
 */
export class KeyUsage {
  readonly #deps: KeyUsageDeps;
  readonly #returns = new Set<Promise<void>>();

  constructor(deps: KeyUsageDeps) {
    this.#deps = deps;
  }

  /**
   * Counts a search.
   *
   * @param offsetMs offset of the clock of the data
   * @throws the database's error if it does not respond within 5 seconds.
   */
  async acquire(
    { accountId, limit }: { accountId: string; limit: SharedUsageLimit },
    offsetMs: number,
  ): Promise<KeyUse | ExceededKeyLimit> {
    const { database, clock } = this.#deps;
    const use: LimitedUse = { accountId, operation: "searches", limit };
    const atMs = clock.nowMs() + offsetMs;
    const isTaken = await withTimeout(timeoutMs, takeUse(database, use, atMs));
    if (!isTaken) return exceed(limit, atMs);
    return { giveBack: () => this.#giveBack(use, atMs) };
  }

  /** Waits until returned uses are stored. */
  async close(): Promise<void> {
    await Promise.all(this.#returns);
  }

  #giveBack(use: LimitedUse, atMs: number): void {
    const { database, log } = this.#deps;
    const returned = returnUse(database, use, atMs)
      .catch((error: unknown) => log.warn({ err: error }, "returning a use of a key's limit failed"))
      .finally(() => this.#returns.delete(returned));
    this.#returns.add(returned);
  }
}

function exceed(limit: SharedUsageLimit, nowMs: number): ExceededKeyLimit {
  return { exceeded: limit, resetsAtMs: limitPeriodAt(limit.period, nowMs).endMs };
}

/**
 * Counts a booking in the transaction that creates it.
 *
 * @throws DomainError KEY_LIMIT_EXCEEDED
 */
export async function countBooking(
  db: Queryable,
  { accountId, bounds }: Pick<Caller, "accountId" | "bounds">,
  nowMs: number,
): Promise<void> {
  const limit = bounds.usageLimits.bookings;
  if (limit === undefined) return;
  if (await takeUse(db, { accountId, operation: "bookings", limit }, nowMs)) return;
  throw toKeyLimitError("bookings", exceed(limit, nowMs));
}

/** Creates the error of a limit that is reached. */
export function toKeyLimitError(operation: LimitedOperation, { exceeded, resetsAtMs }: ExceededKeyLimit): DomainError {
  const detail = `The usage limit of this key is ${describeLimit(operation, exceeded)}. It resets at ${formatInstant(resetsAtMs)}.`;
  return new DomainError("KEY_LIMIT_EXCEEDED", { detail });
}
