import { systemClock } from "@wayfare/contract";
import { billingOptionsOf } from "../../billing/settings.ts";
import { publicUrlOf } from "../../settings/parse.ts";
import type { Settings } from "../../settings/schema.ts";
import { openStorage } from "../../storage/open-storage.ts";
import { makeAdminClient } from "./admin-client.ts";
import { makeOperator, type Operator } from "./commands.ts";
import { findRunningSocket } from "./running-socket.ts";

/**
 * Runs `work` with the operator of a deployment: the configured PostgreSQL database, the running service that has the embedded database, or
 * the embedded database itself, which is created if it does not exist and locked.
 *
 * @throws DataDirectoryError if another process holds the data directory and has no admin socket.
 */
export async function withOperator<T>(settings: Settings, work: (operator: Operator) => Promise<T>): Promise<T> {
  const path = await findRunningSocket(settings);
  if (path !== undefined) return work(makeAdminClient(path));
  const storage = await openStorage(settings, systemClock.nowMs());
  const { database, secrets } = storage;
  try {
    const clock = systemClock;
    const billing = billingOptionsOf(settings, clock);
    const publicUrl = publicUrlOf(settings);
    return await work(makeOperator({ database, secrets, publicUrl, clock, billing, invalidate: () => {} }));
  } finally {
    await storage.close();
  }
}
