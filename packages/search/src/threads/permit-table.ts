import { type CallBudget, type CallPermit, SupplierFailure } from "@wayfare/suppliers";
import type { FromThread, ToThread } from "./messages.ts";
import { toSentError } from "./sent-error.ts";

/** Outcome of a permit for a call that was never made. */
const unused = {
  billed: false,
  status: null,
  tookMs: 0,
  rateLimit: null,
  health: "unknown",
  retryAtMs: null,
} as const;

type PermitMessage = Extract<FromThread, { type: "acquire" | "abandon" | "settle" }>;

/**
 * Permits for the upstream calls of one search thread. The budgets are on the main thread; the thread requests a permit for each call and
 * reports its outcome. A permit outlives its search, whose answer does not wait for the end of late calls.
 *
 * Each permit is settled at most once. A permit that the thread no longer needs when it is granted is settled as unused. Permits of a thread
 * that has stopped are never settled, so they count as billed: their calls may have been made.
 */
export class PermitTable {
  readonly #post: (message: ToThread) => void;
  readonly #waiting = new Map<number, AbortController>();
  readonly #granted = new Map<number, CallPermit>();

  /** @param post sends a message to the thread */
  constructor(post: (message: ToThread) => void) {
    this.#post = post;
  }

  /** @param budget of the supplier in the search that requests a permit; undefined after the search has ended */
  handle(message: PermitMessage, budget: CallBudget | undefined): void {
    const { acquisition } = message;
    if (message.type === "acquire") void this.#acquire(message, budget);
    else if (message.type === "settle") this.#settle(acquisition, message.outcome);
    else this.#abandon(acquisition);
  }

  /** Drops all permits after the thread has stopped, without settling them. */
  clear(): void {
    this.#granted.clear();
    for (const abort of this.#waiting.values()) abort.abort();
    this.#waiting.clear();
  }

  async #acquire(
    { acquisition, isFollowUp }: Extract<PermitMessage, { type: "acquire" }>,
    budget: CallBudget | undefined,
  ): Promise<void> {
    const abort = new AbortController();
    this.#waiting.set(acquisition, abort);
    try {
      if (budget === undefined) throw new SupplierFailure("credential", "the search has no access to the supplier");
      const permit = await budget.acquire(abort.signal, isFollowUp === true ? { isFollowUp } : {});
      if (!this.#stopWaiting(acquisition, abort)) return permit.settle(unused);
      this.#granted.set(acquisition, permit);
      this.#post({ type: "acquired", acquisition });
    } catch (error) {
      // An abandoned request has no reader.
      if (!this.#stopWaiting(acquisition, abort)) return;
      this.#post({ type: "acquired", acquisition, error: toSentError(error) });
    }
  }

  /** Returns false if the request was abandoned. A restarted thread may use its number again. */
  #stopWaiting(acquisition: number, abort: AbortController): boolean {
    return this.#waiting.get(acquisition) === abort && this.#waiting.delete(acquisition);
  }

  /** The thread no longer waits for the permit. It may have been granted before this message arrived. */
  #abandon(acquisition: number): void {
    this.#waiting.get(acquisition)?.abort();
    this.#waiting.delete(acquisition);
    this.#settle(acquisition, unused);
  }

  #settle(acquisition: number, outcome: Parameters<CallPermit["settle"]>[0]): void {
    const permit = this.#granted.get(acquisition);
    this.#granted.delete(acquisition);
    permit?.settle(outcome);
  }
}
