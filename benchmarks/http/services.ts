import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgresServer } from "../../tests/postgres-server.ts";
import { copyCachedWorlds, metricsToken, spawnService, waitForAddress } from "../../tests/running-service.ts";

const root = join(import.meta.dirname, "../..");

export interface Service {
  url: string;
  key: string;
  pid: number;
  stop(): Promise<void>;
}

/** Checks out a commit with its own dependencies, once. */
export function checkOut(commit: string): string {
  const sha = git("rev-parse", commit).toString().trim();
  const checkout = join(root, ".build", `benchmark-${sha}`);
  if (existsSync(join(checkout, "node_modules"))) return checkout;
  mkdirSync(checkout, { recursive: true });
  execFileSync("tar", ["-x", "-C", checkout], { input: git("archive", sha) });
  execFileSync("npm", ["ci", "--ignore-scripts"], { cwd: checkout, stdio: "inherit" });
  return checkout;
}

function git(...args: string[]): Buffer {
  return execFileSync("git", args, { cwd: root, maxBuffer: 1e9 });
}

/** Starts a version of the service on a new database. @param options.checkout directory of the version */
export async function startVersion(
  database: "embedded" | "postgresql",
  { checkout = root, threads }: { checkout?: string; threads: number },
): Promise<Service> {
  const directory = await mkdtemp(join(tmpdir(), "wayfare-benchmark-"));
  await copyCachedWorlds(directory);
  const postgres = database === "postgresql" ? await startPostgresServer() : undefined;
  const service = spawnService(directory, {
    checkout,
    environment: {
      ...(postgres === undefined
        ? {}
        : {
            DATABASE_URL: postgres.connectionString,
            SERVER_SECRET: `a:${Buffer.alloc(32, 1).toString("base64")}`,
          }),
      LOG_LEVEL: "error",
      METRICS_TOKEN: metricsToken,
      RATE_LIMIT_FACTOR: "10000",
      SEARCH_THREADS: String(threads),
    },
  });
  const url = await waitForAddress(service);
  const { key }: { key: string } = JSON.parse(await readFile(join(directory, "first-run.json"), "utf8"));
  return {
    url,
    key,
    pid: service.child.pid ?? 0,
    async stop() {
      service.child.kill("SIGTERM");
      await service.exited;
      await postgres?.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
