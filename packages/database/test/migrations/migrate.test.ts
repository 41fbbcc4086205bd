import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  applicationNameOf,
  type Database,
  listMigrationFiles,
  type MigrationFile,
  migrate,
  openPglite,
  openPostgres,
  parseMigrationFile,
  watchSchema,
} from "../../src/index.ts";
import { createTestDatabase, type TestDatabase, testDatabaseKinds } from "../test-databases.ts";

const nowMs = Date.UTC(2026, 10, 21);
const shipped = await listMigrationFiles();
const last = shipped.length;
const lastBreaking = shipped.findLast((file) => file.breaking)?.id;

/** Creates a migration with a number `offset` after the shipped ones. */
function later(offset: number, breaking: boolean, sql: string): MigrationFile {
  const number = String(last + offset).padStart(4, "0");
  return parseMigrationFile(`${number}_later.sql`, `-- breaking: ${breaking}\n${sql}`);
}

const table = later(1, false, "CREATE TABLE later (id int); CREATE INDEX later_id ON later (id);");

/** Creates a file that builds indexes on the table of `table` concurrently. */
function concurrent(offset: number, names: readonly string[]): MigrationFile {
  const statements = names.map((name) => `CREATE INDEX CONCURRENTLY ${name} ON later (id);`);
  return later(offset, false, `-- concurrently\n${statements.join("\n")}`);
}

const breaking = later(2, true, "ALTER TABLE later RENAME COLUMN id TO number;");

