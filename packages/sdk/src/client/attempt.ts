import type { Clock } from "./clock.ts";
import { TimeoutError } from "./errors.ts";

export interface AttemptOptions {
  clock: Clock;
  /** Time limit of each call of `run`, in milliseconds. */
  timeoutMs: number;
  /** Aborts the attempt: `run` rejects with its reason. */
  signal: AbortSignal | undefined;
}

/** One attempt at a request: ends its network work on a timeout or when the caller aborts. */
export class Attempt {
  readonly #controller = new AbortController();
  #rejectStopped: (reason: unknown) => void = () => {};
  readonly #stopped = new Promise<never>((_, reject) => {
    this.#rejectStopped = reject;
  });
  readonly #options: AttemptOptions;
  /** Method and URL, for the message of a timeout. */
  readonly #label: string;
  readonly #onAbort = () => this.#end(this.#options.signal?.reason);

  /** @throws the abort reason of the signal if it is already aborted. */
  constructor(label: string, options: AttemptOptions) {
    options.signal?.throwIfAborted();
    this.#label = label;
    this.#options = options;
    // An abort between two calls of `run` is thrown by the second.
    this.#stopped.catch(() => {});
    options.signal?.addEventListener("abort", this.#onAbort, { once: true });
  }

  /** Signal for `fetch`. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /**
   * Awaits network work of the attempt for at most `timeoutMs`.
   *
   * @throws TimeoutError, or the abort reason of the caller's signal.
   */
  async run<T>(work: Promise<T>): Promise<T> {
    const { clock, timeoutMs } = this.#options;
    const cancelTimeout = clock.after(timeoutMs, () => {
      this.#end(new TimeoutError(`${this.#label} timed out after ${timeoutMs} ms`, timeoutMs));
    });
    try {
      return await Promise.race([this.#stopped, work]);
    } finally {
      cancelTimeout();
    }
  }

  /** Removes the listener of the signal. */
  release(): void {
    this.#options.signal?.removeEventListener("abort", this.#onAbort);
  }

  /** Aborts the network work. */
  cancel(): void {
    this.release();
    this.#controller.abort();
  }

  /** Rejects with the reason before aborting, because platforms differ in how fetch rejects when aborted. */
  #end(reason: unknown): void {
    this.#rejectStopped(reason);
    this.#controller.abort(reason);
  }
}
