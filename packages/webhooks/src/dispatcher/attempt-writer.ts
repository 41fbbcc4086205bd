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

/**
 * How long an attempt waits for others, after a rest and behind a batch. Its receiver has its answer already, and only what was answered
 * within this time goes out twice where the process dies.
 */
const gatherMs = 15;
const gatherBehindMs = 50;
/** So many need not wait for more. */
const plenty = 64;
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
  #phase: "idle" | "gathering" | "writing" | "refused" = "idle";
  #cancelGathering = () => {};
  #mostAtOnce = mostAtOnce;

  constructor(parts: AttemptWriterParts) {
    this.#parts = parts;
  }

  add(attempt: Attempt): void {
    this.#waiting.push(attempt);
    if (this.#phase === "idle") this.#writeIn(gatherMs, "gathering");
    else if (this.#phase === "gathering" && this.#waiting.length === plenty) this.#writeIn(0, "gathering");
  }

  #writeIn(ms: number, phase: "gathering" | "refused"): void {
    this.#phase = phase;
    this.#cancelGathering();
    this.#cancelGathering = this.#parts.timers.after(ms, () => void this.#drain());
  }

  async #drain(): Promise<void> {
    this.#phase = "idle";
    if (this.#waiting.length === 0) return;
    this.#phase = "writing";
    const batch = this.#waiting.splice(0, this.#mostAtOnce);
    try {
      await this.#parts.write(batch);
    } catch (error) {
      this.#parts.onError(error);
      this.#retry(batch, error);
      return;
    }
    this.#mostAtOnce = Math.min(mostAtOnce, this.#mostAtOnce * 2);
    for (const attempt of batch) this.#parts.onDone(attempt, true);
    this.#writeIn(this.#waiting.length < plenty ? gatherBehindMs : 0, "gathering");
  }

  /** What the rows themselves are to blame for is looked for in ever smaller batches. */
  #retry(batch: readonly Attempt[], error: unknown): void {
    const isOfTheRows = error instanceof DatabaseError && /^2[23]/.test(error.code);
    const [first, ...others] = batch;
    if (isOfTheRows && first !== undefined && others.length === 0) {
      this.#parts.onDone(first, false);
    } else {
      this.#waiting.unshift(...batch);
      if (isOfTheRows) this.#mostAtOnce = Math.max(1, batch.length >> 1);
    }
    this.#writeIn(isOfTheRows ? 0 : againMs, "refused");
  }
}
