export interface BatcherOptions {
  /** Maximum number of items per batch; unlimited by default. */
  maxItems?: number;
}

interface Batch<Item> extends PromiseWithResolvers<void> {
  items: Set<Item>;
}

/**
 * Coalesces items that arrive during a write into the next batch. One batch is written at a time: a single item is not delayed, and many
 * items cost one statement.
 */
export class Batcher<Item> {
  readonly #write: (items: Item[]) => Promise<void>;
  readonly #maxItems: number;
  readonly #waiting: Batch<Item>[] = [];
  #isWriting = false;

  constructor(write: (items: Item[]) => Promise<void>, { maxItems = Number.POSITIVE_INFINITY }: BatcherOptions = {}) {
    this.#write = write;
    this.#maxItems = maxItems;
  }

  /** Adds an item and settles with its batch, which starts after the call. An item that is already waiting is not added twice. */
  add(item: Item): Promise<void> {
    const batch = this.#waiting.find(({ items }) => items.has(item)) ?? this.#batchWithRoom();
    batch.items.add(item);
    if (!this.#isWriting) {
      this.#isWriting = true;
      queueMicrotask(() => void this.#writeAll());
    }
    return batch.promise;
  }

  #batchWithRoom(): Batch<Item> {
    const last = this.#waiting.at(-1);
    if (last !== undefined && last.items.size < this.#maxItems) return last;
    const batch = { items: new Set<Item>(), ...Promise.withResolvers<void>() };
    this.#waiting.push(batch);
    return batch;
  }

  async #writeAll(): Promise<void> {
    for (let batch = this.#waiting.shift(); batch !== undefined; batch = this.#waiting.shift()) {
      try {
        await this.#write([...batch.items]);
        batch.resolve();
      } catch (error) {
        batch.reject(error);
      }
    }
    this.#isWriting = false;
  }
}
