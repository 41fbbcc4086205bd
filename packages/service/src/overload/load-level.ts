/** What is turned away: nothing, searches, or everything but what watches the instance. */
const levels = ["none", "searches", "all"] as const;
export type Level = (typeof levels)[number];

/** Searches go first: they cost the most, and whoever books an offer has waited longest for it. */
const allOverSearches = 3;

/** The delay below which a level is left again, as a share of the one at which it was entered. */
const leftBelow = 0.5;

/** How long the delay must have been high: longer than one reading stands, so that two must agree and one stall is forgiven. */
const highMs = 300;

/** How long the delay must have been low before a level is left. */
const calmMs = 1000;

/** Decides by the event loop's delay what is turned away, a level at a time, up sooner than down. */
export class LoadLevel {
  /** Milliseconds of delay from which each level holds, and below which it is left. */
  readonly #entries: readonly number[];
  #at = 0;
  #turn: { towards: 1 | -1; sinceMs: number } | undefined;

  /** @param searchesAtMs the delay from which searches are turned away; everything else is at three times this. */
  constructor(searchesAtMs: number) {
    this.#entries = [0, searchesAtMs, searchesAtMs * allOverSearches];
  }

  /** The level, now that the loop is late by so many milliseconds. */
  update(delayMs: number, nowMs: number): Level {
    const towards = this.#directionOf(delayMs);
    if (towards === 0) this.#turn = undefined;
    else if (this.#turn?.towards !== towards) this.#turn = { towards, sinceMs: nowMs };
    else if (nowMs - this.#turn.sinceMs >= (towards > 0 ? highMs : calmMs)) {
      this.#at += towards;
      this.#turn = undefined;
    }
    return levels[this.#at] ?? "none";
  }

  #directionOf(delayMs: number): 1 | 0 | -1 {
    if (delayMs >= (this.#entries[this.#at + 1] ?? Number.POSITIVE_INFINITY)) return 1;
    return delayMs < (this.#entries[this.#at] ?? 0) * leftBelow ? -1 : 0;
  }
}
