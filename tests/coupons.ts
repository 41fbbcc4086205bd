import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { RunningService } from "./running-service.ts";

const launcher = fileURLToPath(new URL("../packages/cli/bin/wayfare.mjs", import.meta.url));

/** Creates a coupon with the CLI, next to the running service. */
export async function makeCoupon({ directory }: RunningService, flags: readonly string[]): Promise<void> {
  const env = { ...process.env, DATA_DIR: directory };
  await promisify(execFile)(process.execPath, [launcher, "billing", "coupon", ...flags], { env });
}
