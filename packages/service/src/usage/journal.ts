import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { type Clock, monotonicClock, newId } from "@wayfare/contract";
import type { FastifyBaseLogger } from "fastify";
import { readJournalFile } from "./journal-file.ts";
import { type Entry, formatLine } from "./journal-line.ts";

/** Keeps entries from before an answer leaves until they are in the database, should this process die between. */
export interface Journal {
  /** Unique to this start of this process. */
  readonly id: string;
  /** Takes an entry down. Never throws: what cannot be taken down is only in memory until it is in the database. */
  append(entry: Entry): void;
  /**
   * Allows every entry up to this sequence to be deleted: they are in the database. They are kept for some time all the same, because a
   * standby that takes over may not have them. Called every second or so, whether there are any or not.
   */
  release(sequence: number): void;
  /** Entries after one sequence and up to another that are still kept, in order and in several lists. */
  read(after: number, upTo: number): AsyncIterable<Entry[]>;
  /** Releases for the last time and leaves the rest for the next start. Returns whether nothing is left. */
  close(sequence: number): boolean;
}

/** For a process whose end nobody has to survive, as in tests. */
export function makeMemoryJournal(nowMs: number): Journal {
  return { id: newId("jrn", nowMs), append: () => {}, release: () => {}, read: readNothing, close: () => true };
}

async function* readNothing(): AsyncGenerator<Entry[]> {}

/** How long entries are kept once they are in the database, and at most how many bytes of them. */
export interface JournalRetention {
  ms: number;
  bytes: number;
}

export const defaultRetention: JournalRetention = { ms: 10 * 60_000, bytes: 128 * 2 ** 20 };

export interface FileJournalOptions {
  /** Held by this process alone. */
  directory: string;
  nowMs: number;
  log: FastifyBaseLogger;
  /** Appends to a file; the system's own by default. */
  write?: (file: number, bytes: Buffer) => number;
  /** Flushes a file or a directory to the disk; fsync by default. */
  flush?: (path: string) => Promise<void>;
  /** Size from which a new file is begun. */
  segmentBytes?: number;
  /** 10 minutes and 128 MiB by default. */
  retention?: JournalRetention;
  /** Measures the retention; monotonic. */
  monotonic?: Clock;
}

interface Segment {
  path: string;
  lastSequence: number;
  bytes: number;
  flushedBytes: number;
  /** When all of it was known to be in the database; undefined while it is not. */
  writtenAtMs?: number | undefined;
}

interface OpenSegment extends Segment {
  file: number;
}

const defaultSegmentBytes = 4 * 2 ** 20;

/**
 * A journal in files of a few megabytes, `<journal>.<number>.log`, each deleted some time after all of it is in the database. A line is handed to
 * the operating system before `append` returns, so it outlives this process whatever ends it. Lines that the database does not have after a second
 * or two are flushed to the disk; a power cut takes later ones that the system had not written yet.
 */
export class FileJournal implements Journal {
  readonly id: string;
  readonly #options: FileJournalOptions;
  readonly #write: (file: number, bytes: Buffer) => number;
  #full: Segment[] = [];
  #open: OpenSegment | undefined;
  #segments = 0;
  /** Entries that were not taken down since the disk failed; undefined while it does not. */
  #missed: number | undefined;
  #rests = false;
  #lastSequence = 0;
  /** The last entry at the release before. */
  #releasedAt = 0;
  #isFlushing = false;

  constructor(options: FileJournalOptions) {
    this.id = newId("jrn", options.nowMs);
    this.#options = options;
    this.#write = options.write ?? ((file, bytes) => writeSync(file, bytes));
  }

