import { migrate } from "../migrations/migrate.ts";
import { MigrationError } from "../migrations/migration-error.ts";
import { listMigrationFiles } from "../migrations/migration-files.ts";
import type { Database, Queryable } from "../port/port.ts";

/** A migration as listed in an archive. */
export interface ArchivedMigration {
  readonly id: number;
  readonly name: string;
  readonly checksum: string;
}

export function listAppliedMigrations(db: Queryable): Promise<ArchivedMigration[]> {
  return db.query<ArchivedMigration & object>(
    "SELECT id, name, checksum FROM schema_migrations ORDER BY id LIMIT 10000",
  );
}

/**
 * Checks that this version has all migrations of an archive with the same text, before the database is changed.
 *
 * @throws MigrationError if the archive was made by a newer version or has different migrations.
 */
export async function assertKnownMigrations(archived: readonly ArchivedMigration[]): Promise<void> {
  const files = new Map((await listMigrationFiles()).map((file) => [file.id, file]));
  for (const { id, name, checksum } of archived) {
    const title = `${String(id).padStart(4, "0")}_${name}`;
    const file = files.get(id);
    if (file === undefined) {
      throw new MigrationError(
        "SCHEMA_TOO_NEW",
        `the backup was made by a newer version of Wayfare: migration ${title} is missing here. Restore it with that version or a later one.`,
      );
    }
    if (file.checksum !== checksum) {
      throw new MigrationError("MIGRATION_EDITED", `the backup was made with a different text of migration ${title}.`);
    }
  }
}

/** Migrates an empty database to the schema version of an archive, so that later migrations also run on its rows. */
export async function migrateToArchive(
  database: Database,
  archived: readonly ArchivedMigration[],
  nowMs: number,
): Promise<void> {
  const newest = archived.at(-1)?.id ?? 0;
  const files = (await listMigrationFiles()).filter(({ id }) => id <= newest);
  await migrate(database, { nowMs, files });
  const applied = await database.query<{ id: number }>("SELECT id FROM schema_migrations ORDER BY id DESC LIMIT 1");
  if (applied[0]?.id === newest) return;
  throw new MigrationError(
    "SCHEMA_TOO_NEW",
    "the target database has later migrations than the backup. Restore into a database without tables.",
  );
}
