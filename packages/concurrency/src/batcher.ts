export interface BatcherOptions {
  /** Items of one batch; further ones are in the next. Unlimited by default. */
  maxItems?: number;
}

interface Batch<Item> extends PromiseWithResolvers<void> {
  items: Set<Item>;
}

/**
 * Combines items that arrive while a batch is written into the next batch, one batch at a time: a lone item is not delayed, and many cost one
 * statement.
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

  /** Settles with the batch of the item, which begins after the call. An item that waits already is not added twice. */
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
