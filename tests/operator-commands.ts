import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { RunningService } from "./running-service.ts";

const launcher = fileURLToPath(new URL("../packages/cli/bin/wayfare.mjs", import.meta.url));

/** Creates a service key that can create accounts with the CLI, next to the running service. */
export async function makeOperatorKey({ directory }: RunningService): Promise<string> {
  const env = { ...process.env, DATA_DIR: directory };
  const flags = ["--environment", "service", "--name", "Back office", "--scopes", "accounts.write", "--json"];
  const { stdout } = await promisify(execFile)(process.execPath, [launcher, "keys", "create", ...flags], { env });
  const { secret }: { secret: string } = JSON.parse(stdout);
  return secret;
}

/** Creates a coupon with the CLI, next to the running service. */
export async function makeCoupon({ directory }: RunningService, flags: readonly string[]): Promise<void> {
  const env = { ...process.env, DATA_DIR: directory };
  await promisify(execFile)(process.execPath, [launcher, "billing", "coupon", ...flags], { env });
}

/** Verifies an email domain of the operators' account with the CLI, next to the running service. */
export async function verifyDomain({ directory, url, key }: RunningService, domain: string): Promise<void> {
  const response = await fetch(`${url}/v1/account`, { headers: { authorization: `Bearer ${key}` } });
  const { id }: { id: string } = JSON.parse(await response.text());
  const env = { ...process.env, DATA_DIR: directory };
  await promisify(execFile)(process.execPath, [launcher, "accounts", "verify-domain", id, domain], { env });
}
