import { execFile } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { openPostgres } from "@wayfare/database";
import { onTestFinished } from "vitest";
import { eventually } from "../eventually.ts";
import { type PostgresServer, startPostgresServer } from "../postgres-server.ts";

const run = promisify(execFile);

export interface ReplicatedPostgres {
  primary: PostgresServer;
  standby: PostgresServer;
  /** Connection string with both hosts, the primary first. */
  connectionString: string;
  /** Promotes the standby to primary. */
  promote(): Promise<void>;
}

/** Starts a primary whose commits wait for its streaming standby. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const standbyDirectory = join(await mkdtemp(join(tmpdir(), "wayfare-standby-")), "data");
  const primary = await startPostgresServer({
    settings: { synchronous_commit: "on", synchronous_standby_names: "*" },
    // The copy keeps the owner, as which the server runs.
    onInitialised: async (directory) => {
      await run("cp", ["-a", directory, standbyDirectory]);
      await run("chmod", ["755", join(standbyDirectory, "..")]);
      await run("cp", ["-a", join(directory, "PG_VERSION"), join(standbyDirectory, "standby.signal")]);
    },
  });
  onTestFinished(() => primary.stop());
  const { hostname, port, username, password } = new URL(primary.connectionString);
  const standby = await startPostgresServer({
    settings: {
      synchronous_commit: "on",
      primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password}`,
    },
    standbyDirectory,
  });
  onTestFinished(() => standby.stop());
  const database = await openPostgres({ connectionString: primary.connectionString, max: 1 });
  await eventually(async () => {
    const rows = await database.query("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'");
    if (rows.length !== 1) throw new Error("the standby is not streaming yet");
  });
  await database.close();
  return {
    primary,
    standby,
    connectionString: `postgres://${username}:${password}@${hostname}:${port},${new URL(standby.connectionString).host}/postgres`,
    async promote() {
      const server = await openPostgres({ connectionString: standby.connectionString, max: 1 });
      await server.query("SELECT pg_promote(true, 60)");
      await server.close();
    },
  };
}
