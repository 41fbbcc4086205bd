/** The span over which refusals are counted. */
const windowMs = 1000;

const mostSeconds = 30;

export interface Backlog {
  /** How long the line takes that is there now. */
  expectedMs: number;
  /** How long each of those who come back takes. */
  msPerSearch: number;
}

/**
 * When those who were refused should come back: spread over the time that answering them all takes, so that they do not come back
 * as one.
 *
 * @param random a number from 0 up to, not including, 1.
 */
export class RetryAfter {
  readonly #random: () => number;
  #windowStartMs = Number.NEGATIVE_INFINITY;
  #refused = 0;
  #refusedBefore = 0;

  constructor(random: () => number = Math.random) {
    this.#random = random;
  }

  /** Notes one more refusal, and answers its whole seconds, 1 to 30. */
  refuse({ expectedMs, msPerSearch }: Backlog, nowMs: number): number {
    const elapsedMs = nowMs - this.#windowStartMs;
    if (elapsedMs >= windowMs) {
      this.#refusedBefore = elapsedMs < 2 * windowMs ? this.#refused : 0;
      this.#refused = 0;
      this.#windowStartMs = nowMs;
    }
    this.#refused++;
    const comingBack = Math.max(this.#refused, this.#refusedBefore);
    const spreadSeconds = (expectedMs + comingBack * msPerSearch) / 1000;
    return Math.min(mostSeconds, 1 + Math.floor(this.#random() * (1 + spreadSeconds)));
  }
}
