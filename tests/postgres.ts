import { migrate, openPostgres } from "@wayfare/database";
import type { TestProject } from "vitest/node";
import type { TestDatabaseSources } from "../packages/database/test/test-databases.ts";
import { startPostgresServer } from "./postgres-server.ts";
import { prepareDatabase } from "./prepared-database.ts";

const templateName = "wayfare_template";
const migratedAtMs = Date.UTC(2026, 0, 1);

/** vitest's global setup: one PostgreSQL and one PGlite snapshot for the whole run, both migrated once. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresServer();
  try {
    await migrateTemplate(server.connectionString);
    const { snapshotPath } = await prepareDatabase(migratedAtMs);
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
  // A template can only be copied while nobody is connected to it.
  await template.close();
}
