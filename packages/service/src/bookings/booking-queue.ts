import { Semaphore, SemaphoreBusyError } from "@wayfare/concurrency";
import { type AccountScope, DomainError } from "@wayfare/contract";
import { isCanceled, type TransactionOptions } from "@wayfare/database";

export interface BookingQueueOptions {
  /** Maximum number of waiting bookings for each account and partition. */
  maxWaiting: number;
  /** Maximum wait of a booking in the queue, in milliseconds. */
  maxWaitMs: number;
  /** Timeout of each statement of a booking's transaction, in milliseconds. */
  statementMs: number;
}

const defaults: BookingQueueOptions = { maxWaiting: 50, maxWaitMs: 5000, statementMs: 4000 };

const retryAfterSeconds = 2;

/**
 * Runs the bookings of one account and partition one at a time in this process. They compete for the same seats, and concurrent bookings
 * would have to be priced again after each other. A statement that hangs delays the account's bookings for seconds at most: it is
 * canceled, and bookings that wait too long are rejected before they begin.
 */
export class BookingQueue {
  readonly #accounts: Semaphore;
  readonly #statementMs: number;

  constructor(options: Partial<BookingQueueOptions> = {}) {
    const { maxWaiting, maxWaitMs, statementMs } = { ...defaults, ...options };
    this.#accounts = new Semaphore({ maxRunningPerKey: 1, maxWaitingPerKey: maxWaiting, maxWaitMs });
    this.#statementMs = statementMs;
  }

  /**
   * @param book runs its transactions with these options.
   * @throws DomainError OVERLOADED if the queue is full or too slow, STORAGE_UNAVAILABLE if a statement was canceled, or errors of `book`.
   */
  async run<Result>(
    { accountId, environment }: AccountScope,
    book: (options: TransactionOptions) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await this.#accounts.run(`${accountId} ${environment}`, () => book({ timeoutMs: this.#statementMs }));
    } catch (error) {
      if (error instanceof SemaphoreBusyError) {
        const detail = "Too many pending bookings for this account. Nothing was booked; retry the request.";
        throw new DomainError("OVERLOADED", { detail, retryAfterSeconds });
      }
      if (isCanceled(error)) {
        const detail = "The database timed out. Nothing was booked; retry the request.";
        throw new DomainError("STORAGE_UNAVAILABLE", { detail, retryAfterSeconds });
      }
      throw error;
    }
  }
}
