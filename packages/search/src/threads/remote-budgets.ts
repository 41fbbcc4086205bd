import type { AccessBySupplier, CallBudget, CallOptions, CallPermit } from "@wayfare/suppliers";
import type { FromThread, SentCredential, ToThread } from "./messages.ts";
import { fromSentError } from "./sent-error.ts";

/** Budgets of the main thread, as a search thread uses them: by messages. */
export class RemoteBudgets {
  readonly #post: (message: FromThread) => void;
  readonly #waiting = new Map<number, PromiseWithResolvers<void>>();
  #lastAcquisition = 0;

  /** @param post sends a message to the main thread */
  constructor(post: (message: FromThread) => void) {
    this.#post = post;
  }

  /** Returns the access of a call to this thread. @param id of the call */
  accessOf(id: number, credentials: readonly Pick<SentCredential, "supplier" | "credential">[]): AccessBySupplier {
    return new Map(
      credentials.map(({ supplier, credential }) => {
        const acquire: CallBudget["acquire"] = (signal, options) => this.#acquire({ id, supplier }, signal, options);
        return [supplier, { credential, budget: { acquire } }];
      }),
    );
  }

  /** Handles the answer to a request for a permit. An answer to an abandoned request is ignored: the main thread settles its permit. */
  handle({ acquisition, error }: Extract<ToThread, { type: "acquired" }>): void {
    const acquired = this.#waiting.get(acquisition);
    this.#waiting.delete(acquisition);
    if (error === undefined) acquired?.resolve();
    else acquired?.reject(fromSentError(error));
  }

  async #acquire(
    call: { id: number; supplier: string },
    signal: AbortSignal,
    { isFollowUp }: CallOptions = {},
  ): Promise<CallPermit> {
    signal.throwIfAborted();
    const acquisition = ++this.#lastAcquisition;
    const acquired = Promise.withResolvers<void>();
    this.#waiting.set(acquisition, acquired);
    const abandon = () => {
      this.#waiting.delete(acquisition);
      this.#post({ type: "abandon", acquisition });
      acquired.reject(signal.reason);
    };
    signal.addEventListener("abort", abandon, { once: true });
    this.#post({ type: "acquire", ...call, acquisition, ...(isFollowUp === true && { isFollowUp }) });
    try {
      await acquired.promise;
    } finally {
      signal.removeEventListener("abort", abandon);
    }
    return { settle: (outcome) => this.#post({ type: "settle", acquisition, outcome }) };
  }
}
