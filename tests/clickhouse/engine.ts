import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installPackage } from "../installed-tools.ts";

const script = fileURLToPath(new URL("engine-server.ts", import.meta.url));

export interface ClickHouseEngine {
  /** URL for `REQUEST_LOG_URL`; stays the same after a restart. */
  url: string;
  /** Kills the engine with SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again on its data and its port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Installs the engine, which takes a minute the first time, and starts it on a free port of the loopback interface. */
export async function startClickHouse(): Promise<ClickHouseEngine> {
  const installed = await installPackage("clickhouse", new URL("./", import.meta.url), "install");
  const directory = mkdtempSync(join(tmpdir(), "wayfare-clickhouse-"));
  const start = async (port: number): Promise<{ child: ChildProcess; url: string }> => {
    const child = fork(script, [join(installed, "package.json"), directory, String(port)], { execArgv: [] });
    const [{ url }] = await once(child, "message");
    return { child, url: String(url) };
  };
  let running = await start(0);
  const { url } = running;
  const kill = async (): Promise<void> => {
    const exited = once(running.child, "exit");
    if (running.child.exitCode === null && running.child.kill("SIGKILL")) await exited;
  };
  return {
    url,
    kill,
    async restart() {
      running = await start(Number(new URL(url).port));
    },
    async stop() {
      await kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
