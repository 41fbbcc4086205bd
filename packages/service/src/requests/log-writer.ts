import { setTimeout as delay } from "node:timers/promises";
import type { RequestRecord } from "./record.ts";

export interface LogWriterOptions {
  /** Records per insert; 5,000 by default. ClickHouse prefers few large inserts. */
  batchRows?: number;
  /** Maximum number of pending records, about 300 bytes each; 100,000 by default. Further records are dropped and counted. */
  maxPending?: number;
  /** Interval of inserts in milliseconds. */
  everyMs?: number;
  /** Pause after the first failure; doubled after each further one, up to 30 seconds. */
  retryMs?: number;
  /** Longest wait of `flush`. */
  flushWaitMs?: number;
}

export interface LogWriterDeps {
  /** Writes records. The same records can be written twice, if an error hides a success. */
  insert(records: readonly RequestRecord[]): Promise<void>;
  /** Called once for each series of failures, and when it ends. */
  onFailure(error: unknown): void;
  onRecovery(): void;
}

const defaults = { batchRows: 5000, maxPending: 100_000, everyMs: 1000, retryMs: 1000, flushWaitMs: 1000 };
const maxRetryMs = 30_000;

/**
 * Writes records in batches, in the background. While inserts fail, records wait up to a limit and are then dropped: a request never waits
 * for the log.
 */
export class LogWriter {
  readonly #deps: LogWriterDeps;
  readonly #options: Required<LogWriterOptions>;
  #pending: RequestRecord[] = [];
  #writing: Promise<void> | undefined;
  #dropped = 0;
  #failures = 0;
  /** Consecutive failures. */
  #failing = 0;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(deps: LogWriterDeps, options: LogWriterOptions = {}) {
    this.#deps = deps;
    this.#options = { ...defaults, ...options };
  }

  /** Numbers of pending and dropped records, and of failed inserts. */
  get state(): { pending: number; dropped: number; failures: number } {
    return { pending: this.#pending.length, dropped: this.#dropped, failures: this.#failures };
  }

  add(records: readonly RequestRecord[]): void {
    const { maxPending, batchRows, everyMs } = this.#options;
    const accepted = Math.max(0, Math.min(records.length, maxPending - this.#pending.length));
    for (let index = 0; index < accepted; index++) {
      const record = records[index];
      if (record !== undefined) this.#pending.push(record);
    }
    this.#dropped += records.length - accepted;
    if (this.#pending.length >= batchRows && this.#failing === 0) this.#start();
    else this.#schedule(everyMs);
  }

  /** Waits until the records from before the call are written, for a bounded time, and not at all while inserts fail. */
  async flush(): Promise<void> {
    if (this.#failing > 0 || this.#pending.length === 0) return;
    this.#start();
    const stopped = new AbortController();
    const timeout = delay(this.#options.flushWaitMs, undefined, { signal: stopped.signal, ref: false }).catch(() => {});
    await Promise.race([this.#writing, timeout]);
    stopped.abort();
  }

  /** Tries once to write all pending records. Those that remain are lost for this log. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#writing;
    if (this.#pending.length > 0 && this.#failing === 0) await this.#write();
  }

  #schedule(afterMs: number): void {
    if (this.#closed || this.#timer !== undefined || this.#writing !== undefined) return;
    this.#timer = setTimeout(() => this.#start(), afterMs).unref();
  }

  #start(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
      if (this.#pending.length > 0) this.#schedule(this.#pauseMs());
    });
  }

  async #write(): Promise<void> {
    while (this.#pending.length > 0) {
      const batch = this.#pending.slice(0, this.#options.batchRows);
      try {
        await this.#deps.insert(batch);
      } catch (error) {
        this.#failures++;
        if (this.#failing++ === 0) this.#deps.onFailure(error);
        return;
      }
      this.#pending.splice(0, batch.length);
      if (this.#failing > 0) this.#deps.onRecovery();
      this.#failing = 0;
    }
  }

  #pauseMs(): number {
    const { everyMs, retryMs } = this.#options;
    return this.#failing === 0 ? everyMs : Math.min(maxRetryMs, retryMs * 2 ** Math.min(10, this.#failing - 1));
  }
}