describe.each(testDatabaseKinds)("%s", (kind) => {
  let own: TestDatabase;
  let database: Database;

  beforeEach(async () => {
    own = await createTestDatabase(kind);
    database = own.database;
  });

  afterEach(async () => {
    // A database with a changed schema cannot be reused by another test.
    await database.script(`DROP TABLE IF EXISTS later; DELETE FROM schema_migrations WHERE id > ${last}`);
    await own.drop();
  });

  test("does not change an up-to-date schema", async () => {
    expect(await migrate(database, { nowMs })).toStrictEqual([]);
  });

  test("applies only missing files, in order, with the caller's time", async () => {
    const applications: number[] = [];
    const files = [breaking, ...shipped, table];
    const applied = await migrate(database, { nowMs, files, onApplied: (file) => applications.push(file.id) });
    expect(applied.map((file) => file.id)).toStrictEqual([last + 1, last + 2]);
    expect(applications).toStrictEqual([last + 1, last + 2]);
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

  test("rolls back a failed migration, names it, and keeps the earlier ones", async () => {
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

  test("rejects an applied file that was edited and names it", async () => {
    const edited = shipped.map((file) =>
      file.id === 1 ? parseMigrationFile(`0001_${file.name}.sql`, `${file.sql}-- one more line\n`) : file,
    );
    await expect(migrate(database, { nowMs, files: edited })).rejects.toMatchObject({
      code: "MIGRATION_EDITED",
      message: expect.stringContaining("0001_accounts_and_keys was edited"),
    });
  });

  test("rejects a schema with an unknown breaking migration and accepts unknown non-breaking ones", async () => {
    await migrate(database, { nowMs, files: [...shipped, table] });
    expect(await migrate(database, { nowMs })).toStrictEqual([]);
    await migrate(database, { nowMs, files: [...shipped, table, breaking] });
    await expect(migrate(database, { nowMs })).rejects.toMatchObject({
      code: "SCHEMA_TOO_NEW",
      message: expect.stringContaining("Start the newer version"),
    });
  });

  test("builds the indexes of a concurrent file outside a transaction and rebuilds an invalid one", async () => {
    const file = concurrent(2, ["later_id_1", "later_id_2"]);
    await migrate(database, { nowMs, files: [...shipped, table] });
    if (kind === "postgresql") {
      // The state after an interrupted CREATE INDEX CONCURRENTLY.
      await database.script("INSERT INTO later VALUES (1), (1)");
      await expect(database.script("CREATE UNIQUE INDEX CONCURRENTLY later_id_1 ON later (id)")).rejects.toMatchObject({
        code: "23505",
      });
    }
    expect(await migrate(database, { nowMs, files: [...shipped, table, file] })).toHaveLength(1);
    const indexes = await database.query(
      "SELECT relname, indisvalid, indisunique FROM pg_index JOIN pg_class ON oid = indexrelid WHERE relname LIKE 'later_id_%' ORDER BY 1",
    );
    expect(indexes).toStrictEqual([
      { relname: "later_id_1", indisvalid: true, indisunique: false },
      { relname: "later_id_2", indisvalid: true, indisunique: false },
    ]);
  });

  test("keeps the breaking version after later non-breaking migrations", async () => {
    const harmless = later(3, false, "CREATE TABLE harmless (id int);");
    await migrate(database, { nowMs, files: [...shipped, table, breaking, harmless] });
    await expect(migrate(database, { nowMs })).rejects.toMatchObject({ code: "SCHEMA_TOO_NEW" });
    expect(await migrate(database, { nowMs, files: [...shipped, table, breaking] })).toStrictEqual([]);
  });

  test("rejects a new migration numbered below an applied one, and a missing applied one", async () => {
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

  test("applies each file once when migrate runs twice concurrently on one handle", async () => {
    const files = [...shipped, table, breaking];
    const outcomes = await Promise.all([migrate(database, { nowMs, files }), migrate(database, { nowMs, files })]);
    expect(outcomes.flat().map((file) => file.id)).toStrictEqual([last + 1, last + 2]);
  });

  test("enforces the constraints of the shipped schema", async () => {
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

test("with two processes on an empty PostgreSQL, one migrates and the other waits", async () => {
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

test("rolls back the migration of a killed process, so that the next process can migrate", async () => {
  const own = await createTestDatabase("postgresql");
  const killed = await openPostgres({ connectionString: own.connectionString ?? "" });
  const killingMigration = later(
    1,
    false,
    "CREATE TABLE half (id int); SELECT pg_terminate_backend(pg_backend_pid());",
  );
  await expect(migrate(killed, { nowMs, files: [...shipped, killingMigration] })).rejects.toThrow();
  expect(await migrate(own.database, { nowMs, files: [...shipped, table] })).toHaveLength(1);
  expect(await own.database.query("SELECT to_regclass('half') AS half")).toStrictEqual([{ half: null }]);
  await killed.close();
  await own.drop();
});

describe("with running processes on PostgreSQL", () => {
  let own: TestDatabase;
  const others: Database[] = [];
  const open = async (applicationName?: string): Promise<Database> => {
    const connectionString = own.connectionString ?? "";
    const database = await openPostgres({
      connectionString,
      ...(applicationName === undefined ? {} : { applicationName }),
    });
    others.push(database);
    return database;
  };

  beforeEach(async () => {
    own = await createTestDatabase("postgresql");
    await migrate(own.database, { nowMs, files: [...shipped, table] });
  });

  afterEach(async () => {
    await Promise.all(others.splice(0).map((database) => database.close()));
    await own.drop();
  });

  test("retries while a long transaction holds the lock, without blocking others, and succeeds once it is released", async () => {
    const holder = await open();
    const held = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const transaction = holder.transaction(async (tx) => {
      await tx.query("SELECT * FROM later LIMIT 1");
      held.resolve();
      await release.promise;
    });
    await held.promise;
    const files = [...shipped, table, breaking];
    const attempt = migrate(own.database, { nowMs, files, lockTimeoutMs: 20, maxLockTries: 2 });
    await expect(attempt).rejects.toMatchObject({
      code: "MIGRATION_FAILED",
      message: expect.stringContaining("another transaction kept holding a lock"),
    });
    // The migration's wait for the lock times out, so readers queued behind it proceed.
    expect(await own.database.query("SELECT id FROM later")).toStrictEqual([]);
    const migrated = migrate(own.database, { nowMs, files, lockTimeoutMs: 20 });
    release.resolve();
    await transaction;
    expect(await migrated).toHaveLength(1);
  });

  test("retries after a deadlock with a running transaction, which is not canceled", async () => {
    const holder = await open();
    const file = later(2, false, "ALTER TABLE later ADD COLUMN a int; ALTER TABLE accounts ADD COLUMN b int;");
    const { migrated, rows } = await holder.transaction(async (tx) => {
      // Only the migration checks for deadlocks before the test ends.
      await tx.script("SET LOCAL deadlock_timeout = '60s'");
      await tx.query("SELECT id FROM accounts LIMIT 1");
      const started = migrate(own.database, { nowMs, files: [...shipped, table, file] });
      await untilLocked("later");
      return { migrated: started, rows: await tx.query("SELECT id FROM later LIMIT 1") };
    });
    expect(rows).toStrictEqual([]);
    expect(await migrated).toHaveLength(1);
    await own.database.script("ALTER TABLE accounts DROP COLUMN b");
  });

  /** Resolves when a migration holds its lock on the table. */
  async function untilLocked(name: string): Promise<void> {
    const watcher = await open();
    for (;;) {
      const [row] = await watcher.query<{ locked: boolean }>(
        "SELECT EXISTS (SELECT FROM pg_locks WHERE relation = $1::regclass AND mode = 'AccessExclusiveLock' AND granted) AS locked",
        [name],
      );
      if (row?.locked === true) return;
    }
  }

  test("builds an index concurrently while another process waits to migrate", async () => {
    const other = await open();
    const files = [...shipped, table, concurrent(2, ["later_id_1"])];
    const outcomes = await Promise.all([migrate(own.database, { nowMs, files }), migrate(other, { nowMs, files })]);
    expect(outcomes.flat()).toHaveLength(1);
  });

  test("announces a breaking migration to older processes and applies it once they are gone", async () => {
    const older = await open(applicationNameOf(last + 1));
    const announced: number[] = [];
    const stop = await watchSchema(older, {
      newestMigration: last + 1,
      onBreakingMigration: (migration) => {
        announced.push(migration);
        void stop().then(() => older.close());
      },
      onError: (error) => {
        throw error;
      },
    });
    const newer = await open(applicationNameOf(last + 2));
    expect(await migrate(newer, { nowMs, files: [...shipped, table, breaking] })).toHaveLength(1);
    expect(announced).toStrictEqual([last + 2]);
  });

  test("refuses a breaking migration while older processes stay connected", async () => {
    const older = await open(applicationNameOf(last + 1));
    await older.query("SELECT 1");
    const attempt = migrate(own.database, { nowMs, files: [...shipped, table, breaking], drainTimeoutMs: 200 });
    await expect(attempt).rejects.toMatchObject({
      code: "OLDER_PROCESSES",
      message: expect.stringContaining("Stop the older processes"),
    });
    expect(await own.database.query("SELECT id FROM later")).toStrictEqual([]);
  });

  test("reports a breaking migration to a process that missed the announcement", async () => {
    await migrate(own.database, { nowMs, files: [...shipped, table, breaking] });
    const { promise: reported, resolve } = Promise.withResolvers<number>();
    const stop = await watchSchema(await open(), {
      newestMigration: last + 1,
      onBreakingMigration: resolve,
      onError: () => {},
      pollMs: 10,
    });
    expect(await reported).toBe(last + 2);
    await stop();
  });

  test("ignores announcements of known migrations and invalid announcements", async () => {
    const { promise: reported, resolve } = Promise.withResolvers<number>();
    const stop = await watchSchema(own.database, { onBreakingMigration: resolve, onError: () => {} });
    // One connection receives them in this order, and only the first report counts.
    for (const announced of [String(last), "", "not a number", String(last + 7)]) {
      await own.database.query("SELECT pg_notify('wayfare_schema', $1)", [announced]);
    }
    expect(await reported).toBe(last + 7);
    await stop();
  });
});

test("applies all shipped migrations to an empty PGlite", async () => {
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
  ["0001_x.sql", "-- breaking: false\n-- concurrently\nCREATE INDEX x_id ON x (id);"],
])("rejects a migration file %s with the text %j", (name, text) => {
  expect(() => parseMigrationFile(name, text)).toThrow(/^migration .*must/);
});

test("computes the same checksum for Windows line endings", () => {
  const unix = parseMigrationFile("0001_x.sql", "-- breaking: true\nSELECT 1;\n");
  const windows = parseMigrationFile("0001_x.sql", "-- breaking: true\r\nSELECT 1;\r\n");
  expect(windows).toStrictEqual(unix);
});

test.each([
  ["CREATE TABLE a (id text); ALTER TABLE a ADD COLUMN b text; CREATE INDEX c ON a (b);", []],
  ["ALTER TABLE a ADD COLUMN b text; CREATE INDEX c ON a (b); DROP INDEX d;", ["a"]],
  ["ALTER TABLE a ADD COLUMN b text; UPDATE c SET d = 1;", ["a", "c"]],
  ["CREATE TABLE a (b text REFERENCES c (id)); CREATE UNIQUE INDEX d ON e (f);", ["c", "e"]],
])("finds the existing tables that %j locks", (sql, tables) => {
  expect(lockedTables(sql)).toStrictEqual(tables);
});

test("shipped migrations lock at most one existing table, except those before this rule", () => {
  const newestBefore = 18;
  const several = shipped.filter((file) => file.id > newestBefore && lockedTables(file.sql).length > 1);
  expect(several.map((file) => file.name)).toStrictEqual([]);
});

/** Returns the existing tables that a migration locks. */
function lockedTables(sql: string): string[] {
  const statements = sql.replaceAll(/--.*$/gm, "");
  const namesAfter = (pattern: RegExp): string[] => [...statements.matchAll(pattern)].map((match) => match[1] ?? "");
  const created = new Set(namesAfter(/\bCREATE TABLE (?:IF NOT EXISTS )?(\w+)/g));
  const locked = namesAfter(
    /\b(?:(?:ALTER|DROP|LOCK) TABLE(?: IF EXISTS)?|REFERENCES|UPDATE|DELETE FROM|INSERT INTO|INDEX \w+ ON) (\w+)/g,
  );
  return [...new Set(locked)].filter((name) => !created.has(name));
}

test("shipped migrations are numbered without gaps and do not use the server's clock", () => {
  expect(shipped.map((file) => file.id)).toStrictEqual(shipped.map((_, index) => index + 1));
  for (const file of shipped) {
    const statements = file.sql.replaceAll(/--.*$/gm, "");
    expect(statements).not.toMatch(/\b(now|current_timestamp|current_date|clock_timestamp|localtime)\b/i);
  }
});
