/** Lets tasks of one name run one after another, first come, first served; those of other names beside them. */
export class Line {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs a task when those before it have ended, however they did. */
  async take<Result>(name: string, task: () => Promise<Result>): Promise<Result> {
    const result = (this.#last.get(name) ?? Promise.resolve()).then(task);
    const ended = result.catch(() => {});
    this.#last.set(name, ended);
    try {
      return await result;
    } finally {
      if (this.#last.get(name) === ended) this.#last.delete(name);
    }
  }
}
