import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** Builds the pages where their sources have changed since; the service under test serves what stands there. */
export async function setup(): Promise<void> {
  const build = fileURLToPath(new URL("../packages/portal/build.ts", import.meta.url));
  await promisify(execFile)(process.execPath, [build]);
}
