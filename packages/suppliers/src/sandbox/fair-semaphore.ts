import { SupplierBusy } from "../port/port.ts";

/**
 * Bounds how many tasks run and wait. A free slot goes to the accounts that wait in rotation, and within one account to the task that came
 * first: however many tasks an account has waiting, another waits for one of them at most before each of its own. A task that is
 * aborted while it waits leaves at once; one that runs is not disturbed.
 */
export class FairSemaphore {
  /** The waiting tasks of each account, by which of them is next: the first has waited longest since its last task began. */
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #max: { running: number; waiting: number };
  #running = 0;
  #waitingCount = 0;

  constructor(max: { running: number; waiting: number }) {
    this.#max = max;
  }

  /**
   * Runs a task when a slot is free for its account.
   *
   * @throws SupplierBusy where as many wait as may; the signal's reason where it is aborted before it began.
   */
  async run<Result>(account: string, task: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    if (this.#running < this.#max.running) this.#running++;
    else await this.#wait(account, signal);
    try {
      return await task();
    } finally {
      // Handed on without being freed, so that a new task cannot pass those that wait.
      const next = this.#shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }

  #shift(): (() => void) | undefined {
    for (const [account, tasks] of this.#waiting) {
      const next = tasks.shift();
      this.#waiting.delete(account);
      if (tasks.length > 0) this.#waiting.set(account, tasks);
      if (next === undefined) continue;
      this.#waitingCount--;
      return next;
    }
    return undefined;
  }

  #wait(account: string, signal?: AbortSignal): Promise<void> {
    if (this.#waitingCount >= this.#max.waiting) throw new SupplierBusy("as many searches wait as could be answered");
    const tasks = this.#waiting.get(account) ?? [];
    this.#waiting.set(account, tasks);
    this.#waitingCount++;
    return new Promise((resolve, reject) => {
      const leave = () => {
        tasks.splice(tasks.indexOf(start), 1);
        this.#waitingCount--;
        reject(signal?.reason);
      };
      const start = () => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      tasks.push(start);
      signal?.addEventListener("abort", leave, { once: true });
    });
  }
}
