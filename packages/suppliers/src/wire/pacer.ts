import { setImmediate as nextIteration } from "node:timers/promises";

/** Time in milliseconds after which work lets other tasks of its thread run. */
const sliceMs = 5;

/** Divides long work into slices: `if (pacer.isDue) await pacer.pause()` between its steps. */
export class Pacer {
  #startedMs = performance.now();

  get isDue(): boolean {
    return performance.now() - this.#startedMs >= sliceMs;
  }

  /** Waits for one iteration of the event loop. */
  async pause(): Promise<void> {
    await nextIteration();
    this.#startedMs = performance.now();
  }
}
