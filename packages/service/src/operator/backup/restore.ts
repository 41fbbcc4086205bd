import { existsSync, readdirSync } from "node:fs";
import { mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import {
  assertEmpty,
  assertKnownMigrations,
  type Database,
  type DumpSummary,
  type Frame,
  loadTables,
  migrate,
  migrateToArchive,
  openDataDirectory,
  openPglite,
  openPostgres,
  readFrames,
} from "@wayfare/database";
import type { Settings } from "@wayfare/settings";
import { insertPause } from "../../storage/pause-store.ts";
import { type ArchiveHeader, readEnd, readFiles, readHeader } from "./archive.ts";
import { unseal } from "./sealed-stream.ts";
import { assertSecretsMatch, BackupError, createDataDirectory } from "./source.ts";
import { type Verification, verifyLoaded } from "./verify.ts";

export interface RestoreSummary {
  createdAt: string;
  /** Database engine of the backup's source. */
  engine: string;
  tables: DumpSummary;
  files: number;
  /** Undefined if verification was not requested. */
  verification: Verification | undefined;
  /** Path of the restored server secrets; null if SERVER_SECRET is set. */
  secretPath: string | null;
}

interface RestoreOptions {
  from: Readable;
  passphrase: string;
  nowMs: number;
  /** Reads all rows back and compares them before the restore is committed. */
  verifies: boolean;
}

/**
 * Restores a backup into an empty deployment, atomically. Outbound traffic stays paused until `wayfare resume`, because the source of the
 * backup may still be running.
 *
 * @throws BackupError if the target is not empty.
 */
export async function restoreBackup(settings: Settings, options: RestoreOptions): Promise<RestoreSummary> {
  const frames = openFrames(options);
  const header = await readHeader(frames);
  await assertKnownMigrations(header.migrations);
  const dataDirectory = createDataDirectory(settings);
  const lock = settings.databaseUrl === null ? openDataDirectory(dataDirectory, { nowMs: options.nowMs }) : undefined;
  const staging = join(dataDirectory, stagingName);
  try {
    assertEmptyDirectory(dataDirectory);
    await rm(staging, { recursive: true, force: true });
    await mkdir(staging, { mode: 0o700 });
    const target = await openTarget(settings, staging);
    let summary: RestoreSummary;
    try {
      await assertEmpty(target);
      summary = await restoreInto(target, {
        ...options,
        settings,
        dataDirectory,
        staging,
        frames,
        header,
      });
    } finally {
      await target.close();
    }
    if (settings.databaseUrl === null) await rename(join(staging, "database"), join(dataDirectory, "database"));
    return summary;
  } finally {
    await rm(staging, { recursive: true, force: true });
    lock?.release();
  }
}

const stagingName = "restoring";

/** Files allowed in DATA_DIR before a restore: files that are regenerated, and leftovers of an interrupted restore. */
const allowedFiles = /^(lock\.db(-journal)?|holder\.json(\.new)?|admin\.sock|lost\+found|world|restoring)$/;

function assertEmptyDirectory(dataDirectory: string): void {
  const existing = readdirSync(dataDirectory).find((name) => !allowedFiles.test(name));
  if (existing === undefined) return;
  throw new BackupError(`${dataDirectory} is not empty: it contains ${existing}. Restore into an empty DATA_DIR.`);
}

function openTarget({ databaseUrl, databaseDirectUrl }: Settings, staging: string): Promise<Database> {
  return databaseUrl === null
    ? openPglite({ directory: join(staging, "database") })
    : openPostgres({ connectionString: databaseDirectUrl ?? databaseUrl, max: 2 });
}

interface RestoreContext extends RestoreOptions {
  settings: Settings;
  dataDirectory: string;
  staging: string;
  /** Frames after the header. */
  frames: AsyncGenerator<Frame>;
  header: ArchiveHeader;
}

async function restoreInto(target: Database, deps: RestoreContext): Promise<RestoreSummary> {
  const { settings, dataDirectory, staging, nowMs, frames } = deps;
  const { createdAt, engine, migrations, secretsText } = deps.header;
  await migrateToArchive(target, migrations, nowMs);
  const paths: string[] = [];
  const tables = await readFiles(frames, async (path, content) => {
    await saveFile(join(staging, path), content);
    paths.push(path);
  });
  let verification: Verification | undefined;
  const loaded = await loadTables(target, tables, async (tx, summary) => {
    await readEnd(tables);
    await assertSecretsMatch(tx, settings.serverSecret ?? secretsText);
    if (deps.verifies) verification = await verifyLoaded(tx, summary);
    await insertPause(tx, { reason: `restored from a backup of ${createdAt}`, nowMs });
    // Moved last: before the commit the files can easily be removed by hand, after it they must exist.
    await moveIntoPlace(deps, paths, secretsText);
  });
  await migrate(target, { nowMs });
  const secretPath = settings.serverSecret === null ? join(dataDirectory, "server-secret") : null;
  return { createdAt, engine, tables: loaded, files: paths.length, verification, secretPath };
}

function openFrames({ from, passphrase }: RestoreOptions): AsyncGenerator<Frame> {
  // Errors are reported to the reader of the stream.
  const plain = pipeline(
    from,
    (source: AsyncIterable<Buffer>) => unseal(source, passphrase),
    createGunzip(),
    () => {},
  );
  return readFrames(plain);
}

async function saveFile(path: string, content: AsyncIterable<Buffer>): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, "wx", 0o600);
  try {
    await writeFile(file, content);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function moveIntoPlace(
  { settings, dataDirectory, staging }: RestoreContext,
  paths: readonly string[],
  secretsText: string,
): Promise<void> {
  if (settings.serverSecret === null) {
    await writeFile(join(dataDirectory, "server-secret"), `${secretsText}\n`, { mode: 0o600, flag: "wx", flush: true });
  }
  for (const path of paths) {
    const target = join(dataDirectory, path);
    if (existsSync(target)) continue;
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await rename(join(staging, path), target);
  }
}
