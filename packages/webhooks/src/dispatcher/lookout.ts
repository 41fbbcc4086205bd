import type { DeliveryStore } from "./delivery-store.ts";
import type { Timers } from "./timers.ts";

export interface LookoutParts {
  store: Pick<DeliveryStore, "look">;
  clock: { nowMs(): number };
  timers: Timers;
  log: { error(details: object, message: string): void };
}

/** A look around comes when the next delivery falls due, and this often without that; with many endpoints, seldomer. */
const lookEveryMs = 1000;
const lookMsPerEndpoint = 0.1;
const leastLookMs = 20;
/** After a failure of the database. */
const restMs = 1000;

/** Knows when to look around for what is due. */
export class Lookout {
  readonly #parts: LookoutParts;
  readonly #onDue: () => void;
  #isDue = true;
  #cancelNext = () => {};

  /** @param onDue told when the time has come; nothing is looked for before somebody calls `look`. */
  constructor(parts: LookoutParts, onDue: () => void) {
    this.#parts = parts;
    this.#onDue = onDue;
  }

  get isDue(): boolean {
    return this.#isDue;
  }

  /** Something may be due anywhere. */
  ask(): void {
    this.#isDue = true;
  }

  /** Looks around, and answers the endpoints with something due; none where the database does not say. */
  async look(): Promise<readonly string[]> {
    const { store, clock, log } = this.#parts;
    this.#isDue = false;
    this.#cancelNext();
    try {
      const { ready, endpoints, nextDueMs } = await store.look(clock.nowMs());
      const regularMs = Math.max(lookEveryMs, endpoints * lookMsPerEndpoint);
      const dueMs = nextDueMs === null ? regularMs : Math.max(leastLookMs, nextDueMs - clock.nowMs());
      // No sooner than a tenth of what it costs: ten thousand endpoints that wait are looked at every 100 ms at most.
      this.#lookIn(Math.min(regularMs, Math.max(dueMs, regularMs / 10, leastLookMs)));
      return ready;
    } catch (error) {
      log.error({ err: error }, "due deliveries could not be looked for");
      this.#lookIn(restMs);
      return [];
    }
  }

  end(): void {
    this.#cancelNext();
  }

  #lookIn(ms: number): void {
    this.#cancelNext = this.#parts.timers.after(ms, () => {
      this.#isDue = true;
      this.#onDue();
    });
  }
}
