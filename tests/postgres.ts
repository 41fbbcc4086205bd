import { createHash } from "node:crypto";
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { dumpPglite, listMigrationFiles, migrate, openPostgres } from "@wayfare/database";
import type { TestProject } from "vitest/node";
import type { TestDatabaseSources } from "../packages/database/test/test-databases.ts";
import { startPostgresServer } from "./postgres-server.ts";

const templateName = "wayfare_template";
const migratedAtMs = Date.UTC(2026, 0, 1);
const cacheDirectory = new URL("../.build/test-databases/", import.meta.url);

/** vitest's global setup: one PostgreSQL and one PGlite snapshot for the whole run, both migrated once. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresServer();
  try {
    await migrateTemplate(server.connectionString);
    const pgliteSnapshotPath = await pgliteSnapshot();
    const sources: TestDatabaseSources = { serverUrl: server.connectionString, templateName, pgliteSnapshotPath };
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

/** Kept between runs, because making it takes seconds, under a name that changes with all that it is made of. */
async function pgliteSnapshot(): Promise<string> {
  const name = `pglite-${await snapshotKey()}.tar`;
  const path = fileURLToPath(new URL(name, cacheDirectory));
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  if (exists) return path;
  const snapshot = await dumpPglite(async (database) => {
    await migrate(database, { nowMs: migratedAtMs });
  });
  await mkdir(cacheDirectory, { recursive: true });
  const outdated = (await readdir(cacheDirectory)).filter((each) => each.endsWith(".tar"));
  for (const each of outdated) await rm(new URL(each, cacheDirectory), { force: true });
  // Two runs at once must not see half of it.
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, snapshot.stream());
  await rename(draft, path);
  return path;
}

async function snapshotKey(): Promise<string> {
  const hash = createHash("sha256");
  for (const { id, name, checksum } of await listMigrationFiles()) hash.update(`${id} ${name} ${checksum}`);
  hash.update(await readFile(createRequire(import.meta.url).resolve("@electric-sql/pglite")));
  hash.update(await readFile(new URL("../packages/database/src/migrate.ts", import.meta.url)));
  return hash.digest("hex").slice(0, 16);
}
