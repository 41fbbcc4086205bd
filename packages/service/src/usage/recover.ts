import { readFileSync, renameSync, rmSync } from "node:fs";
import { idTimeMs } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import type { FastifyBaseLogger } from "fastify";
import type { Clock } from "../clock.ts";
import { dayOfRequest, RequestDays } from "../requests/days.ts";
import type { JournalFile } from "./journal-directory.ts";
import { type Entry, parseLine } from "./journal-line.ts";
import { applyBatch, deleteJournal, findAppliedSequence, journalKeptMs } from "./journal-store.ts";

interface RecoveryParts {
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  batchRows: number;
  /** Called with the number of damaged lines, if there are any. */
  onDamaged?: (lines: number) => void;
}

/**
 * Writes what dead processes had taken down and not written, and deletes their journals, except for files with damaged lines, which it renames
 * to `.damaged` and leaves to the operator. What was written before is skipped, so it may
 * itself be cut off anywhere and begun again. What is so old that nobody knows whether it was written is left out.
 *
 * @returns how many entries were written.
 */
export async function recoverJournals(parts: RecoveryParts, files: readonly JournalFile[]): Promise<number> {
  let total = 0;
  for (const [journal, segments] of Map.groupBy(files, (file) => file.journal)) {
    const lines = segments.map(({ path }) => ({ path, ...readEntries(path) }));
    reportDamage(parts, lines);
    const entries = lines.flatMap((each) => each.entries);
    const known = entries.filter(({ record }) => idTimeMs(record.id) >= parts.clock.nowMs() - journalKeptMs);
    const tooOld = entries.length - known.length;
    if (tooOld > 0) parts.log.error({ journal, tooOld }, "lines of a usage journal are too old and were left out");
    const recovered = await applyEntries(parts, journal, known);
    if (recovered > 0) parts.log.info({ journal, recovered }, "usage of a process that had died was written");
    total += recovered;
    for (const { path, damaged } of lines) {
      if (damaged > 0) renameSync(path, `${path}.damaged`);
      else rmSync(path, { force: true });
    }
    // After the files: while one is there, this is what keeps it from being counted twice.
    await deleteJournal(parts.database, journal);
  }
  return total;
}

function reportDamage({ log, onDamaged }: RecoveryParts, lines: readonly { path: string; damaged: number }[]): void {
  const files = lines.filter(({ damaged }) => damaged > 0);
  if (files.length === 0) return;
  const damaged = files.reduce((sum, file) => sum + file.damaged, 0);
  const kept = files.map(({ path }) => `${path}.damaged`);
  log.error({ damaged, files: kept }, "usage journal has damaged lines; they were left out and the files are kept");
  onDamaged?.(damaged);
}

/** What follows the last line feed is half a line: its process died before the answer left. Any other bad line is damage. */
function readEntries(path: string): { entries: Entry[]; damaged: number } {
  const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
  const entries = lines.flatMap((line) => parseLine(line) ?? []);
  return { entries, damaged: lines.length - entries.length };
}

async function applyEntries(
  { database, clock, batchRows }: RecoveryParts,
  journal: string,
  entries: readonly Entry[],
): Promise<number> {
  const days = new RequestDays(database);
  let applied = await findAppliedSequence(database, journal);
  const waiting = entries.filter(({ sequence }) => sequence > applied);
  for (let from = 0; from < waiting.length; from += batchRows) {
    const batch = waiting.slice(from, from + batchRows);
    await days.ensure(batch.map(({ record }) => dayOfRequest(record.id)));
    const written = await applyBatch(database, { journal, previous: applied, entries: batch }, clock.nowMs());
    if (!written) throw new Error(`somebody else is writing the usage journal ${journal}`);
    applied = batch.at(-1)?.sequence ?? applied;
  }
  return waiting.length;
}
