import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { inject } from "vitest";
import { type Database, openPglite, openPostgres } from "../src/index.ts";

/** What the global setup (tests/postgres.ts) hands to every test file. */
export interface TestDatabaseSources {
  /** A connection string of the PostgreSQL server's `postgres` database. */
  readonly serverUrl: string;
  /** The migrated database there that every test database is a copy of. */
  readonly templateName: string;
  /** A file with a migrated PGlite, as `dumpPglite` made it. */
  readonly pgliteSnapshotPath: string;
}

declare module "vitest" {
  export interface ProvidedContext {
    testDatabases: TestDatabaseSources;
  }
}

export type TestDatabaseKind = Database["engine"];

/** Both engines, for `describe.each`. */
export const testDatabaseKinds: readonly TestDatabaseKind[] = ["pglite", "postgresql"];

export interface TestDatabase {
  readonly database: Database;
  /** With PostgreSQL, for a second process or pool over the same data. */
  readonly connectionString: string | null;
  /** Closes the database and removes it; call it in `afterEach` or `afterAll`. */
  drop(): Promise<void>;
}

/** A migrated database of its own: a copy of a template in PostgreSQL, or a PGlite in memory. */
export async function createTestDatabase(kind: TestDatabaseKind): Promise<TestDatabase> {
  return kind === "postgresql" ? createPostgres() : takePglite();
}

/** What earlier tests of the file are done with, emptied: a new PGlite takes most of a second, and hundreds of tests want one. */
const emptied: Database[] = [];

async function takePglite(): Promise<TestDatabase> {
  const database = emptied.pop() ?? (await openSnapshot());
  return { database, connectionString: null, drop: () => giveBack(database) };
}

async function openSnapshot(): Promise<Database> {
  const snapshot = new Blob([await readFile(inject("testDatabases").pgliteSnapshotPath)]);
  return openPglite({ directory: null, snapshot });
}

let schemaOfSnapshot: string | undefined;

/** Empties a database for the next test. One that was closed, or whose schema was changed, is not worth keeping. */
async function giveBack(database: Database): Promise<void> {
  try {
    schemaOfSnapshot ??= await describeFreshSchema();
    if ((await describeSchema(database)) === schemaOfSnapshot) {
      await truncateAll(database);
      emptied.push(database);
      return;
    }
  } catch {
    // Closed by its test, or broken by it.
  }
  await database.close();
}

async function describeFreshSchema(): Promise<string> {
  const fresh = await openSnapshot();
  const schema = await describeSchema(fresh);
  emptied.push(fresh);
  return schema;
}

/** Every table, column, constraint, index, trigger and function, and which migrations were applied. Partitions are data: they come and go. */
async function describeSchema(database: Database): Promise<string> {
  const [row] = await database.query<{ schema: string }>(`
    WITH partitions AS (SELECT oid, relname FROM pg_class WHERE relispartition)
    SELECT string_agg(part, ' | ' ORDER BY part) AS schema FROM (
      SELECT concat(table_name, '.', column_name, ' ', data_type, ' ', is_nullable, ' ', column_default) AS part
        FROM information_schema.columns WHERE table_schema = 'public' AND table_name NOT IN (SELECT relname FROM partitions)
      UNION ALL SELECT pg_get_constraintdef(oid) || conname FROM pg_constraint WHERE connamespace = 'public'::regnamespace
          AND conrelid NOT IN (SELECT oid FROM partitions)
      UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename NOT IN (SELECT relname FROM partitions)
      UNION ALL SELECT tgname || tgrelid::text FROM pg_trigger WHERE NOT tgisinternal
      UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace
      UNION ALL SELECT nspname FROM pg_namespace
      UNION ALL SELECT concat(id, checksum, breaking_version) FROM schema_migrations
    ) AS parts`);
  return row?.schema ?? "";
}

async function truncateAll(database: Database): Promise<void> {
  const partitions = await database.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relispartition AND relkind = 'r' AND pg_get_expr(relpartbound, oid) <> 'DEFAULT' ORDER BY 1",
  );
  await database.script(partitions.map(({ name }) => `DROP TABLE ${name};`).join(""));
  const tables = await database.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_migrations' ORDER BY 1",
  );
  // Append-only tables refuse it; a replica fires no triggers.
  const truncate = `TRUNCATE ${tables.map(({ name }) => name).join(", ")} CASCADE`;
  await database.script(`SET session_replication_role = replica; ${truncate}; SET session_replication_role = origin`);
}

async function createPostgres(): Promise<TestDatabase> {
  const { serverUrl, templateName } = inject("testDatabases");
  const name = `test_${randomBytes(8).toString("hex")}`;
  await onServer(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${templateName}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const database = await openPostgres({ connectionString: url.href, max: 5 });
  return {
    database,
    connectionString: url.href,
    async drop() {
      await database.close();
      await onServer(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

async function onServer(connectionString: string, sql: string): Promise<void> {
  const server = await openPostgres({ connectionString, max: 1 });
  try {
    await server.script(sql);
  } finally {
    await server.close();
  }
}
