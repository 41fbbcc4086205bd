import { setTimeout as delay } from "node:timers/promises";
import { DatabaseError, isDeadlock } from "../port/errors.ts";
import type { Connection, Queryable } from "../port/port.ts";
import { MigrationError } from "./migration-error.ts";
import type { ConcurrentIndex, MigrationFile } from "./migration-files.ts";

export interface ApplyOptions {
  readonly breakingVersion: number;
  readonly appliedAt: Date;
  readonly lockTimeoutMs?: number;
  readonly maxLockTries?: number;
}

const defaultLockTimeoutMs = 3000;
const defaultMaxLockTries = 100;

/** SQLSTATE lock_not_available: a statement exceeded `lock_timeout`. */
const lockNotAvailable = "55P03";

/**
 * Applies one file and records it. Retries after a lock timeout and after a deadlock with a running process.
 *
 * @throws MigrationError MIGRATION_FAILED if a statement fails or the locks cannot be acquired. A transactional file then changed nothing;
 * a concurrent one continues with its unfinished index at the next try.
 */
export async function applyMigration(
  connection: Connection,
  file: MigrationFile,
  options: ApplyOptions,
): Promise<void> {
  const lockTimeoutMs = options.lockTimeoutMs ?? defaultLockTimeoutMs;
  const maxTries = options.maxLockTries ?? defaultMaxLockTries;
  for (let tries = 1; ; tries++) {
    try {
      if (file.concurrentIndexes === null) await applyInTransaction(connection, file, { ...options, lockTimeoutMs });
      else await applyConcurrently(connection, file, file.concurrentIndexes, options);
      return;
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      if (!isLockConflict(error) || tries >= maxTries) throw failed(file, error);
    }
    // Statements that queued behind this one run before the next try.
    await delay(Math.min(lockTimeoutMs, 500));
  }
}

function isLockConflict(error: DatabaseError): boolean {
  return error.code === lockNotAvailable || isDeadlock(error);
}

async function applyInTransaction(
  connection: Connection,
  file: MigrationFile,
  options: ApplyOptions & { lockTimeoutMs: number },
): Promise<void> {
  await connection.transaction(async (tx) => {
    await tx.script(`SET LOCAL lock_timeout = ${Math.ceil(options.lockTimeoutMs)}`);
    await tx.script(file.sql);
    await record(tx, file, options);
  });
}

/** Builds the indexes of a concurrent file. An interrupted build leaves an invalid index, which is dropped and built again. */
async function applyConcurrently(
  connection: Connection,
  file: MigrationFile,
  indexes: readonly ConcurrentIndex[],
  options: ApplyOptions,
): Promise<void> {
  for (const index of indexes) {
    const [found] = await connection.query<{ valid: boolean }>(
      "SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1) LIMIT 1",
      [index.name],
    );
    if (found?.valid === true) continue;
    if (found !== undefined) await connection.script(`DROP INDEX CONCURRENTLY ${index.name}`);
    await connection.script(index.sql);
  }
  await record(connection, file, options);
}

async function record(db: Queryable, file: MigrationFile, options: ApplyOptions): Promise<void> {
  await db.execute(
    "INSERT INTO schema_migrations (id, name, checksum, breaking_version, applied_at) VALUES ($1, $2, $3, $4, $5)",
    [file.id, file.name, file.checksum, options.breakingVersion, options.appliedAt],
  );
}

function failed(file: MigrationFile, cause: DatabaseError): MigrationError {
  const title = `${String(file.id).padStart(4, "0")}_${file.name}`;
  if (isLockConflict(cause)) {
    const message = `migration ${title} changed nothing: another transaction kept holding a lock that it needs. End long transactions, then start again.`;
    return new MigrationError("MIGRATION_FAILED", message, { cause });
  }
  const effect = file.concurrentIndexes === null ? "failed and changed nothing" : "failed";
  return new MigrationError("MIGRATION_FAILED", `migration ${title} ${effect}: ${cause.message}`, { cause });
}