  append(entry: Entry): void {
    if (this.#rests) {
      this.#missed = (this.#missed ?? 0) + 1;
      return;
    }
    try {
      this.#appendLine(entry);
      if (this.#missed !== undefined) this.#options.log.info({ missed: this.#missed }, "usage is journaled again");
      this.#missed = undefined;
    } catch (error) {
      this.#rest(error);
    }
  }

  release(sequence: number): void {
    this.#rests = false;
    const { retention = defaultRetention, monotonic = monotonicClock } = this.#options;
    const nowMs = monotonic.nowMs();
    for (const segment of this.#full) {
      segment.writtenAtMs = segment.lastSequence > sequence ? undefined : (segment.writtenAtMs ?? nowMs);
    }
    let bytes = this.#full.reduce((sum, each) => sum + each.bytes, 0);
    this.#full = this.#full.filter(({ path, bytes: size, writtenAtMs }) => {
      if (writtenAtMs === undefined) return true;
      if (nowMs - writtenAtMs < retention.ms && bytes <= retention.bytes) return true;
      bytes -= size;
      return !this.#isDone(() => rmSync(path, { force: true }));
    });
    // While the database keeps up, it makes the entries durable, and an fsync would be in vain.
    if (this.#releasedAt > sequence && !this.#isFlushing) void this.#flush();
    this.#releasedAt = this.#lastSequence;
  }

  async #flush(): Promise<void> {
    const { directory, flush = flushPath, log } = this.#options;
    const segments = [...this.#full, ...(this.#open === undefined ? [] : [this.#open])];
    this.#isFlushing = true;
    try {
      if (segments.some(({ flushedBytes }) => flushedBytes === 0)) await flush(directory);
      for (const segment of segments) {
        const { bytes } = segment;
        if (bytes > segment.flushedBytes) await flush(segment.path);
        segment.flushedBytes = bytes;
      }
    } catch (error) {
      log.warn({ err: error }, "usage journal could not be flushed to the disk");
    } finally {
      this.#isFlushing = false;
    }
  }

  async *read(after: number, upTo: number): AsyncGenerator<Entry[]> {
    const segments = [...this.#full, ...(this.#open === undefined ? [] : [this.#open])];
    for (const { path } of segments.filter(({ lastSequence }) => lastSequence > after)) {
      const { entries } = await readJournalFile(path);
      yield entries.filter(({ sequence }) => sequence > after && sequence <= upTo);
    }
  }

  close(sequence: number): boolean {
    this.#endSegment();
    this.release(sequence);
    return this.#full.length === 0;
  }

  /** Leaves the disk alone until the next release. The file may end in half a line: what comes later goes into another one. */
  #rest(error: unknown): void {
    const { log } = this.#options;
    if (this.#missed === undefined) log.error({ err: error }, "usage cannot be journaled: a crash now could lose some");
    this.#missed = (this.#missed ?? 0) + 1;
    this.#rests = true;
    this.#endSegment();
  }

  #appendLine(entry: Entry): void {
    const segment = this.#open ?? this.#beginSegment();
    const bytes = Buffer.from(formatLine(entry));
    segment.lastSequence = entry.sequence;
    this.#lastSequence = entry.sequence;
    const written = this.#write(segment.file, bytes);
    if (written < bytes.length) throw new Error(`only ${written} of ${bytes.length} bytes could be written`);
    segment.bytes += written;
    if (segment.bytes >= (this.#options.segmentBytes ?? defaultSegmentBytes)) this.#endSegment();
  }

  #beginSegment(): OpenSegment {
    const number = String(++this.#segments).padStart(6, "0");
    const path = join(this.#options.directory, `${this.id}.${number}.log`);
    this.#open = { path, lastSequence: 0, file: openSync(path, "ax", 0o600), bytes: 0, flushedBytes: 0 };
    return this.#open;
  }

  #endSegment(): void {
    if (this.#open === undefined) return;
    const segment = this.#open;
    this.#open = undefined;
    this.#full.push(segment);
    this.#isDone(() => closeSync(segment.file));
  }

  /** Whether tidying up went well. Where not, no request should fail of it. */
  #isDone(tidy: () => void): boolean {
    try {
      tidy();
      return true;
    } catch (error) {
      this.#options.log.warn({ err: error }, "a file of the usage journal could not be closed or deleted");
      return false;
    }
  }
}

/** A file that was deleted meanwhile is in the database. */
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
