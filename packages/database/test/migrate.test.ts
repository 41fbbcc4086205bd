import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type Database,
  listMigrationFiles,
  type MigrationFile,
  migrate,
  openPglite,
  openPostgres,
  parseMigrationFile,
} from "../src/index.ts";
import { createTestDatabase, type TestDatabase, testDatabaseKinds } from "./test-databases.ts";

const nowMs = Date.UTC(2026, 10, 21);
const shipped = await listMigrationFiles();
const last = shipped.length;
const lastBreaking = shipped.findLast((file) => file.breaking)?.id;

/** A migration that comes `offset` after the shipped ones. */
function later(offset: number, breaking: boolean, sql: string): MigrationFile {
  const number = String(last + offset).padStart(4, "0");
  return parseMigrationFile(`${number}_later.sql`, `-- breaking: ${breaking}\n${sql}`);
}

const table = later(1, false, "CREATE TABLE later (id int); CREATE INDEX later_id ON later (id);");
const breaking = later(2, true, "ALTER TABLE later RENAME COLUMN id TO number;");

describe.each(testDatabaseKinds)("%s", (kind) => {
  let own: TestDatabase;
  let database: Database;

  beforeEach(async () => {
    own = await createTestDatabase(kind);
    database = own.database;
  });

  afterEach(() => own.drop());

  test("an up-to-date schema is left alone", async () => {
    expect(await migrate(database, { nowMs })).toStrictEqual([]);
  });

  test("only what is missing is applied, in order, with the caller's instant", async () => {
    const told: number[] = [];
    const files = [breaking, ...shipped, table];
    const applied = await migrate(database, { nowMs, files, onApplied: (file) => told.push(file.id) });
    expect(applied.map((file) => file.id)).toStrictEqual([last + 1, last + 2]);
    expect(told).toStrictEqual([last + 1, last + 2]);
    const rows = await database.query("SELECT * FROM schema_migrations WHERE id > $1 ORDER BY id", [last]);
    expect(rows).toStrictEqual([
      {
        id: last + 1,
        name: "later",
        checksum: table.checksum,
        breaking_version: lastBreaking,
        applied_at: new Date(nowMs),
      },
      {
        id: last + 2,
        name: "later",
        checksum: breaking.checksum,
        breaking_version: last + 2,
        applied_at: new Date(nowMs),
      },
    ]);
    expect(await database.query("SELECT number FROM later")).toStrictEqual([]);
  });

  test("a failing migration changes nothing, names itself, and keeps those before it", async () => {
    const failing = later(2, false, "CREATE TABLE half (id int); SELECT 1/0;");
    const attempt = migrate(database, { nowMs, files: [...shipped, table, failing] });
    await expect(attempt).rejects.toMatchObject({
      code: "MIGRATION_FAILED",
      message: expect.stringMatching(/\d{4}_later failed and changed nothing: division by zero/),
    });
    expect(
      await database.query("SELECT to_regclass('half') AS half, to_regclass('later')::text AS later"),
    ).toStrictEqual([{ half: null, later: "later" }]);
    expect(await migrate(database, { nowMs, files: [...shipped, table, breaking] })).toHaveLength(1);
  });

  test("an applied file that was edited is refused by name", async () => {
    const edited = shipped.map((file) =>
      file.id === 1 ? parseMigrationFile(`0001_${file.name}.sql`, `${file.sql}-- one more line\n`) : file,
    );
    await expect(migrate(database, { nowMs, files: edited })).rejects.toMatchObject({
      code: "MIGRATION_EDITED",
      message: expect.stringContaining("0001_accounts_and_keys was edited"),
    });
  });

  test("an older node refuses a schema with a newer breaking migration and accepts one that breaks nothing", async () => {
    await migrate(database, { nowMs, files: [...shipped, table] });
    expect(await migrate(database, { nowMs })).toStrictEqual([]);
    await migrate(database, { nowMs, files: [...shipped, table, breaking] });
    await expect(migrate(database, { nowMs })).rejects.toMatchObject({
      code: "SCHEMA_TOO_NEW",
      message: expect.stringContaining("Start the newer version"),
    });
  });

  test("a breaking migration stays breaking under later ones that are not", async () => {
    const harmless = later(3, false, "CREATE TABLE harmless (id int);");
    await migrate(database, { nowMs, files: [...shipped, table, breaking, harmless] });
    await expect(migrate(database, { nowMs })).rejects.toMatchObject({ code: "SCHEMA_TOO_NEW" });
    expect(await migrate(database, { nowMs, files: [...shipped, table, breaking] })).toStrictEqual([]);
  });

  test("a migration numbered below an applied one is refused, and so is one that vanished", async () => {
    await migrate(database, {
      nowMs,
      files: [...shipped, breaking].map((file) => (file === breaking ? later(2, false, "SELECT 1;") : file)),
    });
    await expect(
      migrate(database, { nowMs, files: [...shipped, table, later(2, false, "SELECT 1;")] }),
    ).rejects.toMatchObject({
      code: "MIGRATION_OUT_OF_ORDER",
    });
    await expect(migrate(database, { nowMs, files: [...shipped, later(3, false, "SELECT 1;")] })).rejects.toMatchObject(
      {
        code: "MIGRATION_MISSING",
      },
    );
  });

  test("two that migrate at once on one handle apply each file once", async () => {
    const files = [...shipped, table, breaking];
    const outcomes = await Promise.all([migrate(database, { nowMs, files }), migrate(database, { nowMs, files })]);
    expect(outcomes.flat().map((file) => file.id)).toStrictEqual([last + 1, last + 2]);
  });

  test("the shipped schema keeps its promises", async () => {
    await database.script(`
      INSERT INTO accounts (id, name, created_at) VALUES ('acct_1', 'One', '2026-11-21Z');
      INSERT INTO api_keys (id, account_id, environment, name, scopes, hash, secret_id, hint, created_at)
        VALUES ('ak_1', 'acct_1', 'test', 'k', '{usage.read}', '\\x01', 's1', 'key_test_…', '2026-11-21Z')`);
    const refused: [string, string][] = [
      ["UPDATE api_keys SET environment = 'prod'", "23514"],
      ["UPDATE api_keys SET revoked_at = '2026-11-21Z'", "23514"],
      ["UPDATE api_keys SET account_id = 'acct_2'", "23503"],
      [
        "INSERT INTO api_keys SELECT 'ak_2', account_id, environment, name, scopes, hash, secret_id, hint, created_at FROM api_keys",
        "23505",
      ],
      [
        "INSERT INTO searches VALUES ('srch_1', 'acct_1', 'service', 'ak_1', '{}', '2026-11-21Z', '2026-11-21Z', 'w')",
        "23514",
      ],
    ];
    for (const [sql, code] of refused) await expect(database.execute(sql)).rejects.toMatchObject({ code });
  });
});

