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
  if (kind === "postgresql") return createPostgres();
  const snapshot = new Blob([await readFile(inject("testDatabases").pgliteSnapshotPath)]);
  const database = await openPglite({ directory: null, snapshot });
  return { database, connectionString: null, drop: () => database.close() };
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
