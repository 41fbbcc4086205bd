import { migrate, openPostgres } from "@wayfare/database";
import type { TestProject } from "vitest/node";
import type { TestDatabaseSources } from "../packages/database/test/test-databases.ts";
import { startPostgresServer } from "./postgres-server.ts";
import { prepareDatabase } from "./prepared-database.ts";

const templateName = "wayfare_template";
const migratedAtMs = Date.UTC(2026, 0, 1);

/** Global setup of Vitest: starts one PostgreSQL server and creates one PGlite snapshot for the run, each migrated once. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresServer();
  try {
    await migrateTemplate(server.connectionString);
    const { snapshotPath } = await prepareDatabase();
    const sources: TestDatabaseSources = {
      serverUrl: server.connectionString,
      templateName,
      pgliteSnapshotPath: snapshotPath,
    };
    project.provide("testDatabases", sources);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return () => server.stop();
}

async function migrateTemplate(serverUrl: string): Promise<void> {
  const server = await openPostgres({ connectionString: serverUrl, max: 1 });
  await server.script(`CREATE DATABASE ${templateName}`);
  await server.close();
  const url = new URL(serverUrl);
  url.pathname = `/${templateName}`;
  const template = await openPostgres({ connectionString: url.href });
  await migrate(template, { nowMs: migratedAtMs });
  // A template can be copied only while it has no connections.
  await template.close();
}
