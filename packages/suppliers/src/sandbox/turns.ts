import { SupplierBusy } from "../port.ts";

/**
 * Lets so many tasks run at once and so many more wait, first come, first served. One that is aborted while it waits gives its
 * place up at once; one that runs is not disturbed.
 */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  readonly #most: { running: number; waiting: number };
  #running = 0;

  constructor(most: { running: number; waiting: number }) {
    this.#most = most;
  }

  /**
   * Runs a task when its turn comes.
   *
   * @throws SupplierBusy where as many wait as may; the signal's reason where it is aborted before its turn.
   */
  async take<Result>(task: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    if (this.#running < this.#most.running) this.#running++;
    else await this.#wait(signal);
    try {
      return await task();
    } finally {
      // The place goes straight to the next in line, so that nobody slips in between.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }

  #wait(signal?: AbortSignal): Promise<void> {
    if (this.#waiting.length >= this.#most.waiting)
      throw new SupplierBusy("as many searches wait as could be answered");
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1);
        reject(signal?.reason);
      };
      const start = () => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      this.#waiting.push(start);
      signal?.addEventListener("abort", leave, { once: true });
    });
  }
}
