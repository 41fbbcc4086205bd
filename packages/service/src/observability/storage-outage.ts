import { checkWritable, type Database, type DatabaseError, withTimeout } from "@wayfare/database";
import type { FastifyBaseLogger } from "fastify";
import { Counter } from "prom-client";
import type { Metrics } from "./metrics.ts";

interface StorageOutageDeps {
  database: Database;
  log: FastifyBaseLogger;
  metrics: Metrics;
  /** Interval of database checks during an outage; 5 seconds by default. */
  checkEveryMs?: number;
}

const timeoutMs = 2000;
/** Checks per log line during an outage: one line a minute. */
const checksPerLogLine = 12;

/** Logs the beginning and the end of a database outage, instead of a line for each failed request. */
export class StorageOutage {
  readonly #deps: StorageOutageDeps;
  readonly #failures: Counter;
  #timer: NodeJS.Timeout | undefined;
  #startedAtMs = 0;
  #failed = 0;
  #isClosed = false;

  constructor(deps: StorageOutageDeps) {
    this.#deps = deps;
    this.#failures = new Counter({
      name: "wayfare_storage_unavailable_total",
      help: "Requests that failed with STORAGE_UNAVAILABLE.",
      registers: [deps.metrics.registry],
    });
  }

  /** Counts a failed request. */
  report(error: DatabaseError): void {
    this.#failures.inc();
    this.#failed++;
    if (this.#timer !== undefined || this.#isClosed) return;
    this.#deps.log.error({ err: error }, "database unavailable, requests fail with STORAGE_UNAVAILABLE");
    this.#startedAtMs = performance.now();
    this.#failed = 1;
    this.#checkLater(1);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #checkLater(checks: number): void {
    const failed = this.#failed;
    const check = async (): Promise<void> => {
      const error = await withTimeout(timeoutMs, checkWritable(this.#deps.database)).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      if (this.#isClosed) return;
      const details = {
        failedRequests: this.#failed,
        seconds: Math.round((performance.now() - this.#startedAtMs) / 1000),
      };
      if (error === undefined && this.#failed === failed) {
        this.#timer = undefined;
        this.#deps.log.warn(details, "database available again");
        return;
      }
      if (checks % checksPerLogLine === 0)
        this.#deps.log.error({ err: error, ...details }, "database still unavailable");
      this.#checkLater(checks + 1);
    };
    this.#timer = setTimeout(() => void check(), this.#deps.checkEveryMs ?? 5000).unref();
  }
}
