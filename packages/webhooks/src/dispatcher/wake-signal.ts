/** Wake signal of a loop. A signal that arrives while the loop is busy is kept, so that the loop does not sleep. */
export class WakeSignal {
  #isSet = false;
  #wake = () => {};

  wake(): void {
    this.#isSet = true;
    this.#wake();
  }

  /** True if `wake` was called since the last `reset`. */
  get isSet(): boolean {
    return this.#isSet;
  }

  /** Clears the signal. */
  reset(): void {
    this.#isSet = false;
  }

  /** Resolves at the next `wake`. */
  wait(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
