/** Why a task was refused without having begun: too many wait for its key, or it waited too long. */
export class SemaphoreBusy extends Error {
  override readonly name = "SemaphoreBusy";
}

export interface KeyedSemaphoreOptions {
  /** Tasks of one key that run at once; 1 makes it a mutex. */
  maxRunning: number;
  /** Tasks of one key that wait at once. */
  maxWaiting: number;
  /** How long a task waits. */
  maxWaitMs: number;
}

interface Entry {
  running: number;
  waiting: (() => void)[];
}

/** Bounds how many tasks of one key run and wait, first come, first served; tasks of different keys do not affect each other. */
export class KeyedSemaphore {
  readonly #entries = new Map<string, Entry>();
  readonly #options: KeyedSemaphoreOptions;

  constructor(options: KeyedSemaphoreOptions) {
    this.#options = options;
  }

  /**
   * Runs a task once fewer than `maxRunning` of its key run.
   *
   * @throws SemaphoreBusy where it did not begin, and whatever the task throws.
   */
  async run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const entry = this.#entries.get(key) ?? { running: 0, waiting: [] };
    this.#entries.set(key, entry);
    if (entry.running < this.#options.maxRunning) entry.running++;
    else await this.#wait(entry);
    try {
      return await task();
    } finally {
      // Handed on without being freed, so that a new task cannot pass those that wait.
      const next = entry.waiting.shift();
      if (next !== undefined) next();
      else if (--entry.running === 0) this.#entries.delete(key);
    }
  }

  #wait({ waiting }: Entry): Promise<void> {
    const { maxWaiting, maxWaitMs } = this.#options;
    if (waiting.length >= maxWaiting) throw new SemaphoreBusy(`${maxWaiting} tasks wait already`);
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(new SemaphoreBusy(`waited ${maxWaitMs} ms`));
      }, maxWaitMs);
      waiting.push(begin);
    });
  }
}
