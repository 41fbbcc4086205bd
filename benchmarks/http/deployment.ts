import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type PostgresServer, startPostgresServer } from "../../tests/postgres-server.ts";
import { metricsToken, type ServiceProcess, spawnService, waitForAddress } from "../../tests/running-service.ts";

/** `SERVER_SECRET` of all deployments. */
export const benchmarkSecret = `a:${Buffer.alloc(32, 1).toString("base64")}`;

export type DatabaseKind = "embedded" | "postgresql";

export interface DeploymentOptions {
  /** Name in the tables. */
  name: string;
  database: DatabaseKind;
  /** Number of service processes; more than one needs PostgreSQL. */
  processes: number;
  /** `SEARCH_THREADS` of each process. */
  searchThreads: number;
  /** Directory of another version of this project; this one by default. */
  checkout: string | undefined;
  /** Further settings of each process. */
  environment?: Record<string, string>;
}

interface DeployedProcess {
  service: ServiceProcess;
  pid: number;
  directory: string;
  url: string;
  /** Value of `performance.now()` at which the process was started. */
  spawnedAtMs: number;
}

/** Service processes of one version on one database. */
export interface Deployment {
  name: string;
  key: string;
  processes: readonly DeployedProcess[];
  /** Data directory of its PostgreSQL. */
  postgresDirectory: string | undefined;
  connectionString: string | undefined;
  /** Stops all processes and removes their data; `printed` of the processes remains readable. */
  stop(): Promise<void>;
}

/** Starts a deployment on a new database and waits until every process listens. Standard output has the lines of `--trace-gc`. */
export async function startDeployment(options: DeploymentOptions): Promise<Deployment> {
  const postgres = options.database === "postgresql" ? await startPostgresServer() : undefined;
  const processes: DeployedProcess[] = [];
  const stop = () => stopAll(processes, postgres);
  try {
    // One after the other: the first creates the schema and the key.
    while (processes.length < options.processes) processes.push(await startProcess(options, postgres));
    const [first] = processes;
    if (first === undefined) throw new Error("A deployment needs at least one process.");
    const firstRun = await readFile(join(first.directory, "first-run.json"), "utf8");
    const { key }: { key: string } = JSON.parse(firstRun);
    const { directory: postgresDirectory, connectionString } = postgres ?? {};
    return { name: options.name, key, processes, postgresDirectory, connectionString, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startProcess(
  { searchThreads, checkout, environment }: DeploymentOptions,
  postgres: PostgresServer | undefined,
): Promise<DeployedProcess> {
  const directory = await mkdtemp(join(tmpdir(), "wayfare-"));
  const start = await readStartCommand(checkout);
  const spawnedAtMs = performance.now();
  const service = spawnService(directory, {
    ...(checkout === undefined ? {} : { checkout }),
    nodeArguments: ["--trace-gc", ...start.flags],
    environment: {
      ...start.environment,
      LOG_LEVEL: "error",
      METRICS_TOKEN: metricsToken,
      RATE_LIMIT_FACTOR: "10000",
      SEARCH_THREADS: String(searchThreads),
      SERVER_SECRET: benchmarkSecret,
      ...(postgres === undefined ? {} : { DATABASE_URL: postgres.connectionString, SHUTDOWN_DELAY_MS: "0" }),
      ...environment,
    },
  });
  const url = await waitForAddress(service);
  return { service, pid: service.child.pid ?? Number.NaN, directory, url, spawnedAtMs };
}

/** Returns the flags of Node and the variables that `npm start` of a version sets. @param checkout its folder; this version by default */
export async function readStartCommand(
  checkout = ".",
): Promise<{ flags: string[]; environment: Record<string, string> }> {
  const manifest: { scripts: { start: string } } = JSON.parse(await readFile(join(checkout, "package.json"), "utf8"));
  const parts = manifest.scripts.start.split(" ");
  const variables = parts.flatMap((part) => {
    const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(part) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
  return { flags: parts.filter((part) => part.startsWith("--")), environment: Object.fromEntries(variables) };
}

async function stopAll(processes: readonly DeployedProcess[], postgres: PostgresServer | undefined): Promise<void> {
  for (const { service } of processes) service.child.kill("SIGTERM");
  await Promise.all(processes.map(({ service }) => service.exited));
  await postgres?.stop();
  for (const { directory } of processes) await rm(directory, { recursive: true, force: true });
}