test("two processes that start on an empty PostgreSQL: one migrates, the other waits and finds it done", async () => {
  const own = await createTestDatabase("postgresql");
  await own.database.script("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
  const run = async () => {
    const script = new URL("migrate-process.ts", import.meta.url).pathname;
    const child = spawn(process.execPath, [script, own.connectionString ?? ""], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const [code] = await once(child, "close");
    return { code, applied: output };
  };
  const outcomes = await Promise.all([run(), run()]);
  expect(outcomes.toSorted((a, b) => a.applied.length - b.applied.length)).toStrictEqual([
    { code: 0, applied: "[]\n" },
    { code: 0, applied: `${JSON.stringify(shipped.map((file) => file.id))}\n` },
  ]);
  await own.drop();
});

test("a process that dies while it migrates leaves nothing behind and lets the next one go on", async () => {
  const own = await createTestDatabase("postgresql");
  const dying = await openPostgres({ connectionString: own.connectionString ?? "" });
  const suicide = later(1, false, "CREATE TABLE half (id int); SELECT pg_terminate_backend(pg_backend_pid());");
  await expect(migrate(dying, { nowMs, files: [...shipped, suicide] })).rejects.toThrow();
  expect(await migrate(own.database, { nowMs, files: [...shipped, table] })).toHaveLength(1);
  expect(await own.database.query("SELECT to_regclass('half') AS half")).toStrictEqual([{ half: null }]);
  await dying.close();
  await own.drop();
});

test("an empty PGlite gets every shipped migration", async () => {
  const database = await openPglite({ directory: null });
  expect(await migrate(database, { nowMs })).toHaveLength(shipped.length);
  await database.close();
});

test.each([
  ["1_x.sql", "-- breaking: true\n"],
  ["0001-x.sql", "-- breaking: true\n"],
  ["0001_x.sql", "CREATE TABLE x ();"],
  ["0001_x.sql", "-- breaking: maybe\n"],
  ["0001_x.sql", "\n-- breaking: true\n"],
])("a migration file %s with the text %j is refused", (name, text) => {
  expect(() => parseMigrationFile(name, text)).toThrow(/^migration .*should/);
});

test("a checkout with Windows line endings has the same checksums", () => {
  const unix = parseMigrationFile("0001_x.sql", "-- breaking: true\nSELECT 1;\n");
  const windows = parseMigrationFile("0001_x.sql", "-- breaking: true\r\nSELECT 1;\r\n");
  expect(windows).toStrictEqual(unix);
});

test("the shipped migrations are numbered without gaps and never ask the server for the time", () => {
  expect(shipped.map((file) => file.id)).toStrictEqual(shipped.map((_, index) => index + 1));
  for (const file of shipped) {
    const statements = file.sql.replaceAll(/--.*$/gm, "");
    expect(statements).not.toMatch(/\b(now|current_timestamp|current_date|clock_timestamp|localtime)\b/i);
  }
});
