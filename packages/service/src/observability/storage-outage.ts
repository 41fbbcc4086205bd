import { checkWritable, type Database, type DatabaseError, withTimeout } from "@wayfare/database";
import type { FastifyBaseLogger } from "fastify";
import { Counter } from "prom-client";
import type { Metrics } from "./metrics.ts";

interface StorageOutageParts {
  database: Database;
  log: FastifyBaseLogger;
  metrics: Metrics;
  /** How often the database is checked during an outage; 5 seconds by default. */
  checkEveryMs?: number;
}

const patienceMs = 2000;
/** In the log of an outage that lasts, one line for so many checks: a minute. */
const checksPerLine = 12;

/** Logs the beginning and the end of an outage of the database, instead of a line for each request that it fails. */
export class StorageOutage {
  readonly #parts: StorageOutageParts;
  readonly #failures: Counter;
  #timer: NodeJS.Timeout | undefined;
  #startedAtMs = 0;
  #failed = 0;
  #isClosed = false;

  constructor(parts: StorageOutageParts) {
    this.#parts = parts;
    this.#failures = new Counter({
      name: "wayfare_storage_unavailable_total",
      help: "Requests answered with STORAGE_UNAVAILABLE.",
      registers: [parts.metrics.registry],
    });
  }

  /** Counts one request that failed. */
  report(error: DatabaseError): void {
    this.#failures.inc();
    this.#failed++;
    if (this.#timer !== undefined || this.#isClosed) return;
    this.#parts.log.error(
      { err: error },
      "the database is unavailable: requests are answered with STORAGE_UNAVAILABLE",
    );
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
      const error = await withTimeout(patienceMs, checkWritable(this.#parts.database)).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      if (this.#isClosed) return;
      const so = { failedRequests: this.#failed, seconds: Math.round((performance.now() - this.#startedAtMs) / 1000) };
      if (error === undefined && this.#failed === failed) {
        this.#timer = undefined;
        this.#parts.log.warn(so, "the database is available again");
        return;
      }
      if (checks % checksPerLine === 0)
        this.#parts.log.error({ err: error, ...so }, "the database is still unavailable");
      this.#checkLater(checks + 1);
    };
    this.#timer = setTimeout(() => void check(), this.#parts.checkEveryMs ?? 5000).unref();
  }
}
