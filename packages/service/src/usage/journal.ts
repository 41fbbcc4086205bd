import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { type Clock, monotonicClock, newId } from "@wayfare/contract";
import type { FastifyBaseLogger } from "fastify";
import { readJournalFile } from "./journal-file.ts";
import { formatLine, type JournalEntry } from "./journal-line.ts";

/** Keeps entries from before a response is sent until they are in the database, in case this process dies in between. */
export interface Journal {
  /** Unique per process start. */
  readonly id: string;
  /** Appends entries. Never throws: if appending fails, they are only in memory until they are written to the database. */
  append(...entries: readonly JournalEntry[]): void;
  /**
   * Releases all entries up to a sequence, which are in the database. They are retained for some time, because a standby that is promoted
   * may not have them. Called about every second, even without new entries.
   */
  release(sequence: number): void;
  /** Reads the retained entries after one sequence and up to another, in order, in several lists. */
  read(after: number, upTo: number): AsyncIterable<JournalEntry[]>;
  /** Releases for the last time; the next start recovers the rest. Returns true if nothing is left. */
  close(sequence: number): boolean;
}

/** Creates a journal without storage, for tests. */
export function makeMemoryJournal(nowMs: number): Journal {
  return { id: newId("jrn", nowMs), append: () => {}, release: () => {}, read: readNothing, close: () => true };
}

async function* readNothing(): AsyncGenerator<JournalEntry[]> {}

/** Retention of written entries, and its maximum size in bytes. */
export interface JournalRetention {
  ms: number;
  bytes: number;
}

export const defaultRetention: JournalRetention = { ms: 10 * 60_000, bytes: 128 * 2 ** 20 };

export interface FileJournalOptions {
  /** Directory locked by this process. */
  directory: string;
  nowMs: number;
  log: FastifyBaseLogger;
  /** Appends to a file; `writeSync` by default. */
  write?: (file: number, bytes: Buffer) => number;
  /** Flushes a file or a directory to disk; fsync by default. */
  flush?: (path: string) => Promise<void>;
  /** Size at which a new journal file is started. */
  maxFileBytes?: number;
  /** 10 minutes and 128 MiB by default. */
  retention?: JournalRetention;
  /** Monotonic clock that measures the retention. */
  monotonic?: Clock;
}

interface JournalFileState {
  path: string;
  lastSequence: number;
  bytes: number;
  flushedBytes: number;
  /** Time at which all of it was known to be in the database; undefined before. */
  writtenAtMs?: number | undefined;
}

interface OpenJournalFile extends JournalFileState {
  file: number;
  startedAtMs: number;
}

const defaultMaxFileBytes = 4 * 2 ** 20;
/** Time after which a file ends. Files have IP addresses, which must not stay while a process has few requests. */
const maxFileAgeMs = 10 * 60_000;

/**
 * A journal in files of a few megabytes or ten minutes, `<journal>.<number>.log`, each deleted some time after all of its entries are in
 * the database.
 * `append` passes its lines to the operating system in one write before it returns, so they survive the end of this process. Lines that are
 * not in the database after one or two seconds are flushed to disk; a power failure loses later lines that the operating system had not
 * written.
 */
export class FileJournal implements Journal {
  readonly id: string;
  readonly #options: FileJournalOptions;
  readonly #write: (file: number, bytes: Buffer) => number;
  #full: JournalFileState[] = [];
  #open: OpenJournalFile | undefined;
  #fileCount = 0;
  /** Number of entries that were not appended since the disk failed; undefined while it works. */
  #missed: number | undefined;
  #isSuspended = false;
  #lastSequence = 0;
  /** Last entry at the previous release. */
  #releasedAt = 0;
  #isFlushing = false;

  constructor(options: FileJournalOptions) {
    this.id = newId("jrn", options.nowMs);
    this.#options = options;
    this.#write = options.write ?? ((file, bytes) => writeSync(file, bytes));
  }

