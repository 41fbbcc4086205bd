import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Settings } from "@wayfare/settings";
import { parseSettings } from "@wayfare/settings";
import { onTestFinished } from "vitest";
import { createTestDatabase, type TestDatabaseKind } from "../../../../../tests/databases.ts";
import { copyPreparedDatabase } from "../../../../../tests/prepared-database.ts";
import { restoreBackup } from "../../../src/operator/backup/restore.ts";
import { writeBackup } from "../../../src/operator/commands/write-backup.ts";
import { startMs } from "../../running-app.ts";

const passphrase = "correct horse battery staple";
export const secretText = `a:${Buffer.alloc(32, 3).toString("base64")}`;

export async function makeDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "wayfare-backup-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Settings of a deployment with an empty, migrated database. */
export async function makeDeployment(kind: TestDatabaseKind): Promise<Settings> {
  const directory = await makeDirectory();
  if (kind === "pglite") {
    await copyPreparedDatabase(directory);
    return parseSettings({ environment: { DATA_DIR: directory } });
  }
  return parseSettings({
    environment: { ...(await postgresTarget()), SERVER_SECRET: secretText, DATA_DIR: directory },
  });
}

async function postgresTarget(): Promise<{ DATABASE_URL: string }> {
  const { connectionString, drop } = await createTestDatabase("postgresql");
  onTestFinished(drop);
  return { DATABASE_URL: connectionString ?? "" };
}

/** Settings of an empty target, as `wayfare restore` reads them. */
export async function makeTarget(kind: TestDatabaseKind): Promise<Settings> {
  const environment = {
    DATA_DIR: join(await makeDirectory(), "data"),
    ...(kind === "pglite" ? {} : await postgresTarget()),
  };
  return parseSettings({ environment }, { needsServerSecret: false });
}

export function backUp(settings: Settings, file: string, nowMs = startMs) {
  return writeBackup(settings, { passphrase, nowMs, to: createWriteStream(file) });
}

export function restore(settings: Settings, file: string, options: { passphrase?: string; verifies?: boolean } = {}) {
  return restoreBackup(settings, {
    from: createReadStream(file),
    passphrase,
    nowMs: startMs,
    verifies: true,
    ...options,
  });
}
