/** Before anything has been measured; a search takes 10 to 25 ms. */
const firstGuessMs = 25;

/** What one measurement weighs against all before it. Answers come in bunches, as searches are written to the database together. */
const weight = 1 / 64;

/** So many are let in whatever was measured: with nobody in line nothing can be measured either. */
const alwaysIn = 4;

/** An estimate is none to the millisecond: a search is let in where it should be answered with this share of its deadline. */
const deadlineShare = 0.8;

/** The line counts as short again below this share of what may stand. */
const shortShare = 0.25;

export interface SearchLineOptions {
  /** What a search has until its suppliers are left behind. */
  deadlineMs: number;
  /** How long a line may last: a burst may fill it up to the deadline, and a line that has stood this long is held down to it. */
  standingMs: number;
  /** A clock that is never set. */
  nowMs?: () => number;
}

/**
 * The searches under way, and how long one more would take to be answered. By Little's law that is how many are in line times the
 * time between two answers of a busy line, whatever the bottleneck: threads, event loop or database.
 */
export class SearchLine {
  readonly #limits: { burstMs: number; standingMs: number };
  readonly #nowMs: () => number;
  #inLine = 0;
  #msPerSearch = firstGuessMs;
  /** When the last search ended, or the first came after there were none. */
  #busySinceMs = 0;
  #shortAtMs: number;

  constructor({ deadlineMs, standingMs, nowMs = () => performance.now() }: SearchLineOptions) {
    const burstMs = deadlineMs * deadlineShare;
    this.#limits = { burstMs, standingMs: Math.min(standingMs, burstMs) };
    this.#nowMs = nowMs;
    this.#shortAtMs = nowMs();
  }

  get length(): number {
    return this.#inLine;
  }

  /** The time between two answers while others wait, in milliseconds. */
  get msPerSearch(): number {
    return this.#msPerSearch;
  }

  /** Milliseconds in which one that came now would be answered. */
  get expectedMs(): number {
    return (this.#inLine + 1) * this.#msPerSearch;
  }

  /** Whether one more would be answered too late. */
  isFull(): boolean {
    this.#noteShort();
    if (this.#inLine < alwaysIn) return false;
    const hasStood = this.#nowMs() - this.#shortAtMs >= this.#limits.standingMs;
    return this.expectedMs > (hasStood ? this.#limits.standingMs : this.#limits.burstMs);
  }

  /** Runs a search and counts it as in line until it has ended; does not ask whether the line is full. */
  async run<Result>(search: () => Promise<Result>): Promise<Result> {
    if (this.#inLine++ === 0) this.#busySinceMs = this.#nowMs();
    let answered = false;
    try {
      const result = await search();
      answered = true;
      return result;
    } finally {
      this.#leave(answered);
    }
  }

  #leave(answered: boolean): void {
    const nowMs = this.#nowMs();
    // What failed or was given up says nothing about how fast searches are answered.
    if (answered) this.#msPerSearch += weight * (nowMs - this.#busySinceMs - this.#msPerSearch);
    this.#busySinceMs = nowMs;
    this.#inLine--;
    this.#noteShort();
  }

  #noteShort(): void {
    if (this.expectedMs <= this.#limits.standingMs * shortShare) this.#shortAtMs = this.#nowMs();
  }
}
