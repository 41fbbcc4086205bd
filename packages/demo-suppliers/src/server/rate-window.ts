/** Requests of a fixed window, which begins with its first request. */
export class RateWindow {
  /** Requests of a window; null without a limit. */
  limit: number | null = null;
  readonly #windowMs: number;
  readonly #nowMs: () => number;
  #startMs = Number.NEGATIVE_INFINITY;
  #used = 0;

  constructor(windowMs: number, nowMs: () => number) {
    this.#windowMs = windowMs;
    this.#nowMs = nowMs;
  }

  /** Counts a request; false if the window has none left. */
  take(): boolean {
    const nowMs = this.#nowMs();
    if (nowMs >= this.#startMs + this.#windowMs) [this.#startMs, this.#used] = [nowMs, 0];
    this.#used++;
    return this.limit === null || this.#used <= this.limit;
  }

  get remaining(): number {
    return Math.max(0, (this.limit ?? 0) - this.#used);
  }

  get resetMs(): number {
    return this.#startMs + this.#windowMs;
  }
}
