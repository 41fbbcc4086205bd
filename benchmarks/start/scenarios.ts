import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPostgres } from "@wayfare/database";
import { findFreePort, type PostgresServer } from "../../tests/postgres-server.ts";
import { metricsToken } from "../../tests/running-service.ts";
import { benchmarkSecret } from "../http/deployment.ts";
import { timeStart } from "./probes.ts";
import { type MeasuredService, readFirstKey, runTree, type Tree } from "./service.ts";

export const scenarioNames = ["embedded", "postgresql", "worker"] as const;
export type ScenarioName = (typeof scenarioNames)[number];

/** A place to start the service of a tree in: its data directory and its database are new. */
export interface Place {
  tree: Tree;
  /** Starts the measured process. */
  start(options?: { preloaded?: readonly URL[]; environment?: Record<string, string> }): Promise<MeasuredService>;
  /** Address and key for the load: the measured process, or the API process next to a worker. */
  loadTarget(measured: MeasuredService): { url: string; key: string };
  /** Stops the other processes and removes all data. */
  close(): Promise<void>;
}

const shared = {
  LOG_LEVEL: "error",
  METRICS_TOKEN: metricsToken,
  RATE_LIMIT_FACTOR: "10000",
  SEARCH_THREADS: "2",
  SERVER_SECRET: benchmarkSecret,
};

/** @param postgres undefined for the embedded database */
export async function openPlace(name: ScenarioName, tree: Tree, postgres: PostgresServer | undefined): Promise<Place> {
  const directory = await mkdtemp(join(tmpdir(), "wayfare-start-"));
  const database = postgres === undefined ? undefined : await createDatabase(postgres);
  const environment = {
    ...shared,
    ...(database === undefined ? {} : { DATABASE_URL: database.url, SHUTDOWN_DELAY_MS: "0" }),
  };
  const run = async (folder: string, more: Record<string, string>, preloaded: readonly URL[] = []) =>
    runTree({
      tree,
      dataDirectory: join(directory, folder),
      port: await findFreePort(),
      environment: { ...environment, ...more },
      preloaded,
    });
  const role: Record<string, string> = name === "worker" ? { ROLE: "worker" } : {};
  let api: MeasuredService | undefined;
  const close = async (): Promise<void> => {
    await api?.stop();
    await database?.drop();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    if (name === "worker") {
      api = await run("api", { ROLE: "api" });
      await timeStart(api);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    tree,
    start: ({ preloaded, environment: more } = {}) => run("measured", { ...role, ...more }, preloaded),
    loadTarget(measured) {
      const target = api ?? measured;
      return { url: target.url, key: readFirstKey(target.dataDirectory) };
    },
    close,
  };
}

async function createDatabase(postgres: PostgresServer): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `start_${randomBytes(6).toString("hex")}`;
  const administrate = async (statement: string): Promise<void> => {
    const server = await openPostgres({ connectionString: postgres.connectionString, max: 1 });
    try {
      await server.script(statement);
    } finally {
      await server.close();
    }
  };
  await administrate(`CREATE DATABASE ${name}`);
  const url = new URL(postgres.connectionString);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administrate(`DROP DATABASE ${name} WITH (FORCE)`) };
}
