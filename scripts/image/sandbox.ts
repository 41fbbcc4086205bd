import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import { unpackDebianTools } from "../debian-packages.ts";
import { entrypoint, imageEnvironment } from "./image.ts";
import { serviceUserId } from "./root-tree.ts";

interface SandboxOptions {
  /** Root file system of the image, mounted read-only. */
  root: string;
  /** Folder that is mounted at `/data`. */
  dataDirectory: string;
  /** Variables in addition to those of the image. */
  environment?: Readonly<Record<string, string>>;
  /** Arguments of `wayfare`, or a whole command that replaces the entry point. */
  command?: { arguments: readonly string[] } | { replaced: readonly string[] };
}

/** A process in the sandbox. */
export interface SandboxProcess {
  /** bubblewrap, which exits with the code of the process. Its output is that of the process. */
  child: ChildProcess & { stdout: Readable; stderr: Readable };
  /** Sends a signal to the process itself, which is PID 1 in its namespace, as in a container. */
  kill: (signal: NodeJS.Signals) => void;
}

/**
 * Starts the image as a container engine does with `--read-only --cap-drop ALL`: in its own namespaces, without capabilities, as the
 * service user, with a read-only root, an empty `/tmp` in memory and only the variables of the image. It shares the network.
 */
export async function startInSandbox(options: SandboxOptions): Promise<SandboxProcess> {
  const { root, dataDirectory, environment = {}, command = { arguments: ["start"] } } = options;
  const bwrap = join(unpackDebianTools("bubblewrap", ["bubblewrap"]), "usr/bin/bwrap");
  const user = String(serviceUserId);
  const variables = Object.entries({ ...imageEnvironment, ...environment });
  const sandbox = [
    ["--unshare-all", "--share-net", "--as-pid-1", "--die-with-parent", "--cap-drop", "ALL", "--info-fd", "3"],
    ["--uid", user, "--gid", user, "--clearenv", ...variables.flatMap(([name, value]) => ["--setenv", name, value])],
    ["--ro-bind", root, "/", "--bind", dataDirectory, "/data", "--tmpfs", "/tmp"],
    ["--dev", "/dev", "--proc", "/proc", "--chdir", "/app"],
  ].flat();
  const run = "replaced" in command ? command.replaced : [...entrypoint, ...command.arguments];
  const child = spawn(bwrap, [...sandbox, ...run], { stdio: ["ignore", "pipe", "pipe", "pipe"] });
  const [, stdout, stderr, info] = child.stdio;
  if (stdout === null || stderr === null || info === null || info === undefined || !("read" in info)) {
    throw new Error("bubblewrap has no pipes");
  }
  const pid = childPidOf(await json(info));
  return { child: Object.assign(child, { stdout, stderr }), kill: (signal) => process.kill(pid, signal) };
}

function childPidOf(info: unknown): number {
  if (typeof info !== "object" || info === null || !("child-pid" in info)) {
    throw new Error("bubblewrap did not report the process id");
  }
  return Number(info["child-pid"]);
}
