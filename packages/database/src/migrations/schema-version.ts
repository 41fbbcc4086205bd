/**
 * Running processes and breaking migrations. A process names the newest migration that it knows in its connections' `application_name`
 * (`wayfare schema=13`); `migrate` announces a breaking file on a channel and waits until no connection with a lower number is left.
 */

import type { Database, Session } from "../port/port.ts";
import { listMigrationFiles } from "./migration-files.ts";

/** The channel on which `migrate` announces the id of a breaking file before it applies it. */
export const schemaChannel = "wayfare_schema";

/** The `application_name` of a process that knows migrations up to this id. */
export function applicationNameOf(newestMigration: number): string {
  return `wayfare schema=${newestMigration}`;
}

/** Connections to this database, of this role, whose process does not know the migration. */
export async function countOlderProcesses(session: Session, migration: number): Promise<number> {
  const [row] = await session.query<{ count: number }>(
    `SELECT count(*) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND substring(application_name FROM '^wayfare schema=([0-9]+)$')::int < $1`,
    [migration],
  );
  return row?.count ?? 0;
}

export interface SchemaWatchOptions {
  /** Called once, with the id of the breaking migration that this version does not know. */
  readonly onBreakingMigration: (migration: number) => void;
  /** Called if the schema's version cannot be read; the next check reads it again. */
  readonly onError: (error: unknown) => void;
  /** The newest migration that this process knows; that of the shipped files by default. */
  readonly newestMigration?: number;
  readonly pollMs?: number;
}

const defaultPollMs = 30_000;

/**
 * Watches for a breaking migration that this process does not know: by the announcement before it is applied, and by reading the
 * schema's version, in case the announcement was missed.
 *
 * @returns stops watching.
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
    onGap: () => void check(),
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

/** The id of the newest migration that this version ships. */
export async function newestShippedMigration(): Promise<number> {
  return (await listMigrationFiles()).at(-1)?.id ?? 0;
}
