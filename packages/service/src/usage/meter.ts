import { setImmediate as nextIteration } from "node:timers/promises";
import { type Clock, idTimeMs } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import type { FastifyBaseLogger } from "fastify";
import type { QuotaUse } from "../limits/account-quota.ts";
import { dayOfRequest, RequestPartitions, requestRetentionMs } from "../requests/partitions.ts";
import type { RequestRecord } from "../requests/record.ts";
import { findCounted } from "../requests/store.ts";
import type { Journal } from "./journal.ts";
import type { Charge, JournalEntry } from "./journal-line.ts";
import { applyBatch, deleteJournal, findAppliedSequence, nextBatch } from "./journal-store.ts";

export interface MeterDeps {
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  journal: Journal;
  /** Called with the records of a batch after it was written, with the operation that was counted. Not called for replayed records. */
  onWritten?: (records: readonly RequestRecord[]) => void;
  /** Retention of the request log in this database; 30 days by default. */
  logRetentionMs?: number;
  /** Maximum number of pending records before metered operations are rejected; 50,000 by default. */
  maxPending?: number;
}

/** A request to record, with the quota unit that it used, if any. */
export interface RecordedRequest {
  record: RequestRecord;
  use?: QuotaUse | undefined;
}

const defaultMaxPending = 50_000;

/**
 * Returns the rows per batch. Encoding a batch, and writing it with PGlite, block the event loop, so the batch is limited to 3 to 5 ms of
 * CPU. On PostgreSQL, batches of 2,000 rows are hardly faster and block it for 24 ms.
 */
export function batchRowsOf({ engine }: Database): number {
  return engine === "pglite" ? 100 : 500;
}

/** Records each request in the journal before its response is sent, and writes the records to the database in batches. */
export class Meter {
  readonly #deps: MeterDeps;
  readonly #days: RequestPartitions;
  readonly #batchRows: number;
  readonly #maxPending: number;
  /** Entries that are not written yet, in order. */
  #pending: JournalEntry[] = [];
  #lastSequence = 0;
  /** Last known position of the journal in the database. */
  #applied = 0;
  /** Entries after `#applied` up to this one were written before and are missing since the position went back. */
  #replayUpTo = 0;
  /** Entries that the current replay did not find in the journal. */
  #missing = 0;
  #dropped = 0;
  #lost = 0;
  /** Resolvers of `recordCharge`, by request id. */
  readonly #charges = new Map<string, (isCharged: boolean) => void>();
  #writing: Promise<void> | undefined;
  #failing = false;

  constructor(deps: MeterDeps) {
    this.#deps = deps;
    this.#days = new RequestPartitions(deps.database);
    this.#batchRows = batchRowsOf(deps.database);
    this.#maxPending = deps.maxPending ?? defaultMaxPending;
  }

  /**
   * Records a request. A request that is not metered is dropped while too many are pending: the request log may have gaps, usage may not.
   */
  record(record: RequestRecord, use?: QuotaUse): void {
    this.recordAll([{ record, use }]);
  }

