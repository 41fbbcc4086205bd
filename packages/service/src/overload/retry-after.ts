/** Window over which rejections are counted. */
const windowMs = 1000;

const maxSeconds = 30;

export interface Backlog {
  /** Estimated time to answer the pending searches, in milliseconds. */
  expectedMs: number;
  /** Estimated time per retried search, in milliseconds. */
  msPerSearch: number;
}

/**
 * Computes `Retry-After` values. Retries are spread over the time that answering all of them takes, so that they do not arrive together.
 *
 * @param random returns a number from 0 to 1, exclusive
 */
export class RetryAfter {
  readonly #random: () => number;
  #windowStartMs = Number.NEGATIVE_INFINITY;
  #refused = 0;
  #refusedBefore = 0;

  constructor(random: () => number = Math.random) {
    this.#random = random;
  }

  /** Counts a rejection and returns the seconds for `Retry-After`, 1 to 30. */
  refuse({ expectedMs, msPerSearch }: Backlog, nowMs: number): number {
    const elapsedMs = nowMs - this.#windowStartMs;
    if (elapsedMs >= windowMs) {
      this.#refusedBefore = elapsedMs < 2 * windowMs ? this.#refused : 0;
      this.#refused = 0;
      this.#windowStartMs = nowMs;
    }
    this.#refused++;
    const retries = Math.max(this.#refused, this.#refusedBefore);
    const spreadSeconds = (expectedMs + retries * msPerSearch) / 1000;
    return Math.min(maxSeconds, 1 + Math.floor(this.#random() * (1 + spreadSeconds)));
  }
}
