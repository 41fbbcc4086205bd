import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** Builds the portal if its sources have changed. The service under test serves that build. */
export async function setup(): Promise<void> {
  const build = fileURLToPath(new URL("../packages/portal/build.ts", import.meta.url));
  await promisify(execFile)(process.execPath, [build]);
}
