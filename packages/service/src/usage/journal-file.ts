import { readFile } from "node:fs/promises";
import { type JournalEntry, parseLine } from "./journal-line.ts";

/**
 * Reads a journal file. Text after the last line feed is a truncated line, whose response was never sent; any other invalid line is
 * damaged.
 */
export async function readJournalFile(path: string): Promise<{ entries: JournalEntry[]; damaged: number }> {
  const lines = (await readFile(path, "utf8")).split("\n").slice(0, -1);
  const entries = lines.flatMap((line) => parseLine(line) ?? []);
  return { entries, damaged: lines.length - entries.length };
}
