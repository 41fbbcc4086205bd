import type { Clock, Partition } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { countUsable } from "@wayfare/search";
import type { SupplyReport } from "@wayfare/suppliers";
import { sandboxName } from "@wayfare/suppliers";
import type { SearchOutcome } from "../search/supplier-access.ts";
import { addSupplierResults, type SupplierDay } from "./results-store.ts";

const flushMs = 2_000;
const maxFailureCharacters = 200;

/** Errors whose messages contain neither credentials nor data of a response. */
const safeErrors: ReadonlySet<string> = new Set(["SupplierFailure", "SupplierSkipped", "SupplierBusy"]);

/** Counts the results of suppliers in memory and adds them to the database every two seconds. A killed process loses these. */
export class ResultsRecorder {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  readonly #days = new Map<string, SupplierDay>();
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Database, clock: Clock, onError: (error: unknown) => void) {
    this.#database = database;
    this.#clock = clock;
    this.#onError = onError;
  }

  recordSearch({ accountId, environment, supply }: SearchOutcome): void {
    for (const row of supply) {
      const { source, status, tookMs } = row;
      // A skipped supplier was not called.
      if (source === sandboxName || status === "skipped") continue;
      const day = this.#dayOf(accountId, environment, source);
      day.searches++;
      if (status === "ok") day.answered++;
      if (countUsable(row) > 0) day.withOffers++;
      day.tookMs += tookMs;
    }
  }

  recordFailure(accountId: string, environment: Partition, { source, status, reason, failure }: SupplyReport): void {
    const day = this.#dayOf(accountId, environment, source);
    day.lastFailureAtMs = this.#clock.nowMs();
    day.lastFailure = describeFailure(failure, reason ?? status).slice(0, maxFailureCharacters);
  }

  /** Writes all counts. Counts that cannot be written are lost, and the error is reported. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const days = [...this.#days.values()];
    this.#days.clear();
    if (days.length === 0) return;
    try {
      await addSupplierResults(this.#database, days);
    } catch (error) {
      this.#onError(error);
    }
  }

  #dayOf(accountId: string, environment: Partition, supplier: string): SupplierDay {
    const day = new Date(this.#clock.nowMs()).toISOString().slice(0, 10);
    const name = `${accountId} ${environment} ${supplier} ${day}`;
    let found = this.#days.get(name);
    if (found === undefined) {
      const results = { searches: 0, answered: 0, withOffers: 0, tookMs: 0, lastFailureAtMs: null, lastFailure: null };
      found = { accountId, environment, supplier, day, ...results };
      this.#days.set(name, found);
    }
    this.#timer ??= setTimeout(() => void this.flush(), flushMs).unref();
    return found;
  }
}

function describeFailure(failure: unknown, status: string): string {
  return failure instanceof Error && safeErrors.has(failure.name) ? failure.message : status;
}
