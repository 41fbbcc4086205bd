import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { systemClock } from "@wayfare/contract";
import { DataDirectoryError } from "@wayfare/database";
import { createGuardedClient } from "@wayfare/egress";
import { noTimeZones } from "@wayfare/engine";
import type { Settings } from "@wayfare/settings";
import { publicUrlOf } from "@wayfare/settings";
import { createLiveSuppliers, type SupplierPlaces } from "@wayfare/suppliers";
import { billingOptionsOf } from "../../billing/settings.ts";
import { mailerOf } from "../../mail/settings.ts";
import { billingWithNotices, makeNotices } from "../../notices/notices.ts";
import { openStorage } from "../../storage/open-storage.ts";
import type { SupplierCatalog } from "../../suppliers/directory.ts";
import { readConfiguredSuppliers } from "../../suppliers/suppliers-file.ts";
import { makeAdminClient } from "./admin-client.ts";
import { makeOperator, type Operator } from "./commands.ts";
import { findRunningSocket } from "./running-socket.ts";

/**
 * Runs `work` with the operator of a deployment: the configured PostgreSQL database, the running service that has the embedded database, or
 * the embedded database itself, which is locked.
 *
 * @param options.creates true to create an embedded database that does not exist
 * @throws DataDirectoryError if another process holds the data directory and has no admin socket, or if there is no database in it
 */
export async function withOperator<T>(
  settings: Settings,
  work: (operator: Operator) => Promise<T>,
  { creates = false } = {},
): Promise<T> {
  const path = await findRunningSocket(settings);
  if (path !== undefined) return work(makeAdminClient(path));
  if (!creates) requireDatabase(settings);
  const storage = await openStorage(settings, systemClock.nowMs());
  const { database, secrets } = storage;
  const closers: (() => Promise<void>)[] = [];
  const readStatusParts = () => {
    const { catalog, close } = openCatalog(settings);
    closers.push(close);
    return { catalog };
  };
  try {
    const clock = systemClock;
    const publicUrl = publicUrlOf(settings);
    const mailer = mailerOf(settings, { secrets, publicUrl });
    const billing = billingWithNotices(await billingOptionsOf(settings, clock), makeNotices(mailer));
    const { signUp } = settings;
    const deps = { database, secrets, publicUrl, clock, billing, mailer, signUp, readStatusParts };
    return await work(makeOperator({ ...deps, invalidate: () => {} }));
  } finally {
    for (const close of closers) await close();
    await storage.close();
  }
}

/** Places are needed by searches only. */
const noPlaces: SupplierPlaces = {
  timeZones: noTimeZones,
  findTimeZone: () => undefined,
  listAirports: () => [],
};

/** Opens the live suppliers of the settings, to list them. They are not called. */
function openCatalog(settings: Settings): { catalog: SupplierCatalog; close: () => Promise<void> } {
  const { setup, deployment } = readConfiguredSuppliers(settings);
  const egress = createGuardedClient({ rules: setup.egress, timeoutMs: 1000, maxBodyBytes: 1024 });
  const suppliers = createLiveSuppliers(setup, { places: noPlaces, egress, nowMs: () => systemClock.nowMs() });
  return { catalog: { suppliers, deployment }, close: () => egress.close() };
}

/** A command with a wrong DATA_DIR would otherwise work on a new, empty database. */
function requireDatabase({ databaseUrl, dataDir }: Settings): void {
  if (databaseUrl !== null || existsSync(join(dataDir, "database"))) return;
  throw new DataDirectoryError(
    "NO_DATABASE",
    `there is no Wayfare database in ${resolve(dataDir)}. Set DATA_DIR or --data-dir to the data directory of the service, or start the service there first.`,
  );
}
