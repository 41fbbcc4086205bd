/** Before anything has been measured; a search takes 10 to 25 ms. */
const firstGuessMs = 25;

/** The weight of one measurement against all before it. Answers come in bunches, as searches are written to the database together. */
const weight = 1 / 64;

/** Searches admitted whatever was measured: an empty queue measures nothing. */
const alwaysAdmitted = 4;

/** Estimates are rough: a search is admitted where it should be answered within this share of its deadline. */
const deadlineShare = 0.8;

/** The queue counts as short again below this share of its standing limit. */
const shortShare = 0.25;

export interface AdmissionQueueOptions {
  /** How long suppliers have to answer a search. */
  deadlineMs: number;
  /** How long the queue may stay: a burst may fill it up to the deadline, and a queue that stayed for this long is held down to it. */
  standingMs: number;
  /** A monotonic clock. */
  nowMs?: () => number;
}

/**
 * The searches under way, by account, and how long one more would take. The time between two answers of a busy process holds whatever the
 * bottleneck is: threads, event loop or database (Little's law).
 *
 * Capacity is shared by max-min fairness over the accounts that have searches under way: the threads serve these accounts in rotation, so
 * before the next search of an account come its own and at most as many of each other account. An account is admitted by that time.
 * One that asks for less than an equal share is therefore never refused for what others ask, those that ask for more get equal shares
 * of the rest, and an account alone gets everything.
 */
export class AdmissionQueue {
  readonly #limits: { burstMs: number; standingMs: number };
  readonly #nowMs: () => number;
  /** Searches under way of each account that has any. */
  readonly #underWay = new Map<string, number>();
  #length = 0;
  #msPerSearch = firstGuessMs;
  /** When the last search ended, or the first began after there were none. */
  #busySinceMs = 0;
  #shortAtMs: number;

  constructor({ deadlineMs, standingMs, nowMs = () => performance.now() }: AdmissionQueueOptions) {
    const burstMs = deadlineMs * deadlineShare;
    this.#limits = { burstMs, standingMs: Math.min(standingMs, burstMs) };
    this.#nowMs = nowMs;
    this.#shortAtMs = nowMs();
  }

  /** Searches under way. */
  get length(): number {
    return this.#length;
  }

  /** Accounts with searches under way. */
  get accounts(): number {
    return this.#underWay.size;
  }

  /** The time between two answers while others wait, in milliseconds. */
  get msPerSearch(): number {
    return this.#msPerSearch;
  }

  /** How long all searches under way and one more take, in milliseconds. */
  get expectedMs(): number {
    return (this.#length + 1) * this.#msPerSearch;
  }

  /** How long one more search of an account would take, in milliseconds. */
  expectedMsOf(account: string): number {
    const own = (this.#underWay.get(account) ?? 0) + 1;
    let before = own;
    for (const [other, count] of this.#underWay) if (other !== account) before += Math.min(count, own);
    return before * this.#msPerSearch;
  }

  /** Whether one more search of an account would be answered too late. */
  isFullFor(account: string): boolean {
    this.#noteShort();
    if (this.#length < alwaysAdmitted) return false;
    const hasStood = this.#nowMs() - this.#shortAtMs >= this.#limits.standingMs;
    return this.expectedMsOf(account) > (hasStood ? this.#limits.standingMs : this.#limits.burstMs);
  }

  /** Runs a search and counts it as under way until it has ended; does not check whether the queue is full. */
  async run<Result>(account: string, search: () => Promise<Result>): Promise<Result> {
    if (this.#length++ === 0) this.#busySinceMs = this.#nowMs();
    this.#underWay.set(account, (this.#underWay.get(account) ?? 0) + 1);
    let answered = false;
    try {
      const result = await search();
      answered = true;
      return result;
    } finally {
      this.#leave(account, answered);
    }
  }

  #leave(account: string, answered: boolean): void {
    const nowMs = this.#nowMs();
    // A search that failed or was given up says nothing about how fast searches are answered.
    if (answered) this.#msPerSearch += weight * (nowMs - this.#busySinceMs - this.#msPerSearch);
    this.#busySinceMs = nowMs;
    this.#length--;
    const left = (this.#underWay.get(account) ?? 1) - 1;
    if (left > 0) this.#underWay.set(account, left);
    else this.#underWay.delete(account);
    this.#noteShort();
  }

  #noteShort(): void {
    if (this.expectedMs <= this.#limits.standingMs * shortShare) this.#shortAtMs = this.#nowMs();
  }
}
