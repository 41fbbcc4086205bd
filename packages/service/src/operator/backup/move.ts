import { PassThrough } from "node:stream";
import {
  assertEmpty,
  type Database,
  type DumpSummary,
  dumpTables,
  listAppliedMigrations,
  loadTables,
  migrate,
  migrateToArchive,
  openPostgres,
  readFrames,
  withSnapshot,
} from "@wayfare/database";
import type { Settings } from "@wayfare/settings";
import { insertPause } from "../../storage/pause-store.ts";
import { pump } from "./pump.ts";
import { BackupError, openExisting, readSecretsText } from "./source.ts";
import { verifyLoaded } from "./verify.ts";

export interface MoveSummary {
  tables: DumpSummary;
  dataDirectory: string;
}

/**
 * Copies the embedded database of a stopped deployment into an empty PostgreSQL database and compares every table, atomically. The embedded
 * database is kept, with outbound traffic paused, because two deployments must not deliver the same events.
 */
export async function moveDatabase(
  settings: Settings,
  { to, nowMs }: { to: string; nowMs: number },
): Promise<MoveSummary> {
  if (settings.databaseUrl !== null) {
    throw new BackupError(
      "Only the embedded database can be moved, but DATABASE_URL is set. Unset it and pass the target with --to.",
    );
  }
  const source = await openExisting(settings, nowMs);
  try {
    await readSecretsText(settings, source);
    await migrate(source.database, { nowMs });
    const target = await openPostgres({ connectionString: to, max: 2 });
    try {
      await assertEmpty(target);
      const tables = await copyTables(source.database, target, nowMs);
      await insertPause(source.database, { reason: "this database was moved to PostgreSQL", nowMs });
      return { tables, dataDirectory: source.dataDirectory };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Copies all rows from one database to the other without an intermediate file, and verifies them. */
async function copyTables(source: Database, target: Database, nowMs: number): Promise<DumpSummary> {
  await migrateToArchive(target, await listAppliedMigrations(source), nowMs);
  const pipe = new PassThrough();
  const dumping = pump((write) => withSnapshot(source, (tx) => dumpTables(tx, write)), {
    stages: [],
    to: pipe,
  });
  const frames = readFrames(pipe);
  const loading = loadTables(target, frames, async (tx) => {
    const { done } = await frames.next();
    if (done !== true) throw new BackupError("Unexpected data after the tables of the source.");
    await verifyLoaded(tx, await dumping);
  }).catch((error: unknown) => {
    pipe.destroy(error instanceof Error ? error : new Error("loading failed", { cause: error }));
    throw error;
  });
  const [loaded] = await Promise.all([loading, dumping]);
  return loaded;
}
