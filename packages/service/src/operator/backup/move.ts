import { PassThrough } from "node:stream";
import {
  assertEmpty,
  type Database,
  type DumpSummary,
  dumpTables,
  listAppliedMigrations,
  loadTables,
  migrate,
  migrateLike,
  openPostgres,
  readFrames,
  withSnapshot,
} from "@wayfare/database";
import type { Settings } from "../../settings/schema.ts";
import { insertPause } from "../../storage/pause-store.ts";
import { pump } from "./pump.ts";
import { BackupError, openExisting, readSecretsText } from "./source.ts";
import { verifyLoaded } from "./verify.ts";

export interface MoveSummary {
  tables: DumpSummary;
  dataDirectory: string;
}

/**
 * Copies the embedded database of a stopped deployment into an empty PostgreSQL and compares every table, all of it or nothing. The
 * embedded one stays, paused: two deployments must not deliver the same events.
 *
 * @throws DataDirectoryError while the service runs.
 */
export async function moveDatabase(
  settings: Settings,
  { to, nowMs }: { to: string; nowMs: number },
): Promise<MoveSummary> {
  if (settings.databaseUrl !== null) {
    throw new BackupError(
      "DATABASE_URL is set: only an embedded database can be moved. Unset it and name the target with --to.",
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

/** Copies all rows from one database into another without anything between them, and compares what arrived. */
async function copyTables(source: Database, target: Database, nowMs: number): Promise<DumpSummary> {
  await migrateLike(target, await listAppliedMigrations(source), nowMs);
  const pipe = new PassThrough();
  const dumping = pump((write) => withSnapshot(source, (session) => dumpTables(session, write)), {
    stages: [],
    to: pipe,
  });
  const frames = readFrames(pipe);
  const loading = loadTables(target, frames, async (session) => {
    const { done } = await frames.next();
    if (done !== true) throw new BackupError("The source wrote more than its tables.");
    await verifyLoaded(session, await dumping);
  }).catch((error: unknown) => {
    pipe.destroy(error instanceof Error ? error : new Error("the target failed", { cause: error }));
    throw error;
  });
  const [loaded] = await Promise.all([loading, dumping]);
  return loaded;
}
