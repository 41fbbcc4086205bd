import { renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { type Clock, idTimeMs, monotonicClock } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import type { FastifyBaseLogger } from "fastify";
import { settleLeasesOf } from "../limits/lost-leases.ts";
import { dayOfRequest, RequestPartitions } from "../requests/partitions.ts";
import { defaultRetention, type JournalRetention } from "./journal.ts";
import type { JournalFile } from "./journal-directory.ts";
import { readJournalFile } from "./journal-file.ts";
import type { JournalEntry } from "./journal-line.ts";
import { applyBatch, deleteJournal, findAppliedSequence, journalRetentionMs, nextBatch } from "./journal-store.ts";

interface RetainedJournalsDeps {
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  batchRows: number;
  /** This process's own directory, to which retained files are moved. */
  directory: string;
  retention?: JournalRetention | undefined;
  /** Monotonic clock that measures the retention. */
  monotonic?: Clock | undefined;
  /** Called with the number of damaged lines in recovered journals, if any. */
  onDamaged?: ((lines: number) => void) | undefined;
}

interface RetainedJournal {
  journal: string;
  paths: string[];
  /** Sequence up to which it is written to the database. */
  position: number;
  sinceMs: number;
}

/** Maximum number of retained journals; a process in a crash loop creates one at each start. */
const maxRetained = 50;
const maxTries = 3;
const damagedSuffix = ".damaged";

/**
 * Journals of dead processes. Missing entries are written to the database and the process's quota leases are settled. Then the files are
 * retained for some time, because a standby that is promoted may not have all entries. Files with damaged lines are renamed to `.damaged`,
 * which later starts ignore, and are left to the operator.
 */
export class RetainedJournals {
  readonly #deps: RetainedJournalsDeps;
  #retained: RetainedJournal[] = [];
  #lost = 0;

  constructor(deps: RetainedJournalsDeps) {
    this.#deps = deps;
  }

  /** Number of entries that are neither in a file nor in the database. */
  get lost(): number {
    return this.#lost;
  }

  /**
   * Writes the journals of dead processes to the database. Can be interrupted and run again; entries that are already written are skipped.
   * Returns the number of written entries.
   */
  async recover(files: readonly JournalFile[]): Promise<number> {
    const { log, directory, monotonic = monotonicClock } = this.#deps;
    let total = 0;
    for (const [journal, journalFiles] of Map.groupBy(files, (file) => file.journal)) {
      const { written, position, damagedPaths } = await this.#write(
        journal,
        journalFiles.map(({ path }) => path),
      );
      if (written > 0) log.info({ journal, recovered: written }, "recovered usage of a dead process");
      total += written;
      const paths = journalFiles.map(({ path }) => {
        const kept = join(directory, basename(path)) + (damagedPaths.has(path) ? damagedSuffix : "");
        if (kept !== path) renameSync(path, kept);
        return kept;
      });
      this.#retained.push({ journal, paths, position, sinceMs: monotonic.nowMs() });
    }
    await this.#deleteOld();
    return total;
  }

  /** Replays journals whose position in the database went back, and deletes journals past their retention. */
  async check(): Promise<void> {
    const { database, log } = this.#deps;
    for (const each of this.#retained) {
      const { journal } = each;
      const position = await findAppliedSequence(database, journal);
      if (position >= each.position) continue;
      log.warn(
        { journal, position, missing: each.position - position },
        "usage missing in the database after a failover or restore, replaying it",
      );
      await this.#write(journal, each.paths);
    }
    await this.#deleteOld();
  }

  async #deleteOld(): Promise<void> {
    const { database, monotonic = monotonicClock, retention = defaultRetention } = this.#deps;
    const oldestMs = monotonic.nowMs() - retention.ms;
    const isOld = ({ sinceMs }: RetainedJournal, at: number) =>
      sinceMs <= oldestMs || at < this.#retained.length - maxRetained;
    for (const { journal, paths } of this.#retained.filter(isOld)) {
      for (const path of paths.filter((each) => !each.endsWith(damagedSuffix))) rmSync(path, { force: true });
      // Deleted after the files: while a file exists, the position prevents that it is written again.
      await deleteJournal(database, journal);
    }
    this.#retained = this.#retained.filter((each, at) => !isOld(each, at));
  }

  async #write(journal: string, paths: readonly string[]) {
    const { database, clock, log } = this.#deps;
    const entries: JournalEntry[] = [];
    const damagedPaths = new Set<string>();
    let damaged = 0;
    for (const path of paths) {
      const file = await readJournalFile(path);
      for (const entry of file.entries) entries.push(entry);
      if (file.damaged > 0) damagedPaths.add(path);
      // Damage is reported only when the file is read for the first time.
      if (!path.endsWith(damagedSuffix)) damaged += file.damaged;
    }
    const known = entries.filter(({ record }) => idTimeMs(record.id) >= clock.nowMs() - journalRetentionMs);
    const tooOld = entries.length - known.length;
    if (tooOld > 0) log.error({ journal, tooOld }, "skipped usage journal lines that are too old");
    const outcome = await this.#apply(journal, known);
    if (outcome.missing > 0) {
      this.#lost += outcome.missing;
      log.error({ journal, missing: outcome.missing }, "lost usage that is in no journal");
    }
    const units = await settleLeasesOf(database, journal, clock);
    if (units > 0) log.info({ journal, units }, "returned quota units of a dead process");
    // Reported last, so that an interrupted recovery that is run again reports it once.
    if (damaged > 0) this.#reportDamage(damaged, [...damagedPaths]);
    return { ...outcome, damagedPaths };
  }

  #reportDamage(damaged: number, files: readonly string[]): void {
    const { log, onDamaged } = this.#deps;
    log.error({ damaged, files }, "usage journal has damaged lines, skipped them and kept the files as .damaged");
    onDamaged?.(damaged);
  }

  async #apply(journal: string, entries: readonly JournalEntry[]) {
    const { database, clock, batchRows } = this.#deps;
    const days = new RequestPartitions(database);
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
      // The last statement of the dead process may still be running in the database.
      if (tries === maxTries) throw new Error(`another process is writing the usage journal ${journal}`);
    }
  }
}
