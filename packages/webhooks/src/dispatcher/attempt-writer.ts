import { DatabaseError } from "@wayfare/database";
import type { Attempt } from "./attempt.ts";
import type { Timers } from "./timers.ts";

export interface AttemptWriterParts {
  write(attempts: readonly Attempt[]): Promise<void>;
  timers: Timers;
  /** Told of each attempt that need not be held any more, and whether it was written. */
  onDone(attempt: Attempt, isWritten: boolean): void;
  onError(error: unknown): void;
}

/** How long the first attempt of a batch waits for others. Its receiver has its answer already. */
const gatherMs = 15;
const mostAtOnce = 200;
/** How soon it is tried again where the database did not take it. */
const againMs = 250;

/**
 * Writes attempts in batches, and again until the database has taken them: whoever has answered must not be asked again because a connection
 * broke. An attempt that the database will never take is given up alone.
 */
export class AttemptWriter {
  readonly #parts: AttemptWriterParts;
  readonly #waiting: Attempt[] = [];
  #isBusy = false;
  #mostAtOnce = mostAtOnce;

  constructor(parts: AttemptWriterParts) {
    this.#parts = parts;
  }

  add(attempt: Attempt): void {
    this.#waiting.push(attempt);
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#parts.timers.after(gatherMs, () => void this.#drain());
  }

  async #drain(): Promise<void> {
    const batch = this.#waiting.splice(0, this.#mostAtOnce);
    const waitMs = await this.#write(batch);
    if (this.#waiting.length === 0) this.#isBusy = false;
    else this.#parts.timers.after(waitMs, () => void this.#drain());
  }

  /** Answers how long to wait before the next batch. */
  async #write(batch: readonly Attempt[]): Promise<number> {
    try {
      await this.#parts.write(batch);
    } catch (error) {
      this.#parts.onError(error);
      return this.#retry(batch, error);
    }
    this.#mostAtOnce = Math.min(mostAtOnce, this.#mostAtOnce * 2);
    for (const attempt of batch) this.#parts.onDone(attempt, true);
    return this.#waiting.length < mostAtOnce ? gatherMs : 0;
  }

  /** What the rows themselves are to blame for is looked for in ever smaller batches. */
  #retry(batch: readonly Attempt[], error: unknown): number {
    const isOfTheRows = error instanceof DatabaseError && /^2[23]/.test(error.code);
    const [first, ...others] = batch;
    if (isOfTheRows && first !== undefined && others.length === 0) {
      this.#parts.onDone(first, false);
      return 0;
    }
    this.#waiting.unshift(...batch);
    if (!isOfTheRows) return againMs;
    this.#mostAtOnce = Math.max(1, batch.length >> 1);
    return 0;
  }
}
