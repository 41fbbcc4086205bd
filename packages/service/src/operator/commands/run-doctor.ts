import { json } from "node:stream/consumers";
import { systemClock } from "@wayfare/contract";
import type { Settings } from "@wayfare/settings";
import { parseSettings, type SettingSources, SettingsError } from "@wayfare/settings";
import { listFactTables } from "@wayfare/world";
import { parseServerSecrets } from "../../secrets/server-secret.ts";
import { BackupError, openExisting, readSecretsText } from "../backup/source.ts";
import { type Check, fail, ok, warn } from "../doctor/check.ts";
import { checkDatabase, messageOf } from "../doctor/database-checks.ts";
import { checkFacts } from "../doctor/facts-check.ts";
import { checkHost } from "../doctor/host-checks.ts";
import { fetchStream } from "./admin-client.ts";
import { findRunningSocket } from "./running-socket.ts";

const msPerDay = 86_400_000;

/** Checks a running or stopped deployment without changing it. */
export async function runDoctor(sources: SettingSources): Promise<Check[]> {
  let settings: Settings;
  try {
    settings = parseSettings(sources);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return [fail("settings", error.faults.join(" "), "Correct the settings. See docs/reference/settings.md.")];
  }
  return [
    ok("settings", "all settings are valid"),
    ...(await checkHost(settings, sources.environment)),
    checkFacts(listFactTables(), Math.floor(systemClock.nowMs() / msPerDay)),
    ...(await checkStorage(settings)),
  ];
}

async function checkStorage(settings: Settings): Promise<Check[]> {
  const socketPath = await findRunningSocket(settings);
  if (socketPath !== undefined) {
    const { checks }: { checks: Check[] } = await fetchStream(socketPath, "/checks").then(json).then(toChecks);
    return [ok("service", "running; checked through its admin socket"), ...checks];
  }
  try {
    const opened = await openExisting(settings, systemClock.nowMs());
    try {
      const readSecrets = () => readSecretsText(settings, opened).then(parseServerSecrets);
      return await checkDatabase({ database: opened.database, readSecrets, clock: systemClock });
    } finally {
      await opened.close();
    }
  } catch (error) {
    if (error instanceof BackupError) return [warn("database", error.message, "It is created on the first start.")];
    return [fail("database", messageOf(error), "Check DATABASE_URL or DATA_DIR, and that the database is reachable.")];
  }
}

/** The socket belongs to the service's user, so the response is trusted. */
function toChecks(value: unknown): { checks: Check[] } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the socket belongs to the service user
  return value as { checks: Check[] };
}
