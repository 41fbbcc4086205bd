import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { beforeEach, expect, inject, onTestFinished, test } from "vitest";
import {
  checkDatabaseArchive,
  type Database,
  listMigrationFiles,
  migrate,
  openPglite,
  parseMigrationFile,
  prepareDatabaseArchive,
} from "../../src/index.ts";

const nowMs = Date.UTC(2026, 5, 1);

let directory: string;

beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), "wayfare-archive-")), "database");
  onTestFinished(() => rmSync(join(directory, ".."), { recursive: true }));
});

/** The test run's archive, which was built before this test. */
const readSnapshot = () => readFileSync(inject("testDatabases").pgliteSnapshotPath);

/** Returns all rows of all tables as text, in order, by table. */
async function readRows(database: Database): Promise<Map<string, string[]>> {
  const tables = await database.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1 LIMIT 1000`,
  );
  const rows = new Map<string, string[]>();
  for (const { name } of tables) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    const found = await database.query<{ row: string }>(
      `SELECT t::text AS row FROM ${name} AS t ORDER BY 1 LIMIT 10000`,
    );
    rows.set(
      name,
      found.map(({ row }) => row),
    );
  }
  return rows;
}

async function openSnapshot(tar: Uint8Array<ArrayBuffer>): Promise<Database> {
  const database = await openPglite({ directory: null, snapshot: new Blob([tar]) });
  onTestFinished(() => database.close());
  return database;
}

test("contains nothing that differs between two archives, so databases share no secret", async () => {
  const archive = await prepareDatabaseArchive();
  const current = (await checkDatabaseArchive(archive)) ?? new Uint8Array();
  const [one, other] = [await openSnapshot(readSnapshot()), await openSnapshot(zstdDecompressSync(current))];
  const rows = await readRows(one);
  expect(rows.size).toBeGreaterThan(50);
  expect(await readRows(other)).toStrictEqual(rows);
  // The comparison finds a random value, and a time that is not constant.
  for (const value of ["gen_random_uuid()::text", "clock_timestamp()::text"]) {
    for (const each of [one, other]) await each.script(`CREATE TABLE found AS SELECT ${value} AS value`);
    expect(await readRows(other)).not.toStrictEqual(await readRows(one));
    for (const each of [one, other]) await each.script("DROP TABLE found");
  }
  // A stale archive is not used.
  const files = await listMigrationFiles();
  const added = parseMigrationFile("9000_added.sql", "-- breaking: false\nSELECT 1;\n");
  const edited = files.map((file) => ({ ...file, checksum: file.id === 1 ? "edited" : file.checksum }));
  for (const changed of [[...files, added], files.slice(0, -1), edited]) {
    expect(await checkDatabaseArchive(archive, changed)).toBeUndefined();
  }
  expect(await checkDatabaseArchive(archive.subarray(1))).toBeUndefined();
  expect(await checkDatabaseArchive(new Uint8Array())).toBeUndefined();
});

test("a database made from it has all migrations, applied at its own start", async () => {
  const readArchive = async () => zstdCompressSync(readSnapshot());
  const database = await openPglite({ directory, readArchive });
  expect(await migrate(database, { nowMs })).toStrictEqual([]);
  const applied =
    "SELECT count(*)::int AS count, min(applied_at) AS first, max(applied_at) AS last FROM schema_migrations";
  const [row] = await database.query(applied);
  expect(row).toStrictEqual({
    count: (await listMigrationFiles()).length,
    first: new Date(nowMs),
    last: new Date(nowMs),
  });
  await database.close();
  // A later start changes nothing, and needs no archive.
  const again = await openPglite({ directory, readArchive: () => Promise.reject(new Error("not a new database")) });
  await migrate(again, { nowMs: nowMs + 1 });
  expect(await again.query(applied)).toStrictEqual([row]);
  await again.close();
});

test("refuses a directory with files and without PG_VERSION, and changes nothing", async () => {
  mkdirSync(directory);
  writeFileSync(join(directory, "postgresql.conf"), "kept");
  await expect(openPglite({ directory })).rejects.toThrow(/is not empty but has no PG_VERSION.*Restore a backup/);
  expect(readdirSync(directory)).toStrictEqual(["postgresql.conf"]);
  expect(readFileSync(join(directory, "postgresql.conf"), "utf8")).toBe("kept");
});

test("refuses a mount point, which cannot be replaced by a new database", async () => {
  mkdirSync(join(directory, "lost+found"), { recursive: true });
  await expect(openPglite({ directory })).rejects.toThrow(/is a mount point.*Mount the volume at DATA_DIR instead/);
  expect(readdirSync(directory)).toStrictEqual(["lost+found"]);
});