  /** Records requests as `record` does, in one write to the journal. */
  recordAll(requests: readonly RecordedRequest[]): void {
    const entries: JournalEntry[] = [];
    for (const { record, use } of requests) {
      if (record.operation === null && this.#pending.length + entries.length >= this.#maxPending) this.#dropped++;
      else entries.push({ sequence: ++this.#lastSequence, record, ...(use === undefined ? {} : { use }) });
    }
    if (entries.length === 0) return;
    this.#append(...entries);
    if (this.#pending.length >= this.#batchRows && this.#writing === undefined && !this.#failing) {
      void this.flushInBackground();
    }
  }

  /**
   * Records a search with an Idempotency-Key and writes it immediately, so that a retry finds it.
   *
   * @returns true if it is charged, false if its key was charged before; resolves when it is in the database.
   */
  recordCharge(record: RequestRecord, charge: Charge): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#charges.set(record.id, resolve);
    this.#append({ sequence: ++this.#lastSequence, record, charge });
    void this.flushInBackground();
    return promise;
  }

  #append(...entries: readonly JournalEntry[]): void {
    this.#deps.journal.append(...entries);
    this.#pending.push(...entries);
  }

  /** True while so many records are pending that metered operations must be rejected. */
  isFull(): boolean {
    return this.#pending.length >= this.#maxPending;
  }

  /** Numbers of pending, dropped and lost records. */
  get backlog(): { pending: number; dropped: number; lost: number } {
    return { pending: this.#pending.length, dropped: this.#dropped, lost: this.#lost };
  }

  /** Writes all records from before the call. Records of a failed batch are written by a later call. */
  async flush(): Promise<void> {
    const upTo = this.#lastSequence;
    while (this.#replayUpTo > 0 || (this.#pending[0]?.sequence ?? Infinity) <= upTo) {
      this.#writing ??= this.#writeBatch().finally(() => (this.#writing = undefined));
      await this.#writing;
      // PGlite resolves without returning to the event loop, so many batches in a row would block the process.
      await nextIteration();
    }
  }

  /** Writes pending records in the background. Logs only the first of several failures; later calls retry. */
  async flushInBackground(): Promise<void> {
    const { journal, log } = this.#deps;
    try {
      await this.flush();
      this.#failing = false;
    } catch (error) {
      const { pending } = this.backlog;
      if (!this.#failing) log.warn({ err: error, pending }, "usage write failed, will retry");
      this.#failing = true;
    }
    if (this.#replayUpTo === 0) journal.release(this.#applied);
  }

  /** Compares the position in the database with the last known one. After a failover or a restore, written entries can be missing. */
  async verify(): Promise<void> {
    if (this.#applied === 0) return;
    while (this.#writing !== undefined) await this.#writing.catch(() => {});
    this.#writing = this.#findPosition().finally(() => (this.#writing = undefined));
    await this.#writing;
  }

  async #findPosition(): Promise<void> {
    const { database, journal } = this.#deps;
    const position = await findAppliedSequence(database, journal.id);
    // If the position is ahead, a batch was written and its response was lost.
    const written = this.#pending.filter(({ sequence, charge }) => sequence <= position && charge !== undefined);
    const records = written.map(({ record }) => record);
    this.#settleCharges(written, new Set(records.length === 0 ? [] : await findCounted(database, records)));
    this.#comparePosition(position);
  }

  /** Writes the remaining records. If that fails, they stay in the journal for the next start. */
  async close(): Promise<void> {
    const { journal, database, log } = this.#deps;
    try {
      await this.verify();
      await this.flush();
    } catch (error) {
      log.error({ err: error, pending: this.#pending.length }, "usage remains in the journal for the next start");
    }
    const isEmpty = journal.close(this.#replayUpTo === 0 ? this.#applied : 0);
    if (!isEmpty || this.#applied === 0 || this.#pending.length > 0) return;
    await deleteJournal(database, journal.id).catch((error: unknown) =>
      log.warn({ err: error }, "usage journal row delete failed"),
    );
  }

  async #writeBatch(): Promise<void> {
    try {
      if (this.#replayUpTo > 0) await this.#replay();
      else await this.#writePending();
    } catch (error) {
      this.#days.clear();
      throw error;
    }
  }

  async #writePending(): Promise<void> {
    const entries = nextBatch(this.#pending, this.#batchRows);
    if (await this.#apply(entries)) this.#pending.splice(0, entries.length);
    else await this.#findPosition();
  }

  /** Writes entries after the known position. Returns false if the database is at another position. */
  async #apply(entries: readonly JournalEntry[]): Promise<boolean> {
    const { database, clock, journal } = this.#deps;
    await this.#days.ensure(new Set(entries.map(({ record }) => dayOfRequest(record.id))));
    const batch = { journal: journal.id, previous: this.#applied, entries };
    const charged = await applyBatch(database, batch, clock.nowMs());
    if (charged === null) return false;
    this.#applied = entries.at(-1)?.sequence ?? this.#applied;
    this.#settleCharges(entries, charged);
    if (this.#replayUpTo === 0) this.#deps.onWritten?.(entries.map((entry) => writtenRecord(entry, charged)));
    return true;
  }

  #settleCharges(entries: readonly JournalEntry[], charged: ReadonlySet<string>): void {
    for (const { record, charge } of entries) {
      if (charge === undefined) continue;
      this.#charges.get(record.id)?.(charged.has(record.id));
      this.#charges.delete(record.id);
    }
  }

  #comparePosition(position: number): void {
    if (position < this.#applied) {
      const { log, journal } = this.#deps;
      const missing = this.#applied - position;
      log.warn(
        { journal: journal.id, position, missing },
        "usage missing in the database after a failover or restore, replaying it",
      );
      this.#replayUpTo = Math.max(this.#replayUpTo, this.#applied);
    }
    this.#applied = position;
    const known = this.#pending.findIndex(({ sequence }) => sequence > position);
    this.#pending.splice(0, known === -1 ? this.#pending.length : known);
  }

  /** Replays entries from the journal that are missing in the database. */
  async #replay(): Promise<void> {
    const { clock, journal, log, logRetentionMs = requestRetentionMs } = this.#deps;
    const upTo = this.#replayUpTo;
    const oldestMs = clock.nowMs() - logRetentionMs;
    for await (const found of journal.read(this.#applied, upTo)) {
      // Older records cannot be distinguished from records that were counted and purged from the log.
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
        await nextIteration();
      }
    }
    const missing = this.#missing + Math.max(0, upTo - this.#applied);
    this.#replayUpTo = 0;
    this.#missing = 0;
    this.#lost += missing;
    const details = { journal: journal.id, missing };
    if (missing > 0) log.error(details, "lost usage that is in no journal");
    else log.info(details, "replayed missing usage");
  }
}

/** Returns the record as it is in the log: a search whose key was charged before counts as no operation. */
function writtenRecord({ record, charge }: JournalEntry, charged: ReadonlySet<string>): RequestRecord {
  return charge === undefined || charged.has(record.id) ? record : { ...record, operation: null };
}