  append(...entries: readonly JournalEntry[]): void {
    if (this.#isSuspended) {
      this.#missed = (this.#missed ?? 0) + entries.length;
      return;
    }
    try {
      this.#appendLines(entries);
      if (this.#missed !== undefined) this.#options.log.info({ missed: this.#missed }, "usage journal recovered");
      this.#missed = undefined;
    } catch (error) {
      this.#suspend(error, entries.length);
    }
  }

  release(sequence: number): void {
    this.#isSuspended = false;
    const { retention = defaultRetention, monotonic = monotonicClock } = this.#options;
    const nowMs = monotonic.nowMs();
    if (this.#open !== undefined && nowMs - this.#open.startedAtMs >= maxFileAgeMs) this.#endFile();
    for (const journalFile of this.#full) {
      journalFile.writtenAtMs = journalFile.lastSequence > sequence ? undefined : (journalFile.writtenAtMs ?? nowMs);
    }
    let bytes = this.#full.reduce((sum, each) => sum + each.bytes, 0);
    this.#full = this.#full.filter(({ path, bytes: size, writtenAtMs }) => {
      if (writtenAtMs === undefined) return true;
      if (nowMs - writtenAtMs < retention.ms && bytes <= retention.bytes) return true;
      bytes -= size;
      return !this.#tryCleanUp(() => rmSync(path, { force: true }));
    });
    // While the database keeps up, entries are durable there and an fsync is unnecessary.
    if (this.#releasedAt > sequence && !this.#isFlushing) void this.#flush();
    this.#releasedAt = this.#lastSequence;
  }

  async #flush(): Promise<void> {
    const { directory, flush = flushPath, log } = this.#options;
    const files = [...this.#full, ...(this.#open === undefined ? [] : [this.#open])];
    this.#isFlushing = true;
    try {
      if (files.some(({ flushedBytes }) => flushedBytes === 0)) await flush(directory);
      for (const journalFile of files) {
        const { bytes } = journalFile;
        if (bytes > journalFile.flushedBytes) await flush(journalFile.path);
        journalFile.flushedBytes = bytes;
      }
    } catch (error) {
      log.warn({ err: error }, "usage journal flush failed");
    } finally {
      this.#isFlushing = false;
    }
  }

  async *read(after: number, upTo: number): AsyncGenerator<JournalEntry[]> {
    const files = [...this.#full, ...(this.#open === undefined ? [] : [this.#open])];
    for (const { path } of files.filter(({ lastSequence }) => lastSequence > after)) {
      const { entries } = await readJournalFile(path);
      yield entries.filter(({ sequence }) => sequence > after && sequence <= upTo);
    }
  }

  close(sequence: number): boolean {
    this.#endFile();
    this.release(sequence);
    return this.#full.length === 0;
  }

  /** Stops writing until the next release. The file may end in a truncated line, so later entries go to a new file. */
  #suspend(error: unknown, missed: number): void {
    const { log } = this.#options;
    if (this.#missed === undefined) log.error({ err: error }, "usage journal write failed, a crash could lose usage");
    this.#missed = (this.#missed ?? 0) + missed;
    this.#isSuspended = true;
    this.#endFile();
  }

  #appendLines(entries: readonly JournalEntry[]): void {
    const journalFile = this.#open ?? this.#startFile();
    let lines = "";
    for (const entry of entries) lines += formatLine(entry);
    const bytes = Buffer.from(lines);
    this.#lastSequence = entries.at(-1)?.sequence ?? this.#lastSequence;
    journalFile.lastSequence = this.#lastSequence;
    const written = this.#write(journalFile.file, bytes);
    if (written < bytes.length) throw new Error(`only ${written} of ${bytes.length} bytes were written`);
    journalFile.bytes += written;
    if (journalFile.bytes >= (this.#options.maxFileBytes ?? defaultMaxFileBytes)) this.#endFile();
  }

  #startFile(): OpenJournalFile {
    const number = String(++this.#fileCount).padStart(6, "0");
    const path = join(this.#options.directory, `${this.id}.${number}.log`);
    const startedAtMs = (this.#options.monotonic ?? monotonicClock).nowMs();
    this.#open = { path, lastSequence: 0, file: openSync(path, "ax", 0o600), startedAtMs, bytes: 0, flushedBytes: 0 };
    return this.#open;
  }

  #endFile(): void {
    if (this.#open === undefined) return;
    const journalFile = this.#open;
    this.#open = undefined;
    this.#full.push(journalFile);
    this.#tryCleanUp(() => closeSync(journalFile.file));
  }

  /** Runs a cleanup. Logs errors instead of throwing them, so that no request fails because of it. Returns true on success. */
  #tryCleanUp(cleanUp: () => void): boolean {
    try {
      cleanUp();
      return true;
    } catch (error) {
      this.#options.log.warn({ err: error }, "usage journal file close or delete failed");
      return false;
    }
  }
}

/** A file that was deleted since then is in the database. */
async function flushPath(path: string): Promise<void> {
  const file = await open(path, "r").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  try {
    await file?.sync();
  } finally {
    await file?.close();
  }
}
