import { access, cp, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { zstdDecompressSync } from "node:zlib";
import { checkDatabaseArchive, databaseArchiveVersion, openPglite, prepareDatabaseArchive } from "@wayfare/database";

const cacheDirectory = fileURLToPath(new URL("../.build/test-databases", import.meta.url));

/** The archive of a migrated, empty database in two forms: a snapshot file for databases in memory, and a directory for a service. */
export interface PreparedDatabase {
  readonly snapshotPath: string;
  readonly directory: string;
}

/** Creates the prepared database if it is missing. It is cached between runs, because creating it takes seconds. */
export async function prepareDatabase(): Promise<PreparedDatabase> {
  const prepared = await nameDatabase();
  if ((await exists(prepared.snapshotPath)) && (await exists(prepared.directory))) return prepared;
  await mkdir(cacheDirectory, { recursive: true });
  for (const each of await readdir(cacheDirectory)) await rm(join(cacheDirectory, each), { recursive: true });
  const archive = await checkDatabaseArchive(await prepareDatabaseArchive());
  if (archive === undefined) throw new Error("the archive was made from other inputs than the present ones");
  // Written to a draft and renamed, so that a concurrent run never sees a partial one.
  const draft = join(cacheDirectory, `draft-${process.pid}`);
  await writeFile(draft, zstdDecompressSync(archive));
  await rename(draft, prepared.snapshotPath);
  const database = await openPglite({ directory: draft, readArchive: async () => archive });
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

/** Returns the paths of the prepared database, which contain the version of its archive. */
async function nameDatabase(): Promise<PreparedDatabase> {
  const name = join(cacheDirectory, `pglite-${(await databaseArchiveVersion()).slice(0, 16)}`);
  return { snapshotPath: `${name}.tar`, directory: name };
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
