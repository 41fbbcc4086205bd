/**
 * Counts the pending searches of live suppliers. They mostly wait for the suppliers, so their duration says nothing about the capacity of
 * the process: in the `AdmissionQueue`, one supplier that hangs would get the searches of all others rejected. An account may use half of
 * the places.
 */
export class LiveSearches {
  readonly #max: number;
  /** Pending searches by account. */
  readonly #pending = new Map<string, number>();
  #length = 0;

  constructor({ max }: { max: number }) {
    this.#max = max;
  }

  /** Number of pending searches. */
  get length(): number {
    return this.#length;
  }

  isFullFor(account: string): boolean {
    return this.#length >= this.#max || (this.#pending.get(account) ?? 0) >= this.#max / 2;
  }

  /** Runs a search and counts it as pending until it ends. Does not check the limits. */
  async run<Result>(account: string, search: () => Promise<Result>): Promise<Result> {
    this.#length++;
    this.#pending.set(account, (this.#pending.get(account) ?? 0) + 1);
    try {
      return await search();
    } finally {
      this.#length--;
      const left = (this.#pending.get(account) ?? 1) - 1;
      if (left > 0) this.#pending.set(account, left);
      else this.#pending.delete(account);
    }
  }
}
