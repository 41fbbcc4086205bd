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

/** A database that a test had, and that another may have after it. */
interface Kept {
  readonly database: Database;
  readonly connectionString: string | null;
  /** Takes away what sessions keep: whoever is connected still, and what was set. */
  reopen(): Promise<Kept>;
  destroy(): Promise<void>;
}

/** What earlier tests of this process are done with, emptied: a new one takes most of a second, and hundreds of tests want one. */
const emptied: Record<TestDatabaseKind, Kept[]> = { pglite: [], postgresql: [] };
/** A PGlite holds its memory; few tests want more than two at once. */
const mostEmptied = 2;
const freshSchemas = new Map<TestDatabaseKind, string>();

/**
 * A migrated database of its own: in PostgreSQL a copy of a template, or a PGlite in memory.
 *
 * @param options.isNew where it matters what was in the files and the statistics before, and not only in the tables
 */
export async function createTestDatabase(kind: TestDatabaseKind, { isNew = false } = {}): Promise<TestDatabase> {
  const earlier = isNew ? undefined : emptied[kind].pop();
  const kept = earlier ?? (await (kind === "postgresql" ? createPostgres() : createPglite()));
  if (!freshSchemas.has(kind)) freshSchemas.set(kind, await describeSchema(kept.database));
  return {
    database: kept.database,
    connectionString: kept.connectionString,
    drop: () => giveBack(kind, kept),
  };
}

/** Empties a database for the next test. One that cannot be used any more, or whose schema was changed, is not worth keeping. */
async function giveBack(kind: TestDatabaseKind, kept: Kept): Promise<void> {
  let current = kept;
  try {
    current = await kept.reopen();
    if (emptied[kind].length < mostEmptied && (await describeSchema(current.database)) === freshSchemas.get(kind)) {
      await empty(current.database);
      emptied[kind].push(current);
      return;
    }
  } catch {
    // Closed by its test, or broken by it.
  }
  await current.destroy();
}

/** Every table, column, constraint, index, trigger and function, and which migrations were applied. Partitions are data: they come and go. */
async function describeSchema(database: Database): Promise<string> {
  const [row] = await database.query<{ schema: string }>(`
    WITH tables AS (
      SELECT oid, relname FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'S') AND NOT relispartition
    )
    SELECT string_agg(part, ' | ' ORDER BY part) AS schema FROM (
      SELECT concat(relname, '.', attname, ' ', format_type(atttypid, atttypmod), ' ', attnotnull, ' ', pg_get_expr(adbin, adrelid)) AS part
        FROM tables JOIN pg_attribute ON attrelid = tables.oid AND attnum > 0
          LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
      UNION ALL SELECT concat(relname, ' ', conname, ' ', pg_get_constraintdef(pg_constraint.oid))
        FROM tables JOIN pg_constraint ON conrelid = tables.oid
      UNION ALL SELECT pg_get_indexdef(indexrelid) FROM tables JOIN pg_index ON indrelid = tables.oid
      UNION ALL SELECT concat(relname, ' ', tgname, ' ', tgenabled)
        FROM tables JOIN pg_trigger ON tgrelid = tables.oid AND NOT tgisinternal
      UNION ALL SELECT concat(proname, ' ', prosrc) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
      UNION ALL SELECT nspname FROM pg_namespace WHERE nspname NOT LIKE 'pg\\_%'
      UNION ALL SELECT concat(id, checksum, breaking_version) FROM schema_migrations
    ) AS parts`);
  return row?.schema ?? "";
}

async function empty(database: Database): Promise<void> {
  const partitions = await database.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relispartition AND relkind = 'r' AND pg_get_expr(relpartbound, oid) <> 'DEFAULT' ORDER BY 1",
  );
  if (partitions.length > 0) await database.script(`DROP TABLE ${partitions.map(({ name }) => name).join(", ")}`);
  const filled = await listFilled(database);
  if (filled.length === 0) return;
  // Append-only tables refuse it; a replica fires no triggers. TRUNCATE would make new files for every table that refers to one of these.
  const deletes = filled.map((name) => `DELETE FROM ${name};`).join("");
  await database.script(`SET session_replication_role = replica; ${deletes} SET session_replication_role = origin`);
  await database.script(`VACUUM ${filled.join(", ")}`);
}

async function listFilled(database: Database): Promise<string[]> {
  const tables = await database.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1",
  );
  const names = tables.map(({ name }) => name).filter((name) => name !== "schema_migrations");
  const filled = await database.query<{ name: string }>(
    names.map((name) => `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM ${name})`).join(" UNION ALL "),
  );
  return filled.map(({ name }) => name);
}

async function createPglite(): Promise<Kept> {
  const snapshot = new Blob([await readFile(inject("testDatabases").pgliteSnapshotPath)]);
  const database = await openPglite({ directory: null, snapshot });
  const kept: Kept = {
    database,
    connectionString: null,
    reopen: async () => kept,
    destroy: () => database.close(),
  };
  return kept;
}

async function createPostgres(): Promise<Kept> {
  const { serverUrl, templateName } = inject("testDatabases");
  const name = `test_${randomBytes(8).toString("hex")}`;
  await onServer(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${templateName}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return openTestPostgres(name, url.href);
}

async function openTestPostgres(name: string, connectionString: string): Promise<Kept> {
  const database = await openPostgres({ connectionString, max: 5 });
  return {
    database,
    connectionString,
    async reopen() {
      await database.close();
      const reopened = await openTestPostgres(name, connectionString);
      await reopened.database.query(
        "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
      );
      return reopened;
    },
    async destroy() {
      await database.close();
      await onServer(inject("testDatabases").serverUrl, `DROP DATABASE ${name} WITH (FORCE)`);
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
