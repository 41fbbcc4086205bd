import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { systemClock } from "@wayfare/contract";
import type { Settings } from "@wayfare/settings";
import { billingOptionsOf } from "../../billing/settings.ts";
import { openExisting, readSecretsText } from "../backup/source.ts";
import { fetchStream } from "./admin-client.ts";
import { findRunningSocket } from "./running-socket.ts";
import { startOperatorExport } from "./start-export.ts";

/** Writes the export of an account to a stream. A running service keeps serving requests. */
export async function writeAccountExport(
  settings: Settings,
  { accountId, to }: { accountId: string; to: Writable },
): Promise<void> {
  const socketPath = await findRunningSocket(settings);
  if (socketPath !== undefined) {
    const target = `/accounts/${encodeURIComponent(accountId)}/export`;
    return pipeline(await fetchStream(socketPath, target, "POST"), to);
  }
  const clock = systemClock;
  const opened = await openExisting(settings, clock.nowMs());
  try {
    const secretsText = await readSecretsText(settings, opened);
    const billing = await billingOptionsOf(settings, clock);
    const lines = await startOperatorExport({ database: opened.database, clock, secretsText, billing }, accountId);
    await pipeline(Readable.from(lines), to);
  } finally {
    await opened.close();
  }
}
