/**
 * What a backup holds, as frames and before it is compressed and sealed, in this order: a header, the server secrets, files of DATA_DIR
 * (`world`, `usage`), every table, and an end. `docs/operations/backup.md` describes the format.
 */
import { createReadStream } from "node:fs";
import { type FileHandle, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import {
  type ArchivedMigration,
  ArchiveError,
  bytesFrame,
  type Database,
  documentFrame,
  dumpTables,
  type Frame,
  listAppliedMigrations,
  type Write,
  withSnapshot,
} from "@wayfare/database";

const format = "wayfare-backup";
const formatVersion = 1;

export interface ArchiveHeader {
  createdAt: string;
  engine: string;
  migrations: readonly ArchivedMigration[];
  /** As SERVER_SECRET holds them. */
  secretsText: string;
}

export interface ArchiveParts {
  database: Database;
  /** Absolute. Nothing is taken from it where it does not exist. */
  dataDirectory: string;
  /** As SERVER_SECRET holds them. */
  secretsText: string;
  nowMs: number;
}

/** What a backup holds, for the operator. */
export interface BackupSummary {
  createdAt: string;
  tables: number;
  rows: number;
  files: number;
}

/** The files that a backup takes along, by path below DATA_DIR. Everything else there is made again or belongs to one process. */
const filePattern = /^(world\/[\w.-]+\.world|usage\/\d+\/jrn_\w+\.\d+\.log)$/;

/** Writes an archive of a deployment. The database is read in one snapshot, and usage journals with it. */
export async function writeArchive(parts: ArchiveParts, write: Write): Promise<BackupSummary> {
  const { database, dataDirectory, secretsText, nowMs } = parts;
  const createdAt = new Date(nowMs).toISOString();
  const journals = new Map<string, FileHandle>();
  try {
    const migrations = await listAppliedMigrations(database);
    await write(documentFrame({ format, version: formatVersion, createdAt, engine: database.engine, migrations }));
    await write(documentFrame({ secrets: secretsText }));
    const worlds = await listFiles(dataDirectory, "world");
    for (const path of worlds) await writeFile(path, createReadStream(join(dataDirectory, path)), write);
    // Opened before the snapshot: a journal that is deleted because the database has it all stays readable for those who have it open.
    await openJournals(dataDirectory, journals);
    const tables = await withSnapshot(database, async (session) => {
      await openJournals(dataDirectory, journals);
      for (const [path, file] of journals) {
        await writeFile(path, file.createReadStream({ autoClose: false, start: 0 }), write);
      }
      return dumpTables(session, write);
    });
    await write(documentFrame({ end: true }));
    const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
    return { createdAt, tables: Object.keys(tables).length, rows, files: worlds.length + journals.size };
  } finally {
    for (const file of journals.values()) await file.close();
  }
}

async function openJournals(dataDirectory: string, opened: Map<string, FileHandle>): Promise<void> {
  for (const path of await listFiles(dataDirectory, "usage")) {
    if (opened.has(path)) continue;
    const file = await open(join(dataDirectory, path)).catch(ignoreMissing);
    if (file !== undefined) opened.set(path, file);
  }
}

async function listFiles(dataDirectory: string, below: string): Promise<string[]> {
  const found = await readdir(join(dataDirectory, below), { recursive: true }).catch(ignoreMissing);
  return (found ?? [])
    .map((path) => join(below, path))
    .filter((path) => filePattern.test(path))
    .toSorted();
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}

async function writeFile(path: string, content: AsyncIterable<Buffer>, write: Write): Promise<void> {
  await write(documentFrame({ file: path }));
  for await (const bytes of content) await write(bytesFrame(bytes));
}

/** Reads the header and the server secrets. */
export async function readHeader(frames: AsyncGenerator<Frame>): Promise<ArchiveHeader> {
  const header = await nextDocument(frames);
  if (header.format !== format) throw new ArchiveError("this is not a backup of Wayfare");
  if (header.version !== formatVersion) {
    throw new ArchiveError(`the backup has format ${String(header.version)}, and this version reads ${formatVersion}`);
  }
  const { createdAt, engine, migrations } = header;
  const { secrets } = await nextDocument(frames);
  if (!Array.isArray(migrations) || typeof secrets !== "string") throw new ArchiveError("the backup has no header");
  return {
    createdAt: String(createdAt),
    engine: String(engine),
    migrations: migrations.map(({ id, name, checksum }: ArchivedMigration) => ({ id, name, checksum })),
    secretsText: secrets,
  };
}

/**
 * Hands every file to `save`, and answers with the frames that follow.
 *
 * @param save takes the file's path below DATA_DIR and its content, which it reads to its end.
 */
export async function readFiles(
  frames: AsyncGenerator<Frame>,
  save: (path: string, content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<AsyncGenerator<Frame>> {
  let next = await frames.next();
  while (next.value?.kind === "J" && "file" in next.value.document) {
    const path = String(next.value.document.file);
    if (!filePattern.test(path)) throw new ArchiveError("the backup holds a file that does not belong there");
    await save(
      path,
      (async function* () {
        for (next = await frames.next(); next.value?.kind === "B"; next = await frames.next()) yield next.value.bytes;
      })(),
    );
  }
  return prepend(next, frames);
}

async function* prepend(first: IteratorResult<Frame>, rest: AsyncGenerator<Frame>): AsyncGenerator<Frame> {
  if (first.done !== true) yield first.value;
  yield* rest;
}

/** Throws an `ArchiveError` where the archive does not end here, as it was made. */
export async function readEnd(frames: AsyncGenerator<Frame>): Promise<void> {
  const { end } = await nextDocument(frames);
  const { done } = await frames.next();
  if (end !== true || done !== true) throw new ArchiveError("the backup does not end where it should");
}

async function nextDocument(frames: AsyncGenerator<Frame>): Promise<Readonly<Record<string, unknown>>> {
  const { value: frame } = await frames.next();
  if (frame?.kind === "J") return frame.document;
  throw new ArchiveError("the backup is not complete");
}
