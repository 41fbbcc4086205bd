import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { inject } from "vitest";
import { type Database, openPglite, openPostgres } from "../src/index.ts";

/** Values that the global setup (tests/postgres.ts) provides to every test file. */
export interface TestDatabaseSources {
  /** Connection string of the PostgreSQL server's `postgres` database. */
  readonly serverUrl: string;
  /** Migrated template database on that server, which is copied for each test database. */
  readonly templateName: string;
  /** File with a migrated PGlite snapshot from `dumpPglite`. */
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
  /** On PostgreSQL, for a second process or pool on the same data. */
  readonly connectionString: string | null;
  /** Closes the database and removes it. Call it in `afterEach` or `afterAll`. */
  drop(): Promise<void>;
}

/** A database of a finished test that can be reused. */
interface Kept {
  readonly database: Database;
  readonly connectionString: string | null;
  /** Handle for emptying it; on PostgreSQL a separate connection, whose caches stay warm. */
  readonly admin: Database;
  /** Fingerprint of the catalogs when the database was created. */
  readonly fingerprint: string;
  readonly reuses: number;
  /** Closes all connections of a test, which also resets their settings, and opens the database again. */
  reopen(): Promise<Database>;
  destroy(): Promise<void>;
}

/** Emptied databases of earlier tests in this process. Creating one takes most of a second, and hundreds of tests need one. */
const emptied: Record<TestDatabaseKind, Kept[]> = { pglite: [], postgresql: [] };
/** Limit, because a PGlite keeps its memory, and few tests need more than two at once. */
const maxEmptied = 2;
/** Reuses without a vacuum: vacuuming takes as long as the rest of emptying. */
const reusesPerVacuum = 10;
/**
 * Time that a statement may take or wait for a connection. On a busy machine, requests at the same moment exceed the limits of the product
 * and would get 503; tests of these limits open their own pools.
 */
const waitSeconds = 240;
const freshSchemas = new Map<TestDatabaseKind, string>();

/**
 * Creates a separate migrated database: on PostgreSQL a copy of a template, or a PGlite in memory.
 *
 * @param options.isNew for tests that depend on files and statistics, not only on tables
 */
export async function createTestDatabase(kind: TestDatabaseKind, { isNew = false } = {}): Promise<TestDatabase> {
  const earlier = isNew ? undefined : emptied[kind].pop();
  const kept = earlier ?? (await (kind === "postgresql" ? createPostgres() : createPglite()));
  if (!freshSchemas.has(kind)) freshSchemas.set(kind, await describeSchema(kept.admin));
  return {
    database: kept.database,
    connectionString: kept.connectionString,
    drop: () => release(kind, kept),
  };
}

/** Empties a database for the next test. Destroys it if it is unusable or its schema was changed. */
async function release(kind: TestDatabaseKind, kept: Kept): Promise<void> {
  let database: Database | undefined;
  try {
    database = await kept.reopen();
    if (emptied[kind].length < maxEmptied && (await hasFreshSchema(kind, kept))) {
      const reuses = kept.reuses + 1;
      await empty(kept.admin, { vacuums: reuses % reusesPerVacuum === 0 });
      emptied[kind].push({ ...kept, database, reuses });
      return;
    }
  } catch {
    // Closed or broken by its test.
  }
  await database?.close();
  await kept.destroy();
}

async function hasFreshSchema(kind: TestDatabaseKind, { admin, fingerprint }: Kept): Promise<boolean> {
  // Objects that were dropped and created again have other oids, so definitions are compared.
  return (await readFingerprint(admin)) === fingerprint || (await describeSchema(admin)) === freshSchemas.get(kind);
}

