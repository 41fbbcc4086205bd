import { renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { type Clock, idTimeMs, monotonicClock } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import type { FastifyBaseLogger } from "fastify";
import { settleLeasesOf } from "../limits/lost-leases.ts";
import { dayOfRequest, RequestDays } from "../requests/days.ts";
import { defaultRetention, type JournalRetention } from "./journal.ts";
import type { JournalFile } from "./journal-directory.ts";
import { readJournalFile } from "./journal-file.ts";
import type { Entry } from "./journal-line.ts";
import { applyBatch, deleteJournal, findAppliedSequence, journalKeptMs, nextBatch } from "./journal-store.ts";

interface RetainedJournalsParts {
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  batchRows: number;
  /** This process's own; files that are kept are moved here. */
  directory: string;
  retention?: JournalRetention | undefined;
  /** Measures the retention. */
  monotonic?: Clock | undefined;
  /** Called with the number of damaged lines in recovered journals, if there are any. */
  onDamaged?: ((lines: number) => void) | undefined;
}

interface RetainedJournal {
  journal: string;
  paths: string[];
  /** The position up to which it is written. */
  position: number;
  sinceMs: number;
}

/** Journals beyond so many are deleted once they are written: a process that keeps crashing makes one at each start. */
const maxRetained = 50;
const maxTries = 3;
const damagedSuffix = ".damaged";

/**
 * Journals of processes that have ended. Entries that are not in the database are written and the process's quota leases are settled; then
 * the files are kept for some time, because a standby that takes over may not have all of it. Files with damaged lines are renamed to
 * `.damaged`, which no later start reads, and are left to the operator.
 */
export class RetainedJournals {
  readonly #parts: RetainedJournalsParts;
  #retained: RetainedJournal[] = [];
  #lost = 0;

  constructor(parts: RetainedJournalsParts) {
    this.#parts = parts;
  }

  /** Entries that were in no file and not in the database. */
  get lost(): number {
    return this.#lost;
  }

  /**
   * Writes the journals that dead processes left. It may be cut off anywhere and run again: entries that are written are skipped. Returns
   * how many entries it wrote.
   */
  async recover(files: readonly JournalFile[]): Promise<number> {
    const { log, directory, monotonic = monotonicClock } = this.#parts;
    let total = 0;
    for (const [journal, segments] of Map.groupBy(files, (file) => file.journal)) {
      const { written, position, damagedPaths } = await this.#write(
        journal,
        segments.map(({ path }) => path),
      );
      if (written > 0) log.info({ journal, recovered: written }, "usage of a process that died was recovered");
      total += written;
      const paths = segments.map(({ path }) => {
        const kept = join(directory, basename(path)) + (damagedPaths.has(path) ? damagedSuffix : "");
        if (kept !== path) renameSync(path, kept);
        return kept;
      });
      this.#retained.push({ journal, paths, position, sinceMs: monotonic.nowMs() });
    }
    await this.#deleteOld();
    return total;
  }

  /** Replays journals whose position in the database went back, and deletes those that were kept for long enough. */
  async check(): Promise<void> {
    const { database, log } = this.#parts;
    for (const each of this.#retained) {
      const { journal } = each;
      const position = await findAppliedSequence(database, journal);
      if (position >= each.position) continue;
      log.warn(
        { journal, position, missing: each.position - position },
        "the database lost usage that was written; replaying it",
      );
      await this.#write(journal, each.paths);
    }
    await this.#deleteOld();
  }

  async #deleteOld(): Promise<void> {
    const { database, monotonic = monotonicClock, retention = defaultRetention } = this.#parts;
    const oldestMs = monotonic.nowMs() - retention.ms;
    const isOld = ({ sinceMs }: RetainedJournal, at: number) =>
      sinceMs <= oldestMs || at < this.#retained.length - maxRetained;
    for (const { journal, paths } of this.#retained.filter(isOld)) {
      for (const path of paths.filter((each) => !each.endsWith(damagedSuffix))) rmSync(path, { force: true });
      // After the files: while one exists, its position keeps it from being written again.
      await deleteJournal(database, journal);
    }
    this.#retained = this.#retained.filter((each, at) => !isOld(each, at));
  }

  async #write(journal: string, paths: readonly string[]) {
    const { database, clock, log } = this.#parts;
    const entries: Entry[] = [];
    const damagedPaths = new Set<string>();
    let damaged = 0;
    for (const path of paths) {
      const file = await readJournalFile(path);
      for (const entry of file.entries) entries.push(entry);
      if (file.damaged > 0) damagedPaths.add(path);
      // Reported when the file was first read.
      if (!path.endsWith(damagedSuffix)) damaged += file.damaged;
    }
    const known = entries.filter(({ record }) => idTimeMs(record.id) >= clock.nowMs() - journalKeptMs);
    const tooOld = entries.length - known.length;
    if (tooOld > 0) log.error({ journal, tooOld }, "lines of a usage journal are too old and were left out");
    const outcome = await this.#apply(journal, known);
    if (outcome.missing > 0) {
      this.#lost += outcome.missing;
      log.error({ journal, missing: outcome.missing }, "usage that the database lost is not in the journal any more");
    }
    const units = await settleLeasesOf(database, journal, clock);
    if (units > 0) log.info({ journal, units }, "quota units of a process that died were returned");
    // Last, so that a recovery that is cut off and run again reports them once.
    if (damaged > 0) this.#reportDamage(damaged, [...damagedPaths]);
    return { ...outcome, damagedPaths };
  }

  #reportDamage(damaged: number, files: readonly string[]): void {
    const { log, onDamaged } = this.#parts;
    log.error(
      { damaged, files },
      "usage journal has damaged lines; they were left out, and the files are kept as .damaged",
    );
    onDamaged?.(damaged);
  }

  async #apply(journal: string, entries: readonly Entry[]) {
    const { database, clock, batchRows } = this.#parts;
    const days = new RequestDays(database);
    let written = 0;
    for (let tries = 1; ; tries++) {
      let position = await findAppliedSequence(database, journal);
      const waiting = entries.filter(({ sequence }) => sequence > position);
      let missing = 0;
      let isMoved = false;
      for (let from = 0; from < waiting.length && !isMoved; ) {
        const batch = nextBatch(waiting.slice(from, from + batchRows), batchRows);
        from += batch.length;
        await days.ensure(batch.map(({ record }) => dayOfRequest(record.id)));
        const last = batch.at(-1)?.sequence ?? position;
        isMoved = (await applyBatch(database, { journal, previous: position, entries: batch }, clock.nowMs())) === null;
        if (isMoved) break;
        written += batch.length;
        missing += last - position - batch.length;
        position = last;
      }
      if (!isMoved) return { written, position, missing };
      // The last statement of the dead process may still have run in the database.
      if (tries === maxTries) throw new Error(`another process is writing the usage journal ${journal}`);
    }
  }
}
