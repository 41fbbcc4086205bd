/** Initial estimate for one thread; a search takes 5 to 25 ms. */
const initialEstimateMs = 25;

/** Weight of one measurement in the moving average. Responses come in bursts, because searches are written to the database in batches. */
const weight = 1 / 64;

/** Searches per thread that are always admitted, because a short queue says little about the response rate. */
const minAdmittedPerThread = 4;

/** Share of the deadline within which a search should be answered to be admitted; estimates are rough. */
const deadlineShare = 0.8;

/** Share of the standing limit below which the queue counts as short again. */
const shortShare = 0.25;

export interface AdmissionQueueOptions {
  /** Deadline of suppliers. */
  deadlineMs: number;
  /**
   * Maximum standing length. A burst may fill the queue up to the deadline; a queue that was longer than this for this long is limited to
   * it.
   */
  standingMs: number;
  /** Number of searches that run at the same time; 1 by default. */
  threads?: number;
  /** Monotonic clock. */
  nowMs?: () => number;
}

/**
 * Admission queue of searches. Estimates how long one more search would take, from the pending searches by account. The time between two
 * responses of a busy process includes the bottleneck, whatever it is: threads, event loop or database (Little's law).
 *
 * Capacity is shared by max-min fairness over the accounts with pending searches: threads serve these accounts in rotation, so before the
 * next search of an account come its own and at most as many of each other account. Admission uses that estimate. An account that uses less
 * than an equal share is therefore never rejected because of others, accounts that use more get equal shares of the rest, and a single
 * account gets all capacity.
 */
export class AdmissionQueue {
  readonly #limits: { burstMs: number; standingMs: number };
  readonly #nowMs: () => number;
  /** Pending searches by account. */
  readonly #pending = new Map<string, number>();
  #length = 0;
  #msPerSearch: number;
  readonly #minAdmitted: number;
  /** Time of the last completed search, or of the first one after the queue was empty. */
  #busySinceMs = 0;
  #shortAtMs: number;

  constructor({ deadlineMs, standingMs, threads = 1, nowMs = () => performance.now() }: AdmissionQueueOptions) {
    const burstMs = deadlineMs * deadlineShare;
    this.#limits = { burstMs, standingMs: Math.min(standingMs, burstMs) };
    this.#msPerSearch = initialEstimateMs / threads;
    this.#minAdmitted = minAdmittedPerThread * threads;
    this.#nowMs = nowMs;
    this.#shortAtMs = nowMs();
  }

  /** Number of pending searches. */
  get length(): number {
    return this.#length;
  }

  /** Number of accounts with pending searches. */
  get accounts(): number {
    return this.#pending.size;
  }

  /** Average time between two responses while others are pending, in milliseconds. */
  get msPerSearch(): number {
    return this.#msPerSearch;
  }

  /** Estimated time to answer all pending searches and one more, in milliseconds. */
  get expectedMs(): number {
    return (this.#length + 1) * this.#msPerSearch;
  }

  /** Estimated time to answer one more search of an account, in milliseconds. */
  expectedMsOf(account: string): number {
    const own = (this.#pending.get(account) ?? 0) + 1;
    let before = own;
    for (const [other, count] of this.#pending) if (other !== account) before += Math.min(count, own);
    return before * this.#msPerSearch;
  }

  /** True if one more search of the account would be answered too late. */
  isFullFor(account: string): boolean {
    this.#noteShort();
    if (this.#length < this.#minAdmitted) return false;
    const isStanding = this.#nowMs() - this.#shortAtMs >= this.#limits.standingMs;
    return this.expectedMsOf(account) > (isStanding ? this.#limits.standingMs : this.#limits.burstMs);
  }

  /** Runs a search and counts it as pending until it ends. Does not check whether the queue is full. */
  async run<Result>(account: string, search: () => Promise<Result>): Promise<Result> {
    if (this.#length++ === 0) this.#busySinceMs = this.#nowMs();
    this.#pending.set(account, (this.#pending.get(account) ?? 0) + 1);
    let succeeded = false;
    try {
      const result = await search();
      succeeded = true;
      return result;
    } finally {
      this.#leave(account, succeeded);
    }
  }

  #leave(account: string, succeeded: boolean): void {
    const nowMs = this.#nowMs();
    // Failed and aborted searches say nothing about the response rate.
    if (succeeded) this.#msPerSearch += weight * (nowMs - this.#busySinceMs - this.#msPerSearch);
    this.#busySinceMs = nowMs;
    this.#length--;
    const left = (this.#pending.get(account) ?? 1) - 1;
    if (left > 0) this.#pending.set(account, left);
    else this.#pending.delete(account);
    this.#noteShort();
  }

  #noteShort(): void {
    if (this.expectedMs <= this.#limits.standingMs * shortShare) this.#shortAtMs = this.#nowMs();
  }
}
