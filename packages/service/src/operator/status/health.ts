import { type DatabaseHealth, type DeploymentHealth, formatInstant } from "@wayfare/contract";
import { countConnections, type Database, newestShippedMigration, readNewestMigration } from "@wayfare/database";
import { checkDatabase } from "../doctor/database-checks.ts";
import type { StatusDeps } from "./status-deps.ts";

/** Reads the health of the database and, if there is one, of this process. */
export async function readDeploymentHealth({
  database,
  clock,
  secrets,
  process,
}: StatusDeps): Promise<DeploymentHealth> {
  const checks = await checkDatabase({ database, clock, readSecrets: async () => secrets });
  return {
    measuredAt: formatInstant(clock.nowMs()),
    process: (await process?.readHealth()) ?? null,
    database: await readDatabaseHealth(database),
    checks: checks.map(({ check, ...result }) => ({ name: check, ...result })),
  };
}

async function readDatabaseHealth(database: Database): Promise<DatabaseHealth> {
  const { engine, maintenance } = database;
  const wal = maintenance?.readWalBytes();
  return {
    engine,
    appliedMigration: await readNewestMigration(database),
    knownMigration: await newestShippedMigration(),
    connections: engine === "pglite" ? null : await countConnections(database),
    writesRefused: maintenance === undefined ? null : !maintenance.hasFreeSpace(),
    freeBytes: maintenance?.readFreeBytes() ?? null,
    walBytes: wal?.total ?? null,
    walSinceCheckpointBytes: wal?.sinceCheckpoint ?? null,
  };
}
