/**
 * Gathers what is asked while a run is under way, and runs once for all of it: a lone question waits for nobody, and many cost one
 * statement. Each promise settles with a run that began after the question.
 */
export class Gatherer<Item> {
  readonly #run: (items: Item[]) => Promise<void>;
  #due = new Set<Item>();
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(run: (items: Item[]) => Promise<void>) {
    this.#run = run;
  }

  ask(item: Item): Promise<void> {
    this.#due.add(item);
    this.#next ??= this.#runAfter(this.#running);
    return this.#next;
  }

  async #runAfter(running: Promise<unknown>): Promise<void> {
    await running;
    const items = [...this.#due];
    this.#due = new Set();
    this.#next = undefined;
    const run = this.#run(items);
    this.#running = run.catch(() => {});
    await run;
  }
}
