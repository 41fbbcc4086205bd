import type { AccessBySupplier, KeptAnswer, KeptAnswers } from "@wayfare/suppliers";
import type { FromThread, SentCredential, ToThread } from "./messages.ts";

/** Kept answers of the main thread, as a search thread uses them: by messages. They are one for all threads of the process. */
export class RemoteAnswers {
  readonly #post: (message: FromThread) => void;
  readonly #waiting = new Map<number, (answer: KeptAnswer | undefined) => void>();
  #lastLookup = 0;

  /** @param post sends a message to the main thread */
  constructor(post: (message: FromThread) => void) {
    this.#post = post;
  }

  /** Adds the kept answers to the access of a call to this thread. @param id of the call */
  addTo(access: AccessBySupplier, id: number, credentials: readonly SentCredential[]): AccessBySupplier {
    const keeping = new Set(credentials.filter(({ keepsAnswers }) => keepsAnswers).map(({ supplier }) => supplier));
    return new Map(
      [...access].map(([supplier, each]) => [
        supplier,
        keeping.has(supplier) ? { ...each, answers: this.#answersOf(id, supplier) } : each,
      ]),
    );
  }

  handle({ lookup, answer }: Extract<ToThread, { type: "answerFound" }>): void {
    const resolve = this.#waiting.get(lookup);
    this.#waiting.delete(lookup);
    resolve?.(answer);
  }

  #answersOf(id: number, supplier: string): KeptAnswers {
    return {
      find: (key) => {
        const lookup = ++this.#lastLookup;
        const { promise, resolve } = Promise.withResolvers<KeptAnswer | undefined>();
        this.#waiting.set(lookup, resolve);
        this.#post({ type: "findAnswer", id, supplier, lookup, key });
        return promise;
      },
      keep: (key, answer) => this.#post({ type: "keepAnswer", id, supplier, key, answer }),
    };
  }
}
