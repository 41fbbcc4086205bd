/** Lets a loop sleep until something has happened, and not at all where it has happened meanwhile. */
export class Nudges {
  #hasCome = false;
  #wake = () => {};

  nudge(): void {
    this.#hasCome = true;
    this.#wake();
  }

  /** Whether something has happened since `forget`. */
  get hasCome(): boolean {
    return this.#hasCome;
  }

  /** What came before is dealt with. */
  forget(): void {
    this.#hasCome = false;
  }

  /** Settles with the next nudge. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
