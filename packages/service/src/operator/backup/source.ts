import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  type Database,
  DataDirectoryError,
  listAppliedMigrations,
  openDataDirectory,
  openPglite,
  openPostgres,
  type Session,
} from "@wayfare/database";
import { readCanaries } from "../../secrets/canary.ts";
import { parseServerSecrets } from "../../secrets/server-secret.ts";
import type { Settings } from "../../settings/schema.ts";

/** A deployment's database as it is: neither made nor migrated. */
export interface OpenedDatabase {
  database: Database;
  /** Absolute. */
  dataDirectory: string;
  close(): Promise<void>;
}

/** Something that a command of the operator needs is not as it should be; the message says what to do. */
export class BackupError extends Error {
  override name = "BackupError";
}

/**
 * Opens the database of the settings without changing it. The embedded one is locked meanwhile.
 *
 * @throws BackupError where there is none.
 */
export async function openExisting(settings: Settings, nowMs: number): Promise<OpenedDatabase> {
  const dataDirectory = resolve(settings.dataDir);
  if (settings.databaseUrl !== null) {
    const database = await openPostgres({ connectionString: settings.databaseUrl, max: 2 });
    return checked({ database, dataDirectory, close: () => database.close() });
  }
  const directory = join(dataDirectory, "database");
  if (!existsSync(join(directory, "PG_VERSION"))) {
    throw new BackupError(`There is no database in ${dataDirectory}. Set DATA_DIR or DATABASE_URL.`);
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
      throw new BackupError("The database holds no tables of Wayfare.", { cause: error });
    }
    throw error;
  }
}

/**
 * The server secrets of a deployment, as SERVER_SECRET holds them, after a check against the database.
 *
 * @throws BackupError where they are missing, or are those of another database.
 */
export async function readSecretsText(
  settings: Settings,
  { database, dataDirectory }: Pick<OpenedDatabase, "database" | "dataDirectory">,
): Promise<string> {
  const path = join(dataDirectory, "server-secret");
  if (settings.serverSecret === null && !existsSync(path)) {
    throw new BackupError(
      `The server secret is missing: ${path} does not exist. Set SERVER_SECRET or restore the file.`,
    );
  }
  const text = settings.serverSecret ?? readFileSync(path, "utf8").trim();
  await assertSecretsFit(database, text);
  return text;
}

/** Throws a `BackupError` where no secret, or another one by a known name, made what the database holds. */
export async function assertSecretsFit(session: Session, secretsText: string): Promise<void> {
  const { all } = parseServerSecrets(secretsText);
  const canaries = await readCanaries(session);
  const known = all.filter(({ id }) => canaries.has(id));
  const isOther = known.some((secret) => canaries.get(secret.id)?.equals(secret.derive("canary")) !== true);
  if (isOther || (canaries.size > 0 && known.length === 0)) {
    throw new BackupError(
      `The server secret is not that of this database, which was made with ${[...canaries.keys()].join(", ")}.`,
    );
  }
}

/** DATA_DIR, made where it is missing. */
export function makeDataDirectory(settings: Settings): string {
  const path = resolve(settings.dataDir);
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new DataDirectoryError("NOT_WRITABLE", `${path} cannot be made: ${String(error)}`, { cause: error });
  }
  return path;
}
