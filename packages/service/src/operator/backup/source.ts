import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  type Database,
  DataDirectoryError,
  listAppliedMigrations,
  openDataDirectory,
  openPglite,
  openPostgres,
  type Queryable,
} from "@wayfare/database";
import type { Settings } from "@wayfare/settings";
import { readCanaries } from "../../secrets/canary.ts";
import { parseServerSecrets } from "../../secrets/server-secret.ts";

/** Existing database of a deployment, neither created nor migrated. */
export interface OpenedDatabase {
  database: Database;
  /** Absolute path. */
  dataDirectory: string;
  close(): Promise<void>;
}

/** A precondition of an operator command failed. The message says what to do. */
export class BackupError extends Error {
  override name = "BackupError";
}

/**
 * Opens the configured database without changing it. Locks the embedded database.
 *
 * @throws BackupError if there is none.
 */
export async function openExisting(settings: Settings, nowMs: number): Promise<OpenedDatabase> {
  const dataDirectory = resolve(settings.dataDir);
  if (settings.databaseUrl !== null) {
    const connectionString = settings.databaseDirectUrl ?? settings.databaseUrl;
    const database = await openPostgres({ connectionString, max: 2 });
    return checked({ database, dataDirectory, close: () => database.close() });
  }
  const directory = join(dataDirectory, "database");
  if (!existsSync(join(directory, "PG_VERSION"))) {
    throw new BackupError(`No database found in ${dataDirectory}. Set DATA_DIR or DATABASE_URL.`);
  }
  const lock = openDataDirectory(dataDirectory, { nowMs });
  try {
    const database = await openPglite({ directory });
    return await checked({
      database,
      dataDirectory,
      async close() {
        await database.close();
        lock.release();
      },
    });
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function checked(opened: OpenedDatabase): Promise<OpenedDatabase> {
  try {
    await listAppliedMigrations(opened.database);
    return opened;
  } catch (error) {
    await opened.close();
    if (error instanceof Error && "code" in error && error.code === "42P01") {
      throw new BackupError("The database contains no Wayfare tables.", { cause: error });
    }
    throw error;
  }
}

/**
 * Returns the server secrets of a deployment in the format of SERVER_SECRET, after checking them against the database.
 *
 * @throws BackupError if they are missing or belong to another database.
 */
export async function readSecretsText(
  settings: Settings,
  { database, dataDirectory }: Pick<OpenedDatabase, "database" | "dataDirectory">,
): Promise<string> {
  const path = join(dataDirectory, "server-secret");
  if (settings.serverSecret === null && !existsSync(path)) {
    throw new BackupError(`Missing server secret: ${path} does not exist. Set SERVER_SECRET or restore the file.`);
  }
  const text = settings.serverSecret ?? readFileSync(path, "utf8").trim();
  await assertSecretsMatch(database, text);
  return text;
}

/** Throws a BackupError if no secret is known to the database, or a known id has another value. */
export async function assertSecretsMatch(db: Queryable, secretsText: string): Promise<void> {
  const { all } = parseServerSecrets(secretsText);
  const canaries = await readCanaries(db);
  const known = all.filter(({ id }) => canaries.has(id));
  const isOther = known.some((secret) => canaries.get(secret.id)?.equals(secret.derive("canary")) !== true);
  if (isOther || (canaries.size > 0 && known.length === 0)) {
    throw new BackupError(
      `The server secret does not match this database, which uses ${[...canaries.keys()].join(", ")}.`,
    );
  }
}

/** Returns the path of DATA_DIR; creates it if it does not exist. */
export function createDataDirectory(settings: Settings): string {
  const path = resolve(settings.dataDir);
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new DataDirectoryError("NOT_WRITABLE", `Cannot create ${path}: ${String(error)}`, { cause: error });
  }
  return path;
}
