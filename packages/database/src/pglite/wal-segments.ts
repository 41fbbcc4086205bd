import { closeSync, existsSync, openSync, readdirSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";

/** Size of a WAL segment file, fixed when the database is created. PGlite uses PostgreSQL's default. */
const walSegmentBytes = 16 * 2 ** 20;

/** Zeroed segments to keep ahead of the write position. */
const spareSegments = 2;

const segmentName = /^[0-9A-F]{24}$/;

/**
 * Creates the next WAL segment files if they do not exist, filled with zeros as PostgreSQL does. PostgreSQL uses an existing segment file
 * with the next name, so switching segments needs no free space. Without one, PGlite loops forever on a full disk.
 *
 * @param position WAL position in bytes.
 */
export function createSpareSegments(walDirectory: string, position: number): void {
  const current = Math.floor(position / walSegmentBytes);
  for (let ahead = 1; ahead <= spareSegments; ahead++) {
    const path = join(walDirectory, nameSegment(current + ahead));
    if (!existsSync(path)) createSegment(path, join(walDirectory, "wayfare-spare.tmp"));
  }
}

/** Returns the WAL bytes that can be written after `position` without a new segment file. */
export function readPreparedWalBytes(walDirectory: string, position: number): number {
  let next = Math.floor(position / walSegmentBytes) + 1;
  while (existsSync(join(walDirectory, nameSegment(next)))) next++;
  return next * walSegmentBytes - position;
}

/** Returns the size of all segment files in bytes. */
export function readWalBytes(walDirectory: string): number {
  return readdirSync(walDirectory)
    .filter((name) => segmentName.test(name))
    .reduce((bytes, name) => bytes + (statSync(join(walDirectory, name), { throwIfNoEntry: false })?.size ?? 0), 0);
}

/** Returns a segment's file name; PGlite always uses timeline 1. */
function nameSegment(number: number): string {
  const perLog = 2 ** 32 / walSegmentBytes;
  return [1, Math.floor(number / perLog), number % perLog]
    .map((part) => part.toString(16).toUpperCase().padStart(8, "0"))
    .join("");
}

/** Creates a segment atomically, by renaming, so that PostgreSQL never finds a partial one. */
function createSegment(path: string, draft: string): void {
  try {
    const file = openSync(draft, "w", 0o600);
    try {
      const zeros = Buffer.alloc(2 ** 20);
      for (let written = 0; written < walSegmentBytes; ) {
        written += writeSync(file, zeros, 0, Math.min(zeros.length, walSegmentBytes - written));
      }
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
