import { setImmediate as untilQuiet } from "node:timers/promises";

interface Happening {
  atMs: number;
  order: number;
  run(): void;
}

/**
 * Time that stands still while anything is being computed, and then jumps to what happens next. Whatever the dispatcher waits for (an answer of
 * the database or a receiver, a timer) happens here, one at a time and in an order that the seed decides.
 */
export class VirtualTime {
  nowMs: number;
  /** How much has happened so far. */
  steps = 0;
  #order = 0;
  #heap: Happening[] = [];
  /** Real work that must be done before time goes on. */
  #pending = 0;

  constructor(startMs: number) {
    this.nowMs = startMs;
  }

  /** Lets something happen after so many milliseconds, whole ones like those of a real clock, unless the answer is called before. */
  after(ms: number, run: () => void): () => void {
    const happening = { atMs: this.nowMs + Math.ceil(Math.max(0, ms)), order: this.#order++, run };
    this.#push(happening);
    return () => {
      happening.run = () => {};
    };
  }

  /** Stands still until real work is done. */
  async hold<T>(work: Promise<T>): Promise<T> {
    this.#pending++;
    try {
      return await work;
    } finally {
      this.#pending--;
    }
  }

  /** Lets the next thing happen and everything that follows from it at once; false where nothing is to come. */
  async step(): Promise<boolean> {
    const next = this.#pop();
    if (next === undefined) return false;
    this.nowMs = next.atMs;
    this.steps++;
    next.run();
    await this.settle();
    return true;
  }

  /** Until all is computed that follows from what has happened, and real work is done. */
  async settle(): Promise<void> {
    do await untilQuiet();
    while (this.#pending > 0);
  }

  #push(happening: Happening): void {
    const heap = this.#heap;
    let at = heap.push(happening) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (isBefore(heap[above], happening)) break;
      swap(heap, at, above);
      at = above;
    }
  }

  #pop(): Happening | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (heap.length === 0 || last === undefined) return first;
    heap[0] = last;
    for (let at = 0; ; ) {
      const left = 2 * at + 1;
      const least = [at, left, left + 1].reduce((best, each) => (isBefore(heap[each], heap[best]) ? each : best));
      if (least === at) return first;
      swap(heap, at, least);
      at = least;
    }
  }
}

function isBefore(a: Happening | undefined, b: Happening | undefined): boolean {
  if (a === undefined || b === undefined) return a !== undefined;
  return a.atMs === b.atMs ? a.order < b.order : a.atMs < b.atMs;
}

function swap(heap: Happening[], a: number, b: number): void {
  const [left, right] = [heap[a], heap[b]];
  if (left === undefined || right === undefined) return;
  heap[a] = right;
  heap[b] = left;
}
