import { DatabaseError } from "@wayfare/database";
import type { Attempt } from "./attempt.ts";
import type { Timers } from "./timers.ts";

export interface AttemptWriterDeps {
  write(attempts: readonly Attempt[]): Promise<void>;
  timers: Timers;
  /** Called for each attempt that is finished: written, or dropped because the database rejects it. */
  onDone(attempt: Attempt, isWritten: boolean): void;
  onError(error: unknown): void;
}

/**
 * Time that an attempt waits for others to join its batch: when the writer was idle, and after a batch. The endpoint has responded by then.
 * If the process dies, only attempts that ended within this time are sent a second time.
 */
const batchDelayMs = 15;
const batchDelayAfterWriteMs = 50;
/** A batch of this size is written without further delay. */
const fullBatchSize = 64;
const maxBatchSize = 200;
/** Delay before a write that failed is retried. */
const retryMs = 250;

/**
 * Writes attempts in batches and retries until the database accepts them, so that a lost connection does not cause a second request to an
 * endpoint that has responded. An attempt that the database rejects for good is dropped alone.
 */
export class AttemptWriter {
  readonly #deps: AttemptWriterDeps;
  readonly #queue: Attempt[] = [];
  #phase: "idle" | "batching" | "writing" | "retrying" = "idle";
  #cancelTimer = () => {};
  #batchSize = maxBatchSize;

  constructor(deps: AttemptWriterDeps) {
    this.#deps = deps;
  }

  add(attempt: Attempt): void {
    this.#queue.push(attempt);
    if (this.#phase === "idle") this.#writeIn(batchDelayMs, "batching");
    else if (this.#phase === "batching" && this.#queue.length === fullBatchSize) this.#writeIn(0, "batching");
  }

  #writeIn(ms: number, phase: "batching" | "retrying"): void {
    this.#phase = phase;
    this.#cancelTimer();
    this.#cancelTimer = this.#deps.timers.after(ms, () => void this.#drain());
  }

  async #drain(): Promise<void> {
    this.#phase = "idle";
    if (this.#queue.length === 0) return;
    this.#phase = "writing";
    const batch = this.#queue.splice(0, this.#batchSize);
    try {
      await this.#deps.write(batch);
    } catch (error) {
      this.#deps.onError(error);
      this.#retry(batch, error);
      return;
    }
    this.#batchSize = Math.min(maxBatchSize, this.#batchSize * 2);
    for (const attempt of batch) this.#deps.onDone(attempt, true);
    this.#writeIn(this.#queue.length < fullBatchSize ? batchDelayAfterWriteMs : 0, "batching");
  }

  /** Halves the batch after a data error (SQLSTATE class 22 or 23) until the faulty attempt is alone. */
  #retry(batch: readonly Attempt[], error: unknown): void {
    const isDataError = error instanceof DatabaseError && /^2[23]/.test(error.code);
    const [first, ...others] = batch;
    if (isDataError && first !== undefined && others.length === 0) {
      this.#deps.onDone(first, false);
    } else {
      this.#queue.unshift(...batch);
      if (isDataError) this.#batchSize = Math.max(1, batch.length >> 1);
    }
    this.#writeIn(isDataError ? 0 : retryMs, "retrying");
  }
}
