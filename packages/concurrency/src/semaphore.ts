/** The task was refused without having begun: too many tasks wait, or it waited too long. */
export class SemaphoreBusy extends Error {
  override readonly name = "SemaphoreBusy";
}

/** Bounds; none by default. */
export interface SemaphoreOptions {
  /** Tasks that run at once. */
  maxRunning?: number;
  /** Tasks of one key that run at once; 1 makes it a keyed mutex. */
  maxRunningPerKey?: number;
  /** Tasks that wait at once. */
  maxWaiting?: number;
  /** Tasks of one key that wait at once. */
  maxWaitingPerKey?: number;
  /** How long a task waits. */
  maxWaitMs?: number;
}

const unlimited: Required<SemaphoreOptions> = {
  maxRunning: Number.POSITIVE_INFINITY,
  maxRunningPerKey: Number.POSITIVE_INFINITY,
  maxWaiting: Number.POSITIVE_INFINITY,
  maxWaitingPerKey: Number.POSITIVE_INFINITY,
  maxWaitMs: Number.POSITIVE_INFINITY,
};

/**
 * Bounds how many tasks run and wait, in all and for each key. A free slot goes to the waiting keys in rotation, and within one key to the
 * task that came first: however many tasks a key has waiting, a task of another key waits for at most one of them before each of its
 * own key.
 */
export class Semaphore {
  readonly #options: Required<SemaphoreOptions>;
  readonly #running = new Map<string, number>();
  /** By which key is next: the first has waited longest since its last task began. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #runningCount = 0;
  #waitingCount = 0;

  constructor(options: SemaphoreOptions) {
    this.#options = { ...unlimited, ...options };
  }

  /**
   * Runs a task when there is a slot for its key. A task that is aborted while it waits leaves at once; one that runs is not disturbed.
   *
   * @throws SemaphoreBusy if it did not begin, the signal's reason if it was aborted before it began, and whatever the task throws.
   */
  async run<Result>(key: string, task: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    if (this.#hasSlot(key)) this.#acquire(key);
    else await this.#wait(key, signal);
    try {
      return await task();
    } finally {
      this.#release(key);
    }
  }

  #hasSlot(key: string): boolean {
    const { maxRunning, maxRunningPerKey } = this.#options;
    return this.#runningCount < maxRunning && (this.#running.get(key) ?? 0) < maxRunningPerKey;
  }

  #acquire(key: string): void {
    this.#runningCount++;
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
  }

  /** Hands the slot on in the same step, so that a new task cannot pass those that wait. */
  #release(key: string): void {
    this.#runningCount--;
    const left = (this.#running.get(key) ?? 0) - 1;
    if (left > 0) this.#running.set(key, left);
    else this.#running.delete(key);
    for (const [next, tasks] of this.#waiting) {
      const [start] = tasks;
      if (start === undefined || !this.#hasSlot(next)) continue;
      this.#acquire(next);
      this.#waiting.delete(next);
      this.#waiting.set(next, tasks);
      start();
      return;
    }
  }

  #wait(key: string, signal?: AbortSignal): Promise<void> {
    const { maxWaiting, maxWaitingPerKey, maxWaitMs } = this.#options;
    const tasks = this.#waiting.get(key) ?? [];
    if (this.#waitingCount >= maxWaiting) throw new SemaphoreBusy(`${maxWaiting} tasks wait already`);
    if (tasks.length >= maxWaitingPerKey) throw new SemaphoreBusy(`${maxWaitingPerKey} tasks of a key wait already`);
    this.#waiting.set(key, tasks);
    this.#waitingCount++;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      tasks.splice(tasks.indexOf(start), 1);
      if (tasks.length === 0) this.#waiting.delete(key);
      this.#waitingCount--;
    };
    const start = () => {
      leave();
      resolve();
    };
    const abort = () => {
      leave();
      reject(signal?.reason);
    };
    const expire = () => {
      leave();
      reject(new SemaphoreBusy(`waited ${maxWaitMs} ms`));
    };
    const timer = Number.isFinite(maxWaitMs) ? setTimeout(expire, maxWaitMs) : undefined;
    signal?.addEventListener("abort", abort);
    tasks.push(start);
    return promise;
  }
}