/** Returns a fingerprint that changes with the schema, but not with partitions. Thirty times as fast as `describeSchema`. */
async function readFingerprint(database: Database): Promise<string> {
  const [row] = await database.query<{ fingerprint: string }>(`
    WITH relations AS (
      SELECT oid, relname, reloptions FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'S') AND NOT relispartition
    )
    SELECT md5(string_agg(part, ',' ORDER BY part)) AS fingerprint FROM (
      SELECT concat('relation', oid, relname, reloptions) AS part FROM relations
      UNION ALL SELECT concat('column', attrelid, attname, atttypid, attnotnull, atthasdef)
        FROM relations JOIN pg_attribute ON attrelid = relations.oid AND attnum > 0
      UNION ALL SELECT concat('default', pg_attrdef.oid) FROM relations JOIN pg_attrdef ON adrelid = relations.oid
      UNION ALL SELECT concat('constraint', pg_constraint.oid, convalidated)
        FROM relations JOIN pg_constraint ON conrelid = relations.oid AND conparentid = 0
      UNION ALL SELECT concat('index', indexrelid, indisvalid) FROM relations JOIN pg_index ON indrelid = relations.oid
      UNION ALL SELECT concat('trigger', pg_trigger.oid, tgenabled)
        FROM relations JOIN pg_trigger ON tgrelid = relations.oid AND NOT tgisinternal
      UNION ALL SELECT concat('function', oid, xmin) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
      UNION ALL SELECT concat('schema', oid) FROM pg_namespace WHERE nspname NOT LIKE 'pg\\_%'
      UNION ALL SELECT concat('migration', id, checksum, breaking_version) FROM schema_migrations
    ) AS parts`);
  return row?.fingerprint ?? "";
}

/**
 * Describes all tables, columns, constraints, indexes, triggers and functions, and the applied migrations. Partitions are excluded, because
 * they are data.
 */
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

async function empty(database: Database, { vacuums }: { vacuums: boolean }): Promise<void> {
  const tables = await database.query<{ name: string; isPartition: boolean }>(
    `SELECT relname AS name, relispartition AS "isPartition" FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname <> 'schema_migrations'
       AND (NOT relispartition OR pg_get_expr(relpartbound, oid) <> 'DEFAULT') ORDER BY 1`,
  );
  const partitions = tables.filter(({ isPartition }) => isPartition);
  const names = tables.filter(({ isPartition }) => !isPartition).map(({ name }) => name);
  if (partitions.length > 0) await database.script(`DROP TABLE ${partitions.map(({ name }) => name).join(", ")}`);
  const filled = await database.query<{ name: string }>(
    names.map((name) => `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM ${name})`).join(" UNION ALL "),
  );
  if (filled.length > 0) {
    // Append-only tables reject deletes, but with the replica role no triggers fire. TRUNCATE would create new files for every table that
    // references one of these.
    const deletes = filled.map(({ name }) => `DELETE FROM ${name};`).join("");
    await database.script(`SET session_replication_role = replica; ${deletes} SET session_replication_role = origin`);
  }
  await insertSeeds(database);
  if (vacuums) await database.script(`VACUUM ${names.join(", ")}`);
}

/** Inserts the rows of migrations again. Runs the statements of the migration, so that they have one source. */
async function insertSeeds(database: Database): Promise<void> {
  const text = await readFile(new URL("../migrations/0056_plans.sql", import.meta.url), "utf8");
  await database.script(text.slice(text.indexOf("INSERT INTO")));
}

async function createPglite(): Promise<Kept> {
  const snapshot = new Blob([await readFile(inject("testDatabases").pgliteSnapshotPath)]);
  const database = await openPglite({ directory: null, snapshot });
  return {
    database,
    connectionString: null,
    admin: database,
    fingerprint: await readFingerprint(database),
    reuses: 0,
    reopen: async () => database,
    destroy: () => database.close(),
  };
}

async function createPostgres(): Promise<Kept> {
  const { serverUrl, templateName } = inject("testDatabases");
  const name = `test_${randomBytes(8).toString("hex")}`;
  await onServer(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${templateName}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  url.searchParams.set("connect_timeout", String(waitSeconds));
  const connectionString = url.href;
  const limits = { statementMs: waitSeconds * 1000, readMs: waitSeconds * 1000 };
  const open = () => openPostgres({ connectionString, max: 5, ...limits });
  const admin = await openPostgres({ connectionString, max: 1 });
  let database = await open();
  return {
    database,
    connectionString,
    admin,
    fingerprint: await readFingerprint(admin),
    reuses: 0,
    async reopen() {
      await database.close();
      await endOtherSessions(admin);
      database = await open();
      return database;
    },
    async destroy() {
      await Promise.all([database.close(), admin.close()]);
      await onServer(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** Terminates connections repeatedly, because waiting for termination in PostgreSQL polls only every 100 ms. */
async function endOtherSessions(admin: Database): Promise<void> {
  const terminate =
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
  while ((await admin.query(terminate)).length > 0) await setTimeout(2);
}

async function onServer(connectionString: string, sql: string): Promise<void> {
  const server = await openPostgres({ connectionString, max: 1 });
  try {
    await server.script(sql);
  } finally {
    await server.close();
  }
}
