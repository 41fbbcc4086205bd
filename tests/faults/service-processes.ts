import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { startMs } from "../../packages/service/test/running-app.ts";

export interface ServiceProcess {
  url: string;
  child: ChildProcess;
  /** Exit code and signal. */
  exited: Promise<unknown[]>;
  /** Returns all log lines. */
  logged(): string[];
}

const script = fileURLToPath(new URL("./service-process.ts", import.meta.url));
const startedAtMs = Date.now();

/** Equal to `testSecrets` of the service's tests, so that keys created there work here. */
const serverSecret = `t:${Buffer.alloc(32, 7).toString("base64")}`;

/** Disables load shedding and rate limits, which on a busy machine would fail tests. */
const calm = { SHED_DELAY_MS: "60000", SEARCH_QUEUE_MS: "60000", RATE_LIMIT_FACTOR: "1000" };

/** Starts the service on a PostgreSQL, with a separate data directory. */
export async function startServiceProcess(
  databaseUrl: string,
  environment: Record<string, string> = {},
): Promise<ServiceProcess> {
  const directory = await mkdtemp(join(tmpdir(), "wayfare-fault-"));
  const child = fork(script, [String(startMs), String(startedAtMs)], {
    execArgv: [],
    silent: true,
    env: {
      PATH: process.env.PATH,
      PORT: "0",
      DATA_DIR: directory,
      DATABASE_URL: databaseUrl,
      SERVER_SECRET: serverSecret,
      WEBHOOKS_ALLOW_LOOPBACK: "true",
      ...calm,
      ...environment,
    },
  });
  let log = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    log += text;
  });
  const exited = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await exited;
    await rm(directory, { recursive: true, force: true });
  });
  const [message] = await Promise.race([
    once(child, "message"),
    exited.then(() => Promise.reject(new Error(`the service did not start:\n${log}`))),
  ]);
  return { url: String(message.url), child, exited, logged: () => log.split("\n").filter(Boolean) };
}
