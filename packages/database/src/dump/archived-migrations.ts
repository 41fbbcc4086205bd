import { migrate } from "../migrations/migrate.ts";
import { MigrationError } from "../migrations/migration-error.ts";
import { listMigrationFiles } from "../migrations/migration-files.ts";
import type { Database, Session } from "../port/port.ts";

/** A migration as an archive names it. */
export interface ArchivedMigration {
  readonly id: number;
  readonly name: string;
  readonly checksum: string;
}

export function listAppliedMigrations(session: Session): Promise<ArchivedMigration[]> {
  return session.query<ArchivedMigration & object>(
    "SELECT id, name, checksum FROM schema_migrations ORDER BY id LIMIT 10000",
  );
}

/**
 * Checks, before a database is touched, that this version has all migrations of an archive with the same text.
 *
 * @throws MigrationError where the archive is of a newer version, or of one with other migrations.
 */
export async function assertKnownMigrations(archived: readonly ArchivedMigration[]): Promise<void> {
  const files = new Map((await listMigrationFiles()).map((file) => [file.id, file]));
  for (const { id, name, checksum } of archived) {
    const title = `${String(id).padStart(4, "0")}_${name}`;
    const file = files.get(id);
    if (file === undefined) {
      throw new MigrationError(
        "SCHEMA_TOO_NEW",
        `the backup was made by a newer Wayfare: this version lacks migration ${title}. Restore it with the version that made it, or a later one.`,
      );
    }
    if (file.checksum !== checksum) {
      throw new MigrationError("MIGRATION_EDITED", `the backup was made with another text of migration ${title}.`);
    }
  }
}

/** Brings an empty database to the schema of an archive, so that later migrations run over its rows as they would have. */
export async function migrateLike(
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
    "the target database already has later migrations than the backup. Restore into a database without tables.",
  );
}
