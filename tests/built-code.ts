import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** Builds the command line and the service if their sources have changed. Tests that start the command run that build. */
export async function setup(): Promise<void> {
  const build = fileURLToPath(new URL("../packages/cli/build.ts", import.meta.url));
  await promisify(execFile)(process.execPath, [build]);
}
