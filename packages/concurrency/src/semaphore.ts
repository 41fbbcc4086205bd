/** Thrown if a task was rejected before it started: the queue is full, or the wait timed out. */
export class SemaphoreBusyError extends Error {
  override readonly name = "SemaphoreBusyError";
}

/** Limits; unlimited by default. */
export interface SemaphoreOptions {
  /** Maximum number of running tasks. */
  maxRunning?: number;
  /** Maximum number of running tasks per key; 1 makes it a keyed mutex. */
  maxRunningPerKey?: number;
  /** Maximum number of waiting tasks. */
  maxWaiting?: number;
  /** Maximum number of waiting tasks per key. */
  maxWaitingPerKey?: number;
  /** Maximum wait in milliseconds. */
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
 * A semaphore with fair queueing: limits running and waiting tasks, in total and per key. Waiting keys get free slots in round-robin order,
 * and each key's tasks run in FIFO order. However many tasks another key has queued, at most one of them starts before each task of a key.
 */
export class Semaphore {
  readonly #options: Required<SemaphoreOptions>;
  readonly #running = new Map<string, number>();
  /** In round-robin order: the first key has waited longest since its last task started. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #runningCount = 0;
  #waitingCount = 0;

  constructor(options: SemaphoreOptions) {
    this.#options = { ...unlimited, ...options };
  }

  /** Number of waiting tasks. */
  get waiting(): number {
    return this.#waitingCount;
  }

  /**
   * Runs a task as soon as its key has a free slot. Aborting removes a waiting task from the queue; it does not affect a running one.
   *
   * @throws SemaphoreBusyError if the task was rejected, the signal's reason if it was aborted before it started, and any error of the
   * task.
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

  /** Releases a slot and passes it on synchronously, so that a new task cannot overtake waiting ones. */
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
    if (this.#waitingCount >= maxWaiting) throw new SemaphoreBusyError(`queue full: ${maxWaiting} tasks are waiting`);
    if (tasks.length >= maxWaitingPerKey)
      throw new SemaphoreBusyError(`queue full: ${maxWaitingPerKey} tasks of this key are waiting`);
    this.#waiting.set(key, tasks);
    this.#waitingCount++;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const dequeue = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      tasks.splice(tasks.indexOf(start), 1);
      if (tasks.length === 0) this.#waiting.delete(key);
      this.#waitingCount--;
    };
    const start = () => {
      dequeue();
      resolve();
    };
    const abort = () => {
      dequeue();
      reject(signal?.reason);
    };
    const expire = () => {
      dequeue();
      reject(new SemaphoreBusyError(`timed out after waiting ${maxWaitMs} ms`));
    };
    const timer = Number.isFinite(maxWaitMs) ? setTimeout(expire, maxWaitMs) : undefined;
    signal?.addEventListener("abort", abort);
    tasks.push(start);
    return promise;
  }
}
