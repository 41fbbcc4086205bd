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
  migrateLike,
  openDataDirectory,
  openPglite,
  openPostgres,
  readFrames,
} from "@wayfare/database";
import type { Settings } from "../../settings/schema.ts";
import { insertPause } from "../../storage/pause-store.ts";
import { type ArchiveHeader, readEnd, readFiles, readHeader } from "./archive.ts";
import { unseal } from "./sealed-stream.ts";
import { assertSecretsFit, BackupError, makeDataDirectory } from "./source.ts";
import { type Verification, verifyLoaded } from "./verify.ts";

export interface RestoreSummary {
  createdAt: string;
  /** The engine that the backup was made with. */
  engine: string;
  tables: DumpSummary;
  files: number;
  /** Undefined where nothing was asked to be verified. */
  verification: Verification | undefined;
  /** Where the server secrets were written; null where SERVER_SECRET holds them. */
  secretPath: string | null;
}

interface RestoreOptions {
  from: Readable;
  passphrase: string;
  nowMs: number;
  /** Reads everything again and compares it before the restore is committed. */
  verifies: boolean;
}

/**
 * Restores a backup into an empty deployment, all of it or nothing. What leaves a deployment stays off until `wayfare resume`: the one that the
 * backup was made of may still be running.
 *
 * @throws BackupError where the target holds data.
 */
export async function restoreBackup(settings: Settings, options: RestoreOptions): Promise<RestoreSummary> {
  const frames = openFrames(options);
  const header = await readHeader(frames);
  await assertKnownMigrations(header.migrations);
  const dataDirectory = makeDataDirectory(settings);
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

/** What may be in DATA_DIR before a restore: what is made again, and what an attempt leaves behind that was cut off. */
const expendable = /^(lock\.db(-journal)?|holder\.json(\.new)?|admin\.sock|lost\+found|world|restoring)$/;

function assertEmptyDirectory(dataDirectory: string): void {
  const occupied = readdirSync(dataDirectory).find((name) => !expendable.test(name));
  if (occupied === undefined) return;
  throw new BackupError(
    `${dataDirectory} is not empty: it holds ${occupied}. Restore into another DATA_DIR, or move what is there away.`,
  );
}

function openTarget({ databaseUrl }: Settings, staging: string): Promise<Database> {
  return databaseUrl === null
    ? openPglite({ directory: join(staging, "database") })
    : openPostgres({ connectionString: databaseUrl, max: 2 });
}

interface RestoreParts extends RestoreOptions {
  settings: Settings;
  dataDirectory: string;
  staging: string;
  /** What follows the header. */
  frames: AsyncGenerator<Frame>;
  header: ArchiveHeader;
}

async function restoreInto(target: Database, parts: RestoreParts): Promise<RestoreSummary> {
  const { settings, dataDirectory, staging, nowMs, frames } = parts;
  const { createdAt, engine, migrations, secretsText } = parts.header;
  await migrateLike(target, migrations, nowMs);
  const paths: string[] = [];
  const tables = await readFiles(frames, async (path, content) => {
    await saveFile(join(staging, path), content);
    paths.push(path);
  });
  let verification: Verification | undefined;
  const loaded = await loadTables(target, tables, async (session, summary) => {
    await readEnd(tables);
    await assertSecretsFit(session, settings.serverSecret ?? secretsText);
    if (parts.verifies) verification = await verifyLoaded(session, summary);
    await insertPause(session, { reason: `restored from a backup of ${createdAt}`, nowMs });
    // Last: until the transaction commits, the files are easily removed by hand, and after it they must be there.
    await putInPlace(parts, paths, secretsText);
  });
  await migrate(target, { nowMs });
  const secretPath = settings.serverSecret === null ? join(dataDirectory, "server-secret") : null;
  return { createdAt, engine, tables: loaded, files: paths.length, verification, secretPath };
}

function openFrames({ from, passphrase }: RestoreOptions): AsyncGenerator<Frame> {
  // Whoever reads it sees its errors.
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

async function putInPlace(
  { settings, dataDirectory, staging }: RestoreParts,
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
