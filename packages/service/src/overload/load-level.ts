/** Load levels: reject nothing, searches, or all routes except health, readiness and metrics. */
const levels = ["none", "searches", "all"] as const;
export type Level = (typeof levels)[number];

/**
 * Factor between the delay at which searches are rejected and the one for all routes. Searches are rejected first because they cost the
 * most; a booking comes at the end of a longer flow.
 */
const allRoutesFactor = 3;

/** Delay below which a level ends, as a share of the delay at which it begins. */
const exitShare = 0.5;

/**
 * Minimum duration of a high delay before the level rises. Longer than one reading is valid, so that two readings must agree and a single
 * stall is ignored.
 */
const highMs = 300;

/** Minimum duration of a low delay before the level falls. */
const calmMs = 1000;

/** Derives the load level from the event-loop delay, one level at a time, rising faster than falling. */
export class LoadLevel {
  /** Delay in milliseconds at which each level begins. */
  readonly #entries: readonly number[];
  #at = 0;
  #transition: { direction: 1 | -1; sinceMs: number } | undefined;

  /** @param searchesAtMs delay from which searches are rejected; all other routes at three times this */
  constructor(searchesAtMs: number) {
    this.#entries = [0, searchesAtMs, searchesAtMs * allRoutesFactor];
  }

  /** Updates the level with a new reading of the delay, and returns it. */
  update(delayMs: number, nowMs: number): Level {
    const direction = this.#directionOf(delayMs);
    if (direction === 0) this.#transition = undefined;
    else if (this.#transition?.direction !== direction) this.#transition = { direction, sinceMs: nowMs };
    else if (nowMs - this.#transition.sinceMs >= (direction > 0 ? highMs : calmMs)) {
      this.#at += direction;
      this.#transition = undefined;
    }
    return levels[this.#at] ?? "none";
  }

  #directionOf(delayMs: number): 1 | 0 | -1 {
    if (delayMs >= (this.#entries[this.#at + 1] ?? Number.POSITIVE_INFINITY)) return 1;
    return delayMs < (this.#entries[this.#at] ?? 0) * exitShare ? -1 : 0;
  }
}
