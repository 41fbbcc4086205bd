import { setImmediate as nextTick } from "node:timers/promises";

interface ScheduledTask {
  atMs: number;
  order: number;
  run(): void;
}

/**
 * Virtual clock for simulations. Time stands still while code runs and then jumps to the next scheduled task. Everything the dispatcher
 * waits for (a database result, a response, a timer) is a task here; tasks run one at a time in an order that the seed decides.
 */
export class VirtualTime {
  nowMs: number;
  /** Number of tasks run. */
  steps = 0;
  #order = 0;
  #heap: ScheduledTask[] = [];
  /** Number of real promises that must settle before time advances. */
  #pending = 0;

  constructor(startMs: number) {
    this.nowMs = startMs;
  }

  /** Schedules a task after `ms` milliseconds, rounded up as by a real clock. Returns a function that cancels it. */
  after(ms: number, run: () => void): () => void {
    const task = { atMs: this.nowMs + Math.ceil(Math.max(0, ms)), order: this.#order++, run };
    this.#push(task);
    return () => {
      task.run = () => {};
    };
  }

  /** Stops time until a real promise settles. */
  async waitFor<T>(work: Promise<T>): Promise<T> {
    this.#pending++;
    try {
      return await work;
    } finally {
      this.#pending--;
    }
  }

  /** Runs the next task and everything that follows from it without delay. Returns false if no task is left. */
  async step(): Promise<boolean> {
    const next = this.#pop();
    if (next === undefined) return false;
    this.nowMs = next.atMs;
    this.steps++;
    next.run();
    await this.settle();
    return true;
  }

  /** Waits until all microtasks have run and all real promises have settled. */
  async settle(): Promise<void> {
    do await nextTick();
    while (this.#pending > 0);
  }

  #push(task: ScheduledTask): void {
    const heap = this.#heap;
    let index = heap.push(task) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (isBefore(heap[parent], task)) break;
      swap(heap, index, parent);
      index = parent;
    }
  }

  #pop(): ScheduledTask | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (heap.length === 0 || last === undefined) return first;
    heap[0] = last;
    for (let index = 0; ; ) {
      const left = 2 * index + 1;
      const smallest = [index, left, left + 1].reduce((best, each) => (isBefore(heap[each], heap[best]) ? each : best));
      if (smallest === index) return first;
      swap(heap, index, smallest);
      index = smallest;
    }
  }
}

function isBefore(a: ScheduledTask | undefined, b: ScheduledTask | undefined): boolean {
  if (a === undefined || b === undefined) return a !== undefined;
  return a.atMs === b.atMs ? a.order < b.order : a.atMs < b.atMs;
}

function swap(heap: ScheduledTask[], a: number, b: number): void {
  const [left, right] = [heap[a], heap[b]];
  if (left === undefined || right === undefined) return;
  heap[a] = right;
  heap[b] = left;
}
