import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { unpackDebianTools } from "../scripts/debian-packages.ts";

export type PoolMode = "session" | "transaction";

export interface PgBouncer {
  /** Connection string of the same database through the pooler. */
  connectionString: string;
  /** Kills the pooler with SIGKILL and starts it again on the same port. */
  crashAndRestart(): Promise<void>;
  stop(): Promise<void>;
}

/** Packages of Debian: PgBouncer and the libraries that it loads. */
const packages = ["pgbouncer", "libc-ares2", "libevent-2.1-7", "libpam0g", "libsystemd0", "libssl3"];

/** Returns the folder with PgBouncer, or the reason why it cannot be downloaded. */
export function findPgBouncer(): { folder: string } | { missing: string } {
  try {
    return { folder: unpackDebianTools("pgbouncer", packages) };
  } catch (error) {
    return { missing: `PgBouncer cannot be downloaded with apt-get: ${error instanceof Error ? error.message : ""}` };
  }
}

/** Starts PgBouncer before a PostgreSQL server. Few server connections, so that clients share them. */
export async function startPgBouncer(
  folder: string,
  server: string,
  { mode, poolSize }: { mode: PoolMode; poolSize: number },
): Promise<PgBouncer> {
  const { hostname, port: serverPort, username, password, pathname } = new URL(server);
  const directory = mkdtempSync(join(tmpdir(), "wayfare-pgbouncer-"));
  // The user of PgBouncer reads its files.
  chmodSync(directory, 0o755);
  const port = await findFreePort();
  const users = join(directory, "users.txt");
  const settings = join(directory, "pgbouncer.ini");
  writeFileSync(users, `"${username}" "${password}"\n`, { mode: 0o644 });
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = ${poolSize}
max_client_conn = 500
server_round_robin = 1
`,
  );
  const start = async (): Promise<ChildProcess> => {
    // PgBouncer refuses to run as root.
    const asUser = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
    const child = spawn(join(folder, "usr/sbin/pgbouncer"), [...asUser, settings], {
      stdio: ["ignore", "ignore", "ignore"],
      env: { LD_LIBRARY_PATH: ["usr/lib", "lib"].map((name) => join(folder, name, libraryFolder)).join(":") },
    });
    await waitForPort(port, child);
    return child;
  };
  const end = async (child: ChildProcess): Promise<void> => {
    const exited = once(child, "exit");
    if (child.exitCode === null && child.kill("SIGKILL")) await exited;
  };
  let running = await start();
  return {
    connectionString: `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`,
    async crashAndRestart() {
      await end(running);
      running = await start();
    },
    async stop() {
      await end(running);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const libraryFolder = process.arch === "arm64" ? "aarch64-linux-gnu" : "x86_64-linux-gnu";

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (typeof address !== "object" || address === null) throw new Error("no free port");
  return address.port;
}

async function waitForPort(port: number, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PgBouncer exited with code ${child.exitCode}`);
    const socket = connect(port, "127.0.0.1");
    const isOpen = await Promise.race([
      once(socket, "connect").then(() => true),
      once(socket, "error").then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    await sleep(20);
  }
}
