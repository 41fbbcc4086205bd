import { createHash } from "node:crypto";
import { access, cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { dumpPglite, listMigrationFiles, migrate, openPglite } from "@wayfare/database";

const cacheDirectory = fileURLToPath(new URL("../.build/test-databases", import.meta.url));

/** A migrated, empty PGlite in two forms: a snapshot file for databases in memory, and a directory for a service. */
export interface PreparedDatabase {
  readonly snapshotPath: string;
  readonly directory: string;
}

/**
 * Creates the prepared database if it is missing. It is cached between runs, because creating it takes seconds; its name is a fingerprint
 * of all inputs.
 */
export async function prepareDatabase(migratedAtMs: number): Promise<PreparedDatabase> {
  const prepared = await nameDatabase();
  if ((await exists(prepared.snapshotPath)) && (await exists(prepared.directory))) return prepared;
  await mkdir(cacheDirectory, { recursive: true });
  for (const each of await readdir(cacheDirectory)) await rm(join(cacheDirectory, each), { recursive: true });
  const snapshot = await dumpPglite(async (database) => {
    await migrate(database, { nowMs: migratedAtMs });
    // Unused template databases: a third of the files to unpack and copy.
    await database.script("UPDATE pg_database SET datistemplate = false WHERE datname LIKE 'template_'");
    for (const name of ["template0", "template1"]) await database.script(`DROP DATABASE ${name}`);
    await database.script("CHECKPOINT");
  });
  // Written to a draft and renamed, so that a concurrent run never sees a partial one.
  const draft = join(cacheDirectory, `draft-${process.pid}`);
  await writeFile(draft, snapshot.stream());
  await rename(draft, prepared.snapshotPath);
  const database = await openPglite({ directory: draft, snapshot });
  await database.close();
  await rename(draft, prepared.directory);
  return prepared;
}

/**
 * Copies the prepared database into a data directory, which saves the service seconds at its start. Does nothing if none is prepared; the
 * service then creates its own.
 */
export async function copyPreparedDatabase(dataDirectory: string): Promise<void> {
  const { directory } = await nameDatabase();
  if (await exists(directory)) await cp(directory, join(dataDirectory, "database"), { recursive: true });
}

async function nameDatabase(): Promise<PreparedDatabase> {
  const name = join(cacheDirectory, `pglite-${await fingerprint()}`);
  return { snapshotPath: `${name}.tar`, directory: name };
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function fingerprint(): Promise<string> {
  const hash = createHash("sha256");
  for (const { id, name, checksum } of await listMigrationFiles()) hash.update(`${id} ${name} ${checksum}`);
  hash.update(await readFile(createRequire(import.meta.url).resolve("@electric-sql/pglite")));
  hash.update(await readFile(new URL("../packages/database/src/migrations/migrate.ts", import.meta.url)));
  hash.update(await readFile(new URL(import.meta.url)));
  return hash.digest("hex").slice(0, 16);
}
