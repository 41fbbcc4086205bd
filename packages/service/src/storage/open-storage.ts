import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import {
  applicationNameOf,
  assertNotifications,
  checkDatabaseArchive,
  createPrivateDirectory,
  type Database,
  migrate,
  newestShippedMigration,
  openDataDirectory,
  openPglite,
  openPostgres,
  type PgliteOptions,
  runUnitOfWork,
} from "@wayfare/database";
import { preparedFile } from "@wayfare/resources";
import type { Settings } from "@wayfare/settings";
import { assertMayCreateSecret, checkSecretCanaries } from "../secrets/canary.ts";
import { parseServerSecrets, readOrCreateServerSecret, type ServerSecrets } from "../secrets/server-secret.ts";

export interface Storage {
  database: Database;
  secrets: ServerSecrets;
  /** Absolute path. */
  dataDirectory: string;
  /** Records this process's address for a second process that is started on the same data directory. */
  publishAddress(address: string): void;
  close(): Promise<void>;
}

/** Callbacks of the database, for logs and metrics. */
export interface DatabaseObserver extends Pick<PgliteOptions, "onDiskChange" | "onMaintenance"> {
  /** Called when the database is open, before its migrations. */
  onOpened?: () => void;
}

/**
 * Opens the configured database, migrates its schema and loads the server secrets. Locks the data directory of the embedded database, which
 * only one process can use.
 *
 * @param onIdleError called with errors outside of statements, such as a broken idle connection
 */
export async function openStorage(
  settings: Settings,
  nowMs: number,
  onIdleError: (error: unknown) => void = () => {},
  observer: DatabaseObserver = {},
): Promise<Storage> {
  const directory = openDirectory(settings, nowMs);
  let database: Database | undefined;
  try {
    database = await openDatabase(settings, directory.path, { ...observer, onIdleError });
    if (settings.databaseUrl !== null) await assertNotifications(database);
    observer.onOpened?.();
    await migrate(database, { nowMs });
    if (settings.serverSecret === null) await assertMayCreateSecret(database, directory.path);
    const secrets =
      settings.serverSecret === null
        ? readOrCreateServerSecret(directory.path)
        : parseServerSecrets(settings.serverSecret);
    await runUnitOfWork(database, nowMs, ({ tx }) => checkSecretCanaries(tx, secrets));
    const opened = database;
    return {
      database,
      secrets,
      dataDirectory: directory.path,
      publishAddress: (address) => directory.describeHolder({ address }),
      close: async () => {
        await opened.close();
        directory.release();
      },
    };
  } catch (error) {
    await database?.close();
    directory.release();
    throw error;
  }
}

function openDirectory({ databaseUrl, dataDir }: Settings, nowMs: number) {
  if (databaseUrl === null) return openDataDirectory(dataDir, { nowMs });
  createPrivateDirectory(dataDir);
  return { path: resolve(dataDir), describeHolder: () => {}, release: () => {} };
}

async function openDatabase(
  { databaseUrl, databaseDirectUrl, databasePoolSize, diskReserveMb }: Settings,
  dataDirectory: string,
  observer: DatabaseObserver & { onIdleError: (error: unknown) => void },
): Promise<Database> {
  if (databaseUrl === null) {
    const directory = join(dataDirectory, "database");
    return openPglite({ ...observer, directory, diskReserveBytes: diskReserveMb * 2 ** 20, readArchive });
  }
  const applicationName = applicationNameOf(await newestShippedMigration());
  return openPostgres({
    connectionString: databaseUrl,
    ...(databaseDirectUrl === null ? {} : { directConnectionString: databaseDirectUrl }),
    applicationName,
    onIdleError: observer.onIdleError,
    ...poolSizesOf(databasePoolSize),
  });
}

/** Reads the prepared database, which saves a first start the migrations; undefined if there is none or it is stale. */
async function readArchive(): Promise<Uint8Array | undefined> {
  const path = preparedFile("database.tar.zst");
  return path === undefined ? undefined : checkDatabaseArchive(await readFile(path));
}

/** Splits the connection limit of a process, at least 4, into its pools. */
export function poolSizesOf(total: number): { max: number; maxLookups: number; maxReads: number } {
  const maxLookups = Math.max(1, Math.floor(total / 8));
  const maxReads = Math.max(1, Math.floor(total / 4));
  return { max: total - maxLookups - maxReads, maxLookups, maxReads };
}
