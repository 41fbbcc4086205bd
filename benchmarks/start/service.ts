import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readStartCommand } from "../http/deployment.ts";

/** An installation to measure: a folder with its dependencies, and the built code if it has one. */
export interface Tree {
  name: string;
  folder: string;
  /** True to run the sources although built code exists. */
  fromSources: boolean;
}

export interface RunOptions {
  tree: Tree;
  /** New or used data directory. */
  dataDirectory: string;
  /** A free port of 127.0.0.1. */
  port: number;
  environment: Record<string, string>;
  /** Modules that are loaded first, in every thread. */
  preloaded?: readonly URL[];
}

/** A running service, started as `npm start` does it, without npm. */
export interface MeasuredService {
  pid: number;
  url: string;
  dataDirectory: string;
  /** Value of `performance.now()` immediately before the start. */
  startedAtMs: number;
  /** @throws Error with the output if the process has exited */
  assertRunning(): void;
  /** Stops the service with SIGTERM and waits for its end. */
  stop(): Promise<void>;
}

/** Starts the service of a tree, with the Node of the tree and the flags and variables of its `npm start`. */
export async function runTree({ tree, ...options }: RunOptions): Promise<MeasuredService> {
  const { dataDirectory, port, preloaded = [], environment } = options;
  const start = await readStartCommand(tree.folder);
  const flags = [...start.flags, ...preloaded.flatMap(({ href }) => ["--import", href])];
  const startedAtMs = performance.now();
  const child = spawn(nodeOf(tree), [...flags, entryOf(tree), "start"], {
    cwd: tree.folder,
    env: {
      ...process.env,
      ...start.environment,
      ...environment,
      DATA_DIR: dataDirectory,
      HOST: "127.0.0.1",
      PORT: String(port),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => output.push(text));
  }
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const exited = once(child, "exit").finally(() => process.off("exit", kill));
  return {
    pid: child.pid ?? Number.NaN,
    url: `http://127.0.0.1:${port}`,
    dataDirectory,
    startedAtMs,
    assertRunning() {
      if (hasExited(child)) throw new Error(`the service of ${tree.folder} has exited:\n${output.join("")}`);
    },
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

function hasExited({ exitCode, signalCode, pid }: ChildProcess): boolean {
  return pid === undefined || exitCode !== null || signalCode !== null;
}

/** Returns the key of the first start. */
export function readFirstKey(dataDirectory: string): string {
  const { key }: { key: string } = JSON.parse(readFileSync(join(dataDirectory, "first-run.json"), "utf8"));
  return key;
}

/** Milliseconds that `wayfare --version` takes. @throws Error if it fails */
export function measureVersionCommand(tree: Tree): number {
  const startedAtMs = performance.now();
  const { status, stderr } = spawnSync(nodeOf(tree), [entryOf(tree), "--version"], { encoding: "utf8" });
  if (status !== 0) throw new Error(`wayfare --version of ${tree.folder} failed: ${stderr}`);
  return performance.now() - startedAtMs;
}

function nodeOf({ folder }: Tree): string {
  return join(folder, "node_modules/.bin/node");
}

function entryOf({ folder, fromSources }: Tree): string {
  return join(folder, fromSources ? "packages/cli/src/main.ts" : "packages/cli/bin/wayfare.mjs");
}
