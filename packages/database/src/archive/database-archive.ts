/**
 * The archive from which a new embedded database is made: an empty database with all migrations, compressed. Unpacking it takes a tenth of
 * the time of creating and migrating a database. It contains no value that differs between databases: the times of the migrations are set
 * at the first start (see migrate.ts), and all secrets are made by the service.
 *
 * Format: a skippable frame of zstd with a digest of all inputs, then the tar file in zstd.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { constants, zstdCompressSync } from "node:zlib";
import { dependencyPath, resourceUrl } from "@wayfare/resources";
import { migrate, unsetTimeMs } from "../migrations/migrate.ts";
import { listMigrationFiles, type MigrationFile } from "../migrations/migration-files.ts";
import { dumpPglite } from "../pglite/pglite.ts";

/** Sources that determine the archive together with the migrations and PGlite. An installation without sources does not have them. */
const recipe = [
  "database/src/archive/database-archive.ts",
  "database/src/migrations/apply-migration.ts",
  "database/src/migrations/migrate.ts",
  "database/src/pglite/pglite.ts",
];

/** Magic number of a skippable frame, then the length of its content, 32 bytes. */
const frameHeader = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 32, 0, 0, 0]);
const digestEnd = frameHeader.length + 32;

/** Creates the archive, which takes about ten seconds. Its size is 2.3 MB. */
export async function prepareDatabaseArchive(): Promise<Uint8Array<ArrayBuffer>> {
  const files = await listMigrationFiles();
  const dump = await dumpPglite(async (database) => {
    await migrate(database, { nowMs: unsetTimeMs, files });
    // Unused template databases: a third of the files to unpack.
    await database.script("UPDATE pg_database SET datistemplate = false WHERE datname LIKE 'template_'");
    for (const name of ["template0", "template1"]) await database.script(`DROP DATABASE ${name}`);
    await database.script("CHECKPOINT");
  });
  const params = { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_checksumFlag]: 1 };
  const compressed = zstdCompressSync(await dump.arrayBuffer(), { params });
  return Buffer.concat([frameHeader, digestInputs(files), compressed]);
}

/**
 * Returns the compressed tar file of an archive for `openPglite`, or undefined if the archive is stale: made from other migrations or by
 * another version of PGlite. The build replaces it when other sources change.
 *
 * @param files replaces the files shipped with this version
 */
export async function checkDatabaseArchive(
  archive: Uint8Array,
  files?: readonly MigrationFile[],
): Promise<Uint8Array | undefined> {
  const expected = Buffer.concat([frameHeader, digestInputs(files ?? (await listMigrationFiles()))]);
  return expected.equals(archive.subarray(0, digestEnd)) ? archive.subarray(digestEnd) : undefined;
}

/** Returns a digest of all inputs and of the sources that make the archive, for caches of tests. */
export async function databaseArchiveVersion(): Promise<string> {
  const hash = createHash("sha256").update(digestInputs(await listMigrationFiles()));
  for (const path of recipe) hash.update(readFileSync(resourceUrl(path)));
  return hash.digest("hex");
}

function digestInputs(files: readonly MigrationFile[]): Buffer {
  const hash = createHash("sha256");
  for (const { id, name, checksum } of files) hash.update(`${id} ${name} ${checksum}\n`);
  hash.update(readFileSync(join(dirname(dependencyPath("@electric-sql/pglite")), "../package.json")));
  return hash.digest();
}
