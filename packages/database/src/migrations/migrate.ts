/**
 * Migrations: numbered SQL files, forward only, each in its own transaction, except those that build large indexes `CONCURRENTLY` (see
 * migration-files.ts).
 *
 * The first line of a file says whether it is breaking. A file is breaking if a node that does not know it could no longer work: a dropped
 * or renamed column, a new NOT NULL without a default, a new meaning of an existing value. New tables, nullable columns and indexes are not
 * breaking. The schema's breaking version is the id of the newest applied breaking file. A node whose newest file is older refuses to
 * start; a node that lacks only later non-breaking files works, so that nodes of two versions can share a database during a rolling
 * upgrade.
 *
 * Before a breaking file, `migrate` announces it on a channel. Processes that do not know the file shut down (see schema-version.ts), and
 * `migrate` waits until the last of them has closed its connections.
 *
 * A file that needs a table lock waits `lockTimeoutMs` for it, lets queued statements run, and retries: a long transaction delays the
 * migration and not the service. A file locks at most one existing table. With two, it could deadlock with a transaction of a running
 * process that locks them in another order, and PostgreSQL might cancel that transaction.
 *
 * `schema_migrations` stores the checksum of every file. A file that was edited after it was applied is rejected: databases with the old
 * text and databases with the new text would differ silently.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Connection, Database } from "../port/port.ts";
import { applyMigration } from "./apply-migration.ts";
import { MigrationError } from "./migration-error.ts";
import { listMigrationFiles, type MigrationFile } from "./migration-files.ts";
import { countOlderProcesses, schemaChannel } from "./schema-version.ts";

export interface MigrateOptions {
  /** Time to record in `schema_migrations`, in milliseconds since 1970. */
  readonly nowMs: number;
  /** Replaces the files shipped with this version. */
  readonly files?: readonly MigrationFile[];
  /** Called after each file has been committed. */
  readonly onApplied?: (file: MigrationFile) => void;
  /** Lock timeout of one try; default 3,000 ms. */
  readonly lockTimeoutMs?: number;
  /** Maximum tries per file; default 100, about five minutes. */
  readonly maxLockTries?: number;
  /** Time to wait for processes of older versions to stop before a breaking file; default 90,000 ms. */
  readonly drainTimeoutMs?: number;
}

/** Recorded time of migrations in the prepared archive; `migrate` replaces it in each database that is made from it. */
export const unsetTimeMs = 0;

interface AppliedMigration {
  readonly id: number;
  readonly name: string;
  readonly checksum: string;
  readonly breaking_version: number;
  readonly is_undated: boolean;
}

/** Advisory lock key, "wayfare" in ASCII; the same in all versions. */
const lockKey = 0x77_61_79_66_61_72_65n;

/**
 * Applies pending migrations.
 *
 * @returns the applied files in order; none if another process applied them while this one waited.
 * @throws MigrationError; files before the failed one stay applied.
 */
export async function migrate(database: Database, options: MigrateOptions): Promise<MigrationFile[]> {
  const files = (options.files ?? (await listMigrationFiles())).toSorted((a, b) => a.id - b.id);
  return database.lock(lockKey, async (connection) => {
    await connection.script(`
      CREATE TABLE IF NOT EXISTS schema_migrations (
        id integer PRIMARY KEY,
        name text NOT NULL,
        checksum text NOT NULL,
        breaking_version integer NOT NULL,
        applied_at timestamptz NOT NULL
      )`);
    const applied = await connection.query<AppliedMigration>(
      `SELECT id, name, checksum, breaking_version, applied_at = $1 AS is_undated
       FROM schema_migrations ORDER BY id LIMIT 10000`,
      [new Date(unsetTimeMs)],
    );
    if (applied.some((each) => each.is_undated)) {
      await connection.execute("UPDATE schema_migrations SET applied_at = $1 WHERE applied_at = $2", [
        new Date(options.nowMs),
        new Date(unsetTimeMs),
      ]);
    }
    const pending = pendingFiles(files, applied);
    let breakingVersion = applied.at(-1)?.breaking_version ?? 0;
    for (const file of pending) {
      if (file.breaking) {
        breakingVersion = file.id;
        if (database.engine === "postgresql") await drainOlderProcesses(connection, file, options.drainTimeoutMs);
      }
      await applyMigration(connection, file, { ...options, breakingVersion, appliedAt: new Date(options.nowMs) });
      options.onApplied?.(file);
    }
    return pending;
  });
}

function pendingFiles(files: readonly MigrationFile[], applied: readonly AppliedMigration[]): MigrationFile[] {
  const newestOwn = files.at(-1)?.id ?? 0;
  const newestApplied = applied.at(-1);
  if (newestApplied !== undefined && newestApplied.breaking_version > newestOwn) {
    throw new MigrationError(
      "SCHEMA_TOO_NEW",
      `the database was migrated by a newer version of Wayfare: its schema needs migration ${label(newestApplied.breaking_version)}, ` +
        `and the newest migration of this version is ${label(newestOwn)}. Start the newer version, or restore an earlier backup.`,
    );
  }
  const known = new Map(files.map((file) => [file.id, file]));
  for (const each of applied) assertUnchanged(each, known.get(each.id), newestOwn);
  const appliedIds = new Set(applied.map((each) => each.id));
  const pending = files.filter((file) => !appliedIds.has(file.id));
  const late = pending.find((file) => file.id < (newestApplied?.id ?? 0));
  if (late === undefined) return pending;
  throw new MigrationError(
    "MIGRATION_OUT_OF_ORDER",
    `migration ${label(late.id)}_${late.name} is older than an applied migration ` +
      `(${label(newestApplied?.id ?? 0)}). Give it the next free number.`,
  );
}

function assertUnchanged(applied: AppliedMigration, file: MigrationFile | undefined, newestOwn: number): void {
  const title = `${label(applied.id)}_${applied.name}`;
  if (file === undefined) {
    if (applied.id > newestOwn) return;
    throw new MigrationError(
      "MIGRATION_MISSING",
      `the database has migration ${title}, which is missing in this version.`,
    );
  }
  if (file.checksum === applied.checksum) return;
  throw new MigrationError(
    "MIGRATION_EDITED",
    `migration ${title} was edited after it was applied to this database. Restore its text and put the change into a new file.`,
  );
}

const drainPollMs = 100;

/** Notifies processes of older versions to shut down, and waits until none is connected. */
async function drainOlderProcesses(connection: Connection, file: MigrationFile, timeoutMs = 90_000): Promise<void> {
  const deadlineMs = performance.now() + timeoutMs;
  await connection.query("SELECT pg_notify($1, $2)", [schemaChannel, String(file.id)]);
  for (;;) {
    const older = await countOlderProcesses(connection, file.id);
    if (older === 0) return;
    if (performance.now() > deadlineMs) {
      throw new MigrationError(
        "OLDER_PROCESSES",
        `migration ${label(file.id)}_${file.name} breaks older versions, and ${older} ${older === 1 ? "connection" : "connections"} of them ` +
          "did not close. Stop the older processes, then start again.",
      );
    }
    await delay(drainPollMs);
  }
}

function label(id: number): string {
  return String(id).padStart(4, "0");
}
