import { join, resolve } from "node:path";
import {
  applicationNameOf,
  createPrivateDirectory,
  type Database,
  migrate,
  newestShippedMigration,
  openDataDirectory,
  openPglite,
  openPostgres,
  type PgliteOptions,
  runUnit,
} from "@wayfare/database";
import { checkSecretCanaries } from "../secrets/canary.ts";
import { parseServerSecrets, readOrMakeServerSecret, type ServerSecrets } from "../secrets/server-secret.ts";
import type { Settings } from "../settings/schema.ts";

export interface Storage {
  database: Database;
  secrets: ServerSecrets;
  /** Absolute. */
  dataDirectory: string;
  /** Tells a second process on the same data directory where this one listens. */
  describeHolder(address: string): void;
  close(): Promise<void>;
}

/** Callbacks of the database, for logs and metrics. */
export type DatabaseObserver = Pick<PgliteOptions, "onDiskChange" | "onMaintenance">;

/**
 * Opens the database of the settings, brings its schema up to date and reads the server secrets. The embedded database
 * belongs to one process: its data directory is locked first.
 *
 * @param onIdleError told of failures that no statement waits for, such as a connection that broke while nobody used it.
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
    await migrate(database, { nowMs });
    const secrets =
      settings.serverSecret === null
        ? readOrMakeServerSecret(directory.path)
        : parseServerSecrets(settings.serverSecret);
    await runUnit(database, nowMs, ({ session }) => checkSecretCanaries(session, secrets));
    const opened = database;
    return {
      database,
      secrets,
      dataDirectory: directory.path,
      describeHolder: (address) => directory.describeHolder({ address }),
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
  { databaseUrl, databasePoolSize, diskReserveMb }: Settings,
  dataDirectory: string,
  observer: DatabaseObserver & { onIdleError: (error: unknown) => void },
): Promise<Database> {
  if (databaseUrl === null) {
    const directory = join(dataDirectory, "database");
    return openPglite({ ...observer, directory, diskReserveBytes: diskReserveMb * 2 ** 20 });
  }
  const applicationName = applicationNameOf(await newestShippedMigration());
  return openPostgres({
    connectionString: databaseUrl,
    applicationName,
    onIdleError: observer.onIdleError,
    ...poolSizesOf(databasePoolSize),
  });
}

/** How many connections each pool of a process gets of all that it may open for statements, at least four. */
export function poolSizesOf(total: number): { max: number; maxLookups: number; maxReads: number } {
  const maxLookups = Math.max(1, Math.floor(total / 8));
  const maxReads = Math.max(1, Math.floor(total / 4));
  return { max: total - maxLookups - maxReads, maxLookups, maxReads };
}
