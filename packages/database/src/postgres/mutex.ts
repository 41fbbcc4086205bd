/** Runs tasks one at a time, in the order they came. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  run<Result>(task: () => Promise<Result>): Promise<Result> {
    const running = this.#last.then(task);
    this.#last = running.catch(() => undefined);
    return running;
  }
}
