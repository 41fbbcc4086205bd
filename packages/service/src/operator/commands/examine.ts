import { json } from "node:stream/consumers";
import { systemClock } from "@wayfare/contract";
import { parseSettings, type SettingSources, SettingsError } from "../../settings/parse.ts";
import type { Settings } from "../../settings/schema.ts";
import { BackupError, openExisting, readSecretsText } from "../backup/source.ts";
import { type Check, fail, ok, warn } from "../doctor/check.ts";
import { examineDatabase, messageOf } from "../doctor/database-checks.ts";
import { examineMachine } from "../doctor/machine-checks.ts";
import { fetchStream } from "./admin-client.ts";
import { findRunningSocket } from "./running-socket.ts";

/** Looks at a deployment, beside its running service or while it is stopped, and changes nothing. */
export async function examineDeployment(sources: SettingSources): Promise<Check[]> {
  let settings: Settings;
  try {
    settings = parseSettings(sources);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return [fail("settings", error.faults.join(" "), "Correct them; docs/reference/settings.md lists all.")];
  }
  return [
    ok("settings", "every setting can be used"),
    ...(await examineMachine(settings, sources.environment)),
    ...(await examineStorage(settings)),
  ];
}

async function examineStorage(settings: Settings): Promise<Check[]> {
  const socketPath = await findRunningSocket(settings);
  if (socketPath !== undefined) {
    const { checks }: { checks: Check[] } = await fetchStream(socketPath, "/checks").then(json).then(toAnswer);
    return [ok("service", "runs, and was asked"), ...checks];
  }
  try {
    const opened = await openExisting(settings, systemClock.nowMs());
    try {
      const secretsText = () => readSecretsText(settings, opened);
      return await examineDatabase({ database: opened.database, secretsText, clock: systemClock });
    } finally {
      await opened.close();
    }
  } catch (error) {
    if (error instanceof BackupError) return [warn("database", error.message, "The first start makes it.")];
    return [
      fail("database", messageOf(error), "Check DATABASE_URL or DATA_DIR, and that the database may be reached."),
    ];
  }
}

/** The running service is of this installation, and its operator's. */
function toAnswer(value: unknown): { checks: Check[] } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the socket is the service user's own
  return value as { checks: Check[] };
}
