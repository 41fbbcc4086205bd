/**
 * Coordinates running processes with breaking migrations. A process puts the newest migration that it knows into the `application_name` of
 * its connections (`wayfare schema=13`). `migrate` announces a breaking file on a channel and waits until no connection with a lower number
 * is left.
 */

import type { Database, Queryable } from "../port/port.ts";
import { listMigrationFiles } from "./migration-files.ts";

/** Channel on which `migrate` announces the id of a breaking file before applying it. */
export const schemaChannel = "wayfare_schema";

/** Returns the `application_name` of a process that knows migrations up to this id. */
export function applicationNameOf(newestMigration: number): string {
  return `wayfare schema=${newestMigration}`;
}

/** Counts the connections to this database, by this role, of processes that do not know the migration. */
export async function countOlderProcesses(db: Queryable, migration: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `SELECT count(*) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND substring(application_name FROM '^wayfare schema=([0-9]+)$')::int < $1`,
    [migration],
  );
  return row?.count ?? 0;
}

export interface SchemaWatchOptions {
  /** Called once, with the id of a breaking migration that this version does not know. */
  readonly onBreakingMigration: (migration: number) => void;
  /** Called if the schema version cannot be read; the next check retries. */
  readonly onError: (error: unknown) => void;
  /** Newest migration that this process knows; by default the newest shipped file. */
  readonly newestMigration?: number;
  readonly pollMs?: number;
}

const defaultPollMs = 30_000;

/**
 * Watches for a breaking migration that this process does not know, by its announcement and by polling the schema version in case the
 * announcement was missed.
 *
 * @returns a function that stops watching.
 */
export async function watchSchema(database: Database, options: SchemaWatchOptions): Promise<() => Promise<void>> {
  const known = options.newestMigration ?? (await newestShippedMigration());
  let isReported = false;
  const report = (migration: number): void => {
    if (isReported || !(migration > known)) return;
    isReported = true;
    options.onBreakingMigration(migration);
  };
  const check = async (): Promise<void> => {
    try {
      report(await readBreakingVersion(database));
    } catch (error) {
      options.onError(error);
    }
  };
  const stopListening = await database.listen(schemaChannel, {
    onMessage: (payload) => report(Number(payload)),
    onReconnect: () => void check(),
  });
  const timer = setInterval(() => void check(), options.pollMs ?? defaultPollMs).unref();
  return async () => {
    clearInterval(timer);
    await stopListening();
  };
}

async function readBreakingVersion(database: Database): Promise<number> {
  const [newest] = await database.query<{ breaking_version: number }>(
    "SELECT breaking_version FROM schema_migrations ORDER BY id DESC LIMIT 1",
  );
  return newest?.breaking_version ?? 0;
}

/** Returns the id of the newest shipped migration. */
export async function newestShippedMigration(): Promise<number> {
  return (await listMigrationFiles()).at(-1)?.id ?? 0;
}

/** Returns the id of the newest migration of a database; 0 without one. */
export async function readNewestMigration(db: Queryable): Promise<number> {
  const [newest] = await db.query<{ id: number }>("SELECT id FROM schema_migrations ORDER BY id DESC LIMIT 1");
  return newest?.id ?? 0;
}

/** Counts the connections of Wayfare processes to this database, by the newest migration that they know, newest first. */
export async function countConnections(db: Queryable): Promise<{ knownMigration: number; connections: number }[]> {
  return db.query(
    `SELECT substring(application_name FROM '^wayfare schema=([0-9]+)$')::int AS "knownMigration", count(*)::int AS connections
     FROM pg_stat_activity
     WHERE datname = current_database() AND application_name ~ '^wayfare schema=[0-9]+$'
     GROUP BY 1 ORDER BY 1 DESC LIMIT 20`,
  );
}
