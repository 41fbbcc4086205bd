import type { DeliveryStore } from "./delivery-store.ts";
import type { Timers } from "./timers.ts";

export interface PollerDeps {
  store: Pick<DeliveryStore, "poll">;
  clock: { nowMs(): number };
  timers: Timers;
  log: { error(details: object, message: string): void };
}

/** Polls run when the next delivery becomes due, and at this interval otherwise; less often with many endpoints. */
const pollIntervalMs = 1000;
const pollMsPerEndpoint = 0.1;
const minPollMs = 20;
/** Backoff after a database error. */
const backoffMs = 1000;

/** Poller for due deliveries. Schedules its own polls. */
export class Poller {
  readonly #deps: PollerDeps;
  readonly #onDue: () => void;
  #isDue = true;
  #cancelNext = () => {};

  /** @param onDue called when a poll is due. The caller runs it with `poll`. */
  constructor(deps: PollerDeps, onDue: () => void) {
    this.#deps = deps;
    this.#onDue = onDue;
  }

  get isDue(): boolean {
    return this.#isDue;
  }

  /** Makes a poll due now. */
  requestPoll(): void {
    this.#isDue = true;
  }

  /** Returns the endpoints with due deliveries; empty if the database fails. */
  async poll(): Promise<readonly string[]> {
    const { store, clock, log } = this.#deps;
    this.#isDue = false;
    this.#cancelNext();
    try {
      const { dueEndpointIds, waitingEndpoints, nextDueMs } = await store.poll(clock.nowMs());
      const regularMs = Math.max(pollIntervalMs, waitingEndpoints * pollMsPerEndpoint);
      const dueMs = nextDueMs === null ? regularMs : Math.max(minPollMs, nextDueMs - clock.nowMs());
      // At least a tenth of the regular interval: with 10,000 waiting endpoints, a poll at most every 100 ms.
      this.#pollIn(Math.min(regularMs, Math.max(dueMs, regularMs / 10, minPollMs)));
      return dueEndpointIds;
    } catch (error) {
      log.error({ err: error }, "delivery poll failed");
      this.#pollIn(backoffMs);
      return [];
    }
  }

  stop(): void {
    this.#cancelNext();
  }

  #pollIn(ms: number): void {
    this.#cancelNext = this.#deps.timers.after(ms, () => {
      this.#isDue = true;
      this.#onDue();
    });
  }
}
