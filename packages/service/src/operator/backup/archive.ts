/**
 * Contents of a backup as frames, before compression and encryption, in this order: a header, the server secrets, files of DATA_DIR
 * (`world`, `usage`), every table, and an end marker. `docs/operations/backup.md` describes the format.
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
  /** Server secrets in the format of SERVER_SECRET. */
  secretsText: string;
}

export interface ArchiveDeps {
  database: Database;
  /** Absolute path. No files are included if it does not exist. */
  dataDirectory: string;
  /** Server secrets in the format of SERVER_SECRET. */
  secretsText: string;
  nowMs: number;
}

/** Summary of a backup for the operator. */
export interface BackupSummary {
  createdAt: string;
  tables: number;
  rows: number;
  files: number;
}

/** Files that a backup includes, by path below DATA_DIR. All other files are regenerated or belong to one process. */
const filePattern = /^(world\/[\w.-]+\.world|usage\/\d+\/jrn_\w+\.\d+\.log)$/;

/** Writes an archive of a deployment. All tables are read in one snapshot, together with the usage journals. */
export async function writeArchive(deps: ArchiveDeps, write: Write): Promise<BackupSummary> {
  const { database, dataDirectory, secretsText, nowMs } = deps;
  const createdAt = new Date(nowMs).toISOString();
  const journals = new Map<string, FileHandle>();
  try {
    const migrations = await listAppliedMigrations(database);
    await write(documentFrame({ format, version: formatVersion, createdAt, engine: database.engine, migrations }));
    await write(documentFrame({ secrets: secretsText }));
    const worlds = await listFiles(dataDirectory, "world");
    for (const path of worlds) await writeFile(path, createReadStream(join(dataDirectory, path)), write);
    // Opened before the snapshot: a journal that is deleted because it was written to the database stays readable through an open file.
    await openJournals(dataDirectory, journals);
    const tables = await withSnapshot(database, async (tx) => {
      await openJournals(dataDirectory, journals);
      for (const [path, file] of journals) {
        await writeFile(path, file.createReadStream({ autoClose: false, start: 0 }), write);
      }
      return dumpTables(tx, write);
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
  if (header.format !== format) throw new ArchiveError("not a Wayfare backup");
  if (header.version !== formatVersion) {
    throw new ArchiveError(
      `the backup has format ${String(header.version)}, but this version only reads format ${formatVersion}`,
    );
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
 * Passes every file to `save` and returns the remaining frames.
 *
 * @param save receives the path below DATA_DIR and the content, which it must read to its end
 */
export async function readFiles(
  frames: AsyncGenerator<Frame>,
  save: (path: string, content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<AsyncGenerator<Frame>> {
  let next = await frames.next();
  while (next.value?.kind === "J" && "file" in next.value.document) {
    const path = String(next.value.document.file);
    if (!filePattern.test(path)) throw new ArchiveError("the backup contains an unexpected file");
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

/** Throws an ArchiveError unless the archive ends here. */
export async function readEnd(frames: AsyncGenerator<Frame>): Promise<void> {
  const { end } = await nextDocument(frames);
  const { done } = await frames.next();
  if (end !== true || done !== true) throw new ArchiveError("the backup contains data after its end");
}

async function nextDocument(frames: AsyncGenerator<Frame>): Promise<Readonly<Record<string, unknown>>> {
  const { value: frame } = await frames.next();
  if (frame?.kind === "J") return frame.document;
  throw new ArchiveError("the backup is incomplete");
}
