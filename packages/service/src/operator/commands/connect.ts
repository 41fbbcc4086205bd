import { systemClock } from "@wayfare/contract";
import { billingOptionsOf } from "../../billing/settings.ts";
import { publicUrlOf } from "../../settings/parse.ts";
import type { Settings } from "../../settings/schema.ts";
import { openStorage } from "../../storage/open-storage.ts";
import { makeAdminClient } from "./admin-client.ts";
import { makeOperator, type Operator } from "./commands.ts";
import { findRunningSocket } from "./running-socket.ts";

/**
 * Runs `work` with the operator of a deployment: the PostgreSQL of the settings, the running service that has the
 * embedded database, or that database itself, which is made where it is missing and locked meanwhile.
 *
 * @throws DataDirectoryError where another process has the data directory and cannot be spoken to.
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
    return await work(makeOperator({ database, secrets, publicUrl, clock, billing, forget: () => {} }));
  } finally {
    await storage.close();
  }
}
