import { setImmediate as turn } from "node:timers/promises";
import type { Database } from "@wayfare/database";
import type { FastifyBaseLogger } from "fastify";
import type { Clock } from "../clock.ts";
import { dayOfRequest, RequestDays } from "../requests/days.ts";
import type { RequestRecord } from "../requests/record.ts";
import type { Journal } from "./journal.ts";
import type { Entry } from "./journal-line.ts";
import { applyBatch, deleteJournal, findAppliedSequence } from "./journal-store.ts";

export interface MeterParts {
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  journal: Journal;
  /** Records that may wait for the database before work is refused; 50,000 by default. */
  mostWaiting?: number;
}

const defaultMostWaiting = 50_000;

/**
 * Rows of a batch: its encoding, and with PGlite its writing, hold everything else in this process up, so many rows for 3 to 5 ms of CPU.
 * On PostgreSQL batches of 2,000 write hardly more a second and hold it up for 24 ms.
 */
export function batchRowsOf({ engine }: Database): number {
  return engine === "pglite" ? 100 : 500;
}

/** Takes a record of each request, in the journal before its answer leaves, and writes what has gathered in batches. */
export class Meter {
  readonly #parts: MeterParts;
  readonly #days: RequestDays;
  readonly #batchRows: number;
  readonly #mostWaiting: number;
  #waiting: Entry[] = [];
  #lastSequence = 0;
  #applied = 0;
  #dropped = 0;
  #writing: Promise<void> | undefined;
  #failing = false;

  constructor(parts: MeterParts) {
    this.#parts = parts;
    this.#days = new RequestDays(parts.database);
    this.#batchRows = batchRowsOf(parts.database);
    this.#mostWaiting = parts.mostWaiting ?? defaultMostWaiting;
  }

  /** Takes a record down. One that counts nothing is dropped where too many wait: the log may have a gap, what is counted may not. */
  record(record: RequestRecord): void {
    if (record.operation === null && this.isFull()) {
      this.#dropped++;
      return;
    }
    const entry = { sequence: ++this.#lastSequence, record };
    this.#parts.journal.append(entry);
    this.#waiting.push(entry);
    if (this.#waiting.length >= this.#batchRows && this.#writing === undefined && !this.#failing) {
      void this.flushInBackground();
    }
  }

  /** Whether so much waits for the database that nothing should be done that counts. */
  isFull(): boolean {
    return this.#waiting.length >= this.#mostWaiting;
  }

  /** How many records wait for the database, and how many were dropped since the start. */
  get backlog(): { waiting: number; dropped: number } {
    return { waiting: this.#waiting.length, dropped: this.#dropped };
  }

  /** Writes everything that was recorded before the call. What could not be written waits for the next time. */
  async flush(): Promise<void> {
    const upTo = this.#lastSequence;
    while (this.#applied < upTo) {
      this.#writing ??= this.#writeBatch().finally(() => (this.#writing = undefined));
      await this.#writing;
      // PGlite answers without going through the event loop: many batches in a row would stop the process.
      await turn();
    }
  }

  /** Writes what has gathered while nobody waits for it; a failure is logged once, and what failed is written by a later call. */
  async flushInBackground(): Promise<void> {
    const { journal, log } = this.#parts;
    try {
      await this.flush();
      this.#failing = false;
    } catch (error) {
      const { waiting } = this.backlog;
      if (!this.#failing) log.warn({ err: error, waiting }, "usage could not be written; it will be");
      this.#failing = true;
    }
    journal.release(this.#applied);
  }

  /** Writes what is left. What cannot be written stays in the journal, for the next start. */
  async close(): Promise<void> {
    const { journal, database, log } = this.#parts;
    try {
      await this.flush();
    } catch (error) {
      log.error({ err: error, waiting: this.#waiting.length }, "usage is left in the journal for the next start");
    }
    journal.close(this.#applied);
    if (this.#applied === 0 || this.#waiting.length > 0) return;
    await deleteJournal(database, journal.id).catch((error: unknown) => log.warn({ err: error }, "a row is left over"));
  }

  async #writeBatch(): Promise<void> {
    const { database, clock, journal } = this.#parts;
    const entries = this.#waiting.slice(0, this.#batchRows);
    try {
      await this.#days.ensure(new Set(entries.map(({ record }) => dayOfRequest(record.id))));
      const batch = { journal: journal.id, previous: this.#applied, entries };
      const written = await applyBatch(database, batch, clock.nowMs());
      this.#applied = written
        ? (entries.at(-1)?.sequence ?? this.#applied)
        : await findAppliedSequence(database, journal.id);
    } catch (error) {
      this.#days.forget();
      throw error;
    }
    const [first] = entries;
    if (first !== undefined) this.#waiting.splice(0, Math.max(0, this.#applied - first.sequence + 1));
  }
}
