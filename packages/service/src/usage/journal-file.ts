import { readFile } from "node:fs/promises";
import { type Entry, parseLine } from "./journal-line.ts";

/** Reads a journal file. Text after the last line feed is half a line, whose answer never left; any other bad line is damage. */
export async function readJournalFile(path: string): Promise<{ entries: Entry[]; damaged: number }> {
  const lines = (await readFile(path, "utf8")).split("\n").slice(0, -1);
  const entries = lines.flatMap((line) => parseLine(line) ?? []);
  return { entries, damaged: lines.length - entries.length };
}
