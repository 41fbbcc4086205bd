import { setImmediate as nextIteration } from "node:timers/promises";
import { Semaphore } from "./semaphore.ts";

/** CPU work in steps. It can be paused at each `yield`. */
export type Steps<Result> = Generator<undefined, Result>;

/** Runs all steps at once. */
export function finishSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

export interface CpuTaskOptions {
  /** Aborting removes a waiting task from the queue, and stops a running one at the end of its time slice. */
  signal?: AbortSignal;
  /**
   * True for the next task of a job that has already run one: it runs before tasks of other jobs, so that few jobs at a time hold data in
   * memory.
   */
  continues?: boolean;
}

export interface CpuSchedulerOptions {
  /** Maximum time in milliseconds without returning to the event loop; 10 by default. A longer step exceeds it. */
  sliceMs?: number;
}

const defaultSliceMs = 10;

/** Length of a turn of a long task: the delay that it adds to another task. */
const turnMs = 2;

/**
 * Runs CPU-bound tasks of one thread one after the other, with fair queueing by key, and returns to the event loop between them and between
 * their steps, so that sockets, timers and messages are handled in time. A task that waits for I/O must not run here.
 */
export class CpuScheduler {
  readonly #semaphore = new Semaphore({ maxRunning: 1 });
  readonly #continuations: (() => Promise<void>)[] = [];
  readonly #sliceMs: number;
  #isBusy = false;

  constructor({ sliceMs = defaultSliceMs }: CpuSchedulerOptions = {}) {
    this.#sliceMs = sliceMs;
  }

  /** Number of tasks that wait for the thread. */
  get waiting(): number {
    return this.#semaphore.waiting + this.#continuations.length;
  }

  /**
   * Runs a task.
   *
   * @throws the signal's reason if it was aborted, and any error of the task.
   */
  async run<Result>(key: string, start: () => Steps<Result>, options: CpuTaskOptions = {}): Promise<Result> {
    const { signal, continues = false } = options;
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const task = () => this.#runSteps(start, signal).then(resolve, reject);
    if (continues && this.#isBusy) this.#continuations.push(task);
    else await Promise.race([promise, this.#semaphore.run(key, () => this.#runAll(task), signal)]);
    return promise;
  }

  /**
   * Runs a long task in turns of a few milliseconds, between which tasks of other keys run. For tasks that no other task waits for.
   *
   * @throws the signal's reason if it was aborted, and any error of the task.
   */
  async runInTurns<Result>(
    key: string,
    start: () => Steps<Result>,
    options: Pick<CpuTaskOptions, "signal"> = {},
  ): Promise<Result> {
    const steps = start();
    for (;;) {
      const last = await this.run(key, () => takeTurn(steps), options);
      if (last.done === true) return last.value;
    }
  }

  /** Runs a task, and continuations of other jobs that are ready by then. */
  async #runAll(first: () => Promise<void>): Promise<void> {
    this.#isBusy = true;
    for (let task: (() => Promise<void>) | undefined = first; task !== undefined; task = this.#continuations.shift()) {
      await task();
      await nextIteration();
    }
    this.#isBusy = false;
  }

  async #runSteps<Result>(start: () => Steps<Result>, signal?: AbortSignal): Promise<Result> {
    let sliceStartMs = performance.now();
    signal?.throwIfAborted();
    const steps = start();
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done === true) return step.value;
      if (performance.now() - sliceStartMs < this.#sliceMs) continue;
      await nextIteration();
      sliceStartMs = performance.now();
      signal?.throwIfAborted();
    }
  }
}

/** Runs steps for one turn, or to their end. Returns the last one. */
function* takeTurn<Result>(steps: Steps<Result>): Steps<IteratorResult<undefined, Result>> {
  const startMs = performance.now();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true || performance.now() - startMs >= turnMs) return step;
    yield;
  }
}
