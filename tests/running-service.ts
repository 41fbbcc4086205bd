import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bringDatabase } from "./prepared-database.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const launcher = "packages/cli/bin/wayfare.mjs";
const keptWorlds = join(root, ".build/test-worlds");
const startLimitMs = 120_000;

/** Opens `/metrics` of services that `startService` started. */
export const metricsToken = "metrics-token-of-tests";

/** Reads `/metrics` of such a service. */
export async function readMetrics(url: string): Promise<string> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  return response.text();
}

/** The service as a process of its own. */
export interface ServiceProcess {
  child: ChildProcess;
  /** All of standard output so far, and all of standard error. */
  printed(): string;
  logged(): string;
  /** Code and signal that it ended with. */
  exited: Promise<[number | null, NodeJS.Signals | null]>;
}

/**
 * Starts the service on a data directory and a free port: by the launcher, or as `npm start` does.
 *
 * @param options.checkout the directory of another version of this project
 */
export function spawnService(
  dataDirectory: string,
  options: { byNpm?: boolean; environment?: Record<string, string>; checkout?: string } = {},
): ServiceProcess {
  const { byNpm = false, checkout = root } = options;
  const [command, ...args] = byNpm ? ["npm", "start"] : [process.execPath, join(checkout, launcher), "start"];
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
 * Waits until the service has printed where it listens.
 *
 * @returns its address
 * @throws Error with all it said if it exits or takes longer than two minutes
 */
export async function waitForAddress(service: ServiceProcess): Promise<string> {
  const limit = AbortSignal.timeout(startLimitMs);
  for (;;) {
    // The commands are the last thing printed.
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
  /** Its data directory. */
  directory: string;
  url: string;
  key: string;
  /** The one-time link of the first run. */
  signInUrl: string;
  startedInMs: number;
  stop(): Promise<void>;
}

/** Worlds are named by what made them, so one that is out of date is only ever left lying. */
async function keepWorld(worlds: string): Promise<void> {
  await mkdir(keptWorlds, { recursive: true });
  for (const name of await readdir(worlds)) {
    const kept = join(keptWorlds, name);
    if (existsSync(kept)) continue;
    await cp(join(worlds, name), `${kept}.${process.pid}`);
    await rename(`${kept}.${process.pid}`, kept);
  }
}

/** Puts the worlds that earlier tests made into a data directory: most of a start is making one, and the same would be made again. */
export async function bringWorlds(dataDirectory: string): Promise<void> {
  if (existsSync(keptWorlds)) await cp(keptWorlds, join(dataDirectory, "world"), { recursive: true });
}

interface StartOptions {
  /** Takes a world that an earlier test made. */
  reusesWorld?: boolean;
}

/** Starts the service on a fresh data directory, and stops it for good. */
export async function startService(
  environment: Record<string, string> = {},
  { reusesWorld = true }: StartOptions = {},
): Promise<RunningService> {
  const directory = await mkdtemp(join(tmpdir(), "wayfare-"));
  await bringDatabase(directory);
  if (reusesWorld) await bringWorlds(directory);
  const startedMs = performance.now();
  const service = spawnService(directory, {
    environment: { LOG_LEVEL: "error", METRICS_TOKEN: metricsToken, ...environment },
  });
  const url = await waitForAddress(service);
  const startedInMs = performance.now() - startedMs;
  if (reusesWorld) await keepWorld(join(directory, "world"));
  const firstRun = await readFile(join(directory, "first-run.json"), "utf8");
  const { key, signInUrl } = JSON.parse(firstRun) as { key: string; signInUrl: string };
  return {
    directory,
    url,
    key,
    signInUrl,
    startedInMs,
    async stop() {
      service.child.kill("SIGTERM");
      await service.exited;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
