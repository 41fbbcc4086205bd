import { Semaphore, SemaphoreBusyError } from "@wayfare/concurrency";
import { DomainError } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { type FeedWait, findReadyFeeds } from "@wayfare/webhooks";

/** Interval at which the feeds of all waiting readers are checked, in one statement. */
const pollMs = 250;
/** Waiting readers of one account, and of all accounts, in this process. */
const maxPerAccount = 10;
const maxWaits = 2000;

interface OpenWait extends FeedWait {
  readonly end: () => void;
}

/** Readers of event feeds that wait for further events. They share one poll and hold no database connection. */
export class FeedWaits {
  readonly #database: Database;
  readonly #onError: (error: unknown) => void;
  readonly #waits = new Set<OpenWait>();
  readonly #limit = new Semaphore({
    maxRunning: maxWaits,
    maxRunningPerKey: maxPerAccount,
    maxWaiting: 0,
    maxWaitingPerKey: 0,
  });
  #isScheduled = false;
  #isClosed = false;

  /** @param onError called with the errors of polls, which are repeated. */
  constructor(database: Database, onError: (error: unknown) => void) {
    this.#database = database;
    this.#onError = onError;
  }

  /**
   * Resolves when the feed has events after the position, after `waitMs`, when the signal aborts, or at shutdown.
   *
   * @throws DomainError RATE_LIMITED if too many readers are waiting.
   */
  async wait(wait: FeedWait, waitMs: number, signal: AbortSignal): Promise<void> {
    if (this.#isClosed || signal.aborted) return;
    try {
      await this.#limit.run(wait.accountId, () => this.#run(wait, waitMs, signal));
    } catch (error) {
      if (!(error instanceof SemaphoreBusyError)) throw error;
      const detail = `An account can have at most ${maxPerAccount} requests that wait for events.`;
      throw new DomainError("RATE_LIMITED", { detail, retryAfterSeconds: 5 });
    }
  }

  /** Ends all waits. */
  close(): void {
    this.#isClosed = true;
    for (const { end } of this.#waits) end();
  }

  async #run(wait: FeedWait, waitMs: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const open: OpenWait = { ...wait, end: resolve };
    const timeout = setTimeout(resolve, waitMs);
    signal.addEventListener("abort", open.end);
    this.#waits.add(open);
    this.#schedule(0);
    await promise;
    clearTimeout(timeout);
    signal.removeEventListener("abort", open.end);
    this.#waits.delete(open);
  }

  #schedule(ms: number): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setTimeout(() => {
      void this.#poll().finally(() => {
        this.#isScheduled = false;
        if (this.#waits.size > 0) this.#schedule(pollMs);
      });
    }, ms);
  }

  async #poll(): Promise<void> {
    const waits = [...this.#waits];
    if (waits.length === 0) return;
    try {
      for (const index of await findReadyFeeds(this.#database, waits)) waits[index]?.end();
    } catch (error) {
      this.#onError(error);
    }
  }
}
