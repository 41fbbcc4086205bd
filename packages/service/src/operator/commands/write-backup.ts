import type { Writable } from "node:stream";
import type { Settings } from "@wayfare/settings";
import { type BackupSummary, writeArchive } from "../backup/archive.ts";
import { pump } from "../backup/pump.ts";
import { seal } from "../backup/sealed-stream.ts";
import { openExisting, readSecretsText } from "../backup/source.ts";
import { compress, summaryHeader } from "../backup/spool.ts";
import { fetchStream } from "./admin-client.ts";
import { findRunningSocket } from "./running-socket.ts";

/** Writes a compressed and encrypted backup of a deployment to a stream. A running service keeps serving requests. */
export async function writeBackup(
  settings: Settings,
  { passphrase, nowMs, to }: { passphrase: string; nowMs: number; to: Writable },
): Promise<BackupSummary> {
  const sealing = (source: AsyncIterable<Buffer>) => seal(source, passphrase);
  const socketPath = await findRunningSocket(settings);
  if (socketPath !== undefined) return pump((write) => fetchArchive(socketPath, write), { stages: [sealing], to });
  const opened = await openExisting(settings, nowMs);
  try {
    const secretsText = await readSecretsText(settings, opened);
    return await pump((write) => writeArchive({ ...opened, secretsText, nowMs }, write), {
      stages: [compress(), sealing],
      to,
    });
  } finally {
    await opened.close();
  }
}

async function fetchArchive(socketPath: string, write: (bytes: Buffer) => Promise<void>): Promise<BackupSummary> {
  const response = await fetchStream(socketPath, "/backup");
  for await (const bytes of response) await write(bytes);
  return JSON.parse(String(response.headers[summaryHeader]));
}
