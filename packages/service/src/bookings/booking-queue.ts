import { Semaphore, SemaphoreBusy } from "@wayfare/concurrency";
import { DomainError, type Owner } from "@wayfare/contract";
import { isCanceled, type TransactionOptions } from "@wayfare/database";

export interface BookingQueueOptions {
  /** Bookings of one account and partition that wait at once. */
  maxWaiting: number;
  /** How long a booking waits for those before it. */
  maxWaitMs: number;
  /** How long each statement of a booking's transaction may take. */
  statementMs: number;
}

const defaults: BookingQueueOptions = { maxWaiting: 50, maxWaitMs: 5000, statementMs: 4000 };

const retryAfterSeconds = 2;

/**
 * Runs the bookings of one account and partition one after another in this process: they compete for the same seats, and each is priced
 * once instead of once more after every other. A statement that hangs holds up the account's bookings for seconds at most: it is
 * canceled, and bookings that wait too long are refused without having begun.
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
   * @throws DomainError OVERLOADED where it did not begin, STORAGE_UNAVAILABLE where a statement was canceled, and whatever `book` throws.
   */
  async run<Result>(
    { accountId, environment }: Owner,
    book: (options: TransactionOptions) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await this.#accounts.run(`${accountId} ${environment}`, () => book({ timeoutMs: this.#statementMs }));
    } catch (error) {
      if (error instanceof SemaphoreBusy) {
        const detail = "Too many bookings of this account wait. Nothing was booked; send the request again.";
        throw new DomainError("OVERLOADED", { detail, retryAfterSeconds });
      }
      if (isCanceled(error)) {
        const detail = "The database took too long. Nothing was booked; send the request again.";
        throw new DomainError("STORAGE_UNAVAILABLE", { detail, retryAfterSeconds });
      }
      throw error;
    }
  }
}
