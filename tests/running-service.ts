import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const launcher = "packages/cli/bin/wayfare.mjs";
const startLimitMs = 240_000;

/** Token for `/metrics` of services started by `startService`. */
export const metricsToken = "metrics-token-of-tests";

/** Reads `/metrics` of a service. */
export async function readMetrics(url: string): Promise<string> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  return response.text();
}

/** The service in a separate process. */
export interface ServiceProcess {
  child: ChildProcess;
  /** Returns all of standard output so far. */
  printed(): string;
  logged(): string;
  /** Exit code and signal. */
  exited: Promise<[number | null, NodeJS.Signals | null]>;
}

interface SpawnOptions {
  byNpm?: boolean;
  environment?: Record<string, string>;
  checkout?: string;
  nodeArguments?: readonly string[];
}

/**
 * Starts the service on a data directory and a free port, by the launcher or by `npm start`.
 *
 * @param options.checkout the directory of another version of this project
 * @param options.nodeArguments flags of Node; ignored with `byNpm`
 */
export function spawnService(dataDirectory: string, options: SpawnOptions = {}): ServiceProcess {
  const { byNpm = false, checkout = root, nodeArguments = [] } = options;
  const byNode = [process.execPath, ...nodeArguments, join(checkout, launcher), "start"];
  const [command, ...args] = byNpm ? ["npm", "start"] : byNode;
  const child = spawn(command ?? "npm", args, {
    cwd: checkout,
    env: { ...process.env, PORT: "0", DATA_DIR: dataDirectory, ...options.environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  let logged = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    logged += text;
  });
  const exited = once(child, "exit").then(([code, signal]): [number | null, NodeJS.Signals | null] => [code, signal]);
  return { child, printed: () => printed, logged: () => logged, exited };
}

/**
 * Waits until the service has printed its address.
 *
 * @returns its address
 * @throws Error with its output if it exits or takes longer than two minutes
 */
export async function waitForAddress(service: ServiceProcess): Promise<string> {
  const limit = AbortSignal.timeout(startLimitMs);
  for (;;) {
    // The commands are printed last.
    const address = /curl -sS (https?:\/\/\S+)\/v1\/search /.exec(service.printed())?.[1];
    if (address !== undefined) return address;
    const { stdout } = service.child;
    if (service.child.exitCode !== null || stdout === null) break;
    try {
      await Promise.race([once(stdout, "data", { signal: limit }), service.exited]);
    } catch {
      break;
    }
  }
  service.child.kill("SIGKILL");
  throw new Error(`the service did not start:\n${service.printed()}${service.logged()}`);
}

export interface RunningService {
  /** The data directory. */
  directory: string;
  url: string;
  key: string;
  /** The one-time sign-in link of the first run. */
  signInUrl: string;
  stop(): Promise<void>;
}

/** Starts the service on a new data directory, which `stop` removes. */
export async function startService(environment: Record<string, string> = {}): Promise<RunningService> {
  const directory = await mkdtemp(join(tmpdir(), "wayfare-"));
  const service = spawnService(directory, {
    environment: { LOG_LEVEL: "error", METRICS_TOKEN: metricsToken, ...environment },
  });
  const url = await waitForAddress(service);
  const firstRun = await readFile(join(directory, "first-run.json"), "utf8");
  const { key, signInUrl } = JSON.parse(firstRun) as { key: string; signInUrl: string };
  return {
    directory,
    url,
    key,
    signInUrl,
    async stop() {
      service.child.kill("SIGTERM");
      await service.exited;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
