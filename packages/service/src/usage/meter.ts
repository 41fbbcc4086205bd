import { setImmediate as turn } from "node:timers/promises";
import { type Clock, idTimeMs } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import type { FastifyBaseLogger } from "fastify";
import type { QuotaUse } from "../limits/account-quota.ts";
import { dayOfRequest, RequestDays, requestRetentionMs } from "../requests/days.ts";
import type { RequestRecord } from "../requests/record.ts";
import { findCounted } from "../requests/store.ts";
import type { Journal } from "./journal.ts";
import type { Charge, Entry } from "./journal-line.ts";
import { applyBatch, deleteJournal, findAppliedSequence, nextBatch } from "./journal-store.ts";

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
  /** Entries that were never written, in order. */
  #waiting: Entry[] = [];
  #lastSequence = 0;
  /** The journal's position in the database, as far as is known. */
  #applied = 0;
  /** Entries after `#applied` and up to this one were written once and are missing since the position went back. */
  #replayUpTo = 0;
  /** Entries that the present replay did not find in the journal. */
  #missing = 0;
  #dropped = 0;
  #lost = 0;
  /** Resolve `recordCharge`, by the id of the request. */
  readonly #charges = new Map<string, (isCharged: boolean) => void>();
  #writing: Promise<void> | undefined;
  #failing = false;

  constructor(parts: MeterParts) {
    this.#parts = parts;
    this.#days = new RequestDays(parts.database);
    this.#batchRows = batchRowsOf(parts.database);
    this.#mostWaiting = parts.mostWaiting ?? defaultMostWaiting;
  }

  /** Takes a record down. One that counts nothing is dropped where too many wait: the log may have a gap, what is counted may not. */
  record(record: RequestRecord, use?: QuotaUse): void {
    if (record.operation === null && this.isFull()) {
      this.#dropped++;
      return;
    }
    this.#append({ sequence: ++this.#lastSequence, record, ...(use === undefined ? {} : { use }) });
    if (this.#waiting.length >= this.#batchRows && this.#writing === undefined && !this.#failing) {
      void this.flushInBackground();
    }
  }

  /**
   * Takes down the record of a search with an Idempotency-Key and writes it at once, so that a retry finds it.
   *
   * @returns whether it is charged, as soon as it is in the database; false if its key was charged before.
   */
  recordCharge(record: RequestRecord, charge: Charge): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#charges.set(record.id, resolve);
    this.#append({ sequence: ++this.#lastSequence, record, charge });
    void this.flushInBackground();
    return promise;
  }

  #append(entry: Entry): void {
    this.#parts.journal.append(entry);
    this.#waiting.push(entry);
  }

  /** Whether so much waits for the database that nothing should be done that counts. */
  isFull(): boolean {
    return this.#waiting.length >= this.#mostWaiting;
  }

  /** How many records wait for the database, were dropped since the start, and are missing in it for good. */
  get backlog(): { waiting: number; dropped: number; lost: number } {
    return { waiting: this.#waiting.length, dropped: this.#dropped, lost: this.#lost };
  }

  /** Writes everything that was recorded before the call. What could not be written waits for the next time. */
  async flush(): Promise<void> {
    const upTo = this.#lastSequence;
    while (this.#replayUpTo > 0 || (this.#waiting[0]?.sequence ?? Infinity) <= upTo) {
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
    if (this.#replayUpTo === 0) journal.release(this.#applied);
  }

  /** Compares the position in the database with the last known one: after a failover or a restore, entries that were written are missing. */
  async verify(): Promise<void> {
    if (this.#applied === 0) return;
    while (this.#writing !== undefined) await this.#writing.catch(() => {});
    this.#writing = this.#findPosition().finally(() => (this.#writing = undefined));
    await this.#writing;
  }

  async #findPosition(): Promise<void> {
    const { database, journal } = this.#parts;
    const position = await findAppliedSequence(database, journal.id);
    // A position that is ahead: the answer to a batch was lost, and the batch was written.
    const written = this.#waiting.filter(({ sequence, charge }) => sequence <= position && charge !== undefined);
    const records = written.map(({ record }) => record);
    this.#settleCharges(written, new Set(records.length === 0 ? [] : await findCounted(database, records)));
    this.#comparePosition(position);
  }

  /** Writes what is left. What cannot be written stays in the journal, for the next start. */
  async close(): Promise<void> {
    const { journal, database, log } = this.#parts;
    try {
      await this.verify();
      await this.flush();
    } catch (error) {
      log.error({ err: error, waiting: this.#waiting.length }, "usage is left in the journal for the next start");
    }
    const isEmpty = journal.close(this.#replayUpTo === 0 ? this.#applied : 0);
    if (!isEmpty || this.#applied === 0 || this.#waiting.length > 0) return;
    await deleteJournal(database, journal.id).catch((error: unknown) => log.warn({ err: error }, "a row is left over"));
  }

  async #writeBatch(): Promise<void> {
    try {
      if (this.#replayUpTo > 0) await this.#replay();
      else await this.#writeWaiting();
    } catch (error) {
      this.#days.forget();
      throw error;
    }
  }

  async #writeWaiting(): Promise<void> {
    const entries = nextBatch(this.#waiting, this.#batchRows);
    if (await this.#apply(entries)) this.#waiting.splice(0, entries.length);
    else await this.#findPosition();
  }

  /** Writes entries after the known position; false if the database is at another one. */
  async #apply(entries: readonly Entry[]): Promise<boolean> {
    const { database, clock, journal } = this.#parts;
    await this.#days.ensure(new Set(entries.map(({ record }) => dayOfRequest(record.id))));
    const batch = { journal: journal.id, previous: this.#applied, entries };
    const charged = await applyBatch(database, batch, clock.nowMs());
    if (charged === null) return false;
    this.#applied = entries.at(-1)?.sequence ?? this.#applied;
    this.#settleCharges(entries, charged);
    return true;
  }

  #settleCharges(entries: readonly Entry[], charged: ReadonlySet<string>): void {
    for (const { record, charge } of entries) {
      if (charge === undefined) continue;
      this.#charges.get(record.id)?.(charged.has(record.id));
      this.#charges.delete(record.id);
    }
  }

  #comparePosition(position: number): void {
    if (position < this.#applied) {
      const { log, journal } = this.#parts;
      const missing = this.#applied - position;
      log.warn({ journal: journal.id, position, missing }, "the database lost usage that was written; replaying it");
      this.#replayUpTo = Math.max(this.#replayUpTo, this.#applied);
    }
    this.#applied = position;
    const known = this.#waiting.findIndex(({ sequence }) => sequence > position);
    this.#waiting.splice(0, known === -1 ? this.#waiting.length : known);
  }

  /** Writes entries from the journal that were written before and that the database does not have any more. */
  async #replay(): Promise<void> {
    const { clock, journal, log } = this.#parts;
    const upTo = this.#replayUpTo;
    const oldestMs = clock.nowMs() - requestRetentionMs;
    for await (const found of journal.read(this.#applied, upTo)) {
      // Older records cannot be told apart from records that were counted and have been purged from the log.
      const entries = found.filter(({ record }) => idTimeMs(record.id) >= oldestMs);
      for (let from = 0; from < entries.length; ) {
        const batch = nextBatch(entries.slice(from), this.#batchRows);
        from += batch.length;
        const before = this.#applied;
        if (!(await this.#apply(batch))) {
          await this.#findPosition();
          return;
        }
        this.#missing += this.#applied - before - batch.length;
        await turn();
      }
    }
    const missing = this.#missing + Math.max(0, upTo - this.#applied);
    this.#replayUpTo = 0;
    this.#missing = 0;
    this.#lost += missing;
    const details = { journal: journal.id, missing };
    if (missing > 0) log.error(details, "usage that the database lost is not in the journal any more");
    else log.info(details, "usage that the database lost was replayed");
  }
}
