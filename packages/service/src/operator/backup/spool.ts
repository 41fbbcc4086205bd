import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { open, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { createGzip, type Gzip } from "node:zlib";
import { type ArchiveDeps, type BackupSummary, writeArchive } from "./archive.ts";
import { pump } from "./pump.ts";

/** Response header of the admin socket that contains a `BackupSummary`. */
export const summaryHeader = "wayfare-backup-summary";

export function compress(): Gzip {
  return createGzip({ level: 4 });
}

/** A compressed archive of the running service. */
export interface SpooledArchive {
  summary: BackupSummary;
  bytes: number;
  /** Closes the file at the end of the stream, or when it is destroyed. */
  content: Readable;
}

/**
 * Writes an archive to a temporary file in DATA_DIR first, because the embedded database has one connection that must not wait for a slow
 * reader. The file is unlinked after opening, so nothing is left when this process ends.
 */
export async function spoolArchive(deps: ArchiveDeps): Promise<SpooledArchive> {
  const path = join(deps.dataDirectory, `backup-${randomUUID()}.tmp`);
  const to = createWriteStream(path, { flags: "wx", mode: 0o600 });
  await once(to, "open");
  const file = await open(path).finally(() => unlink(path));
  try {
    const summary = await pump((write) => writeArchive(deps, write), { stages: [compress()], to });
    const { size } = await file.stat();
    return { summary, bytes: size, content: file.createReadStream({ start: 0 }) };
  } catch (error) {
    await file.close();
    throw error;
  }
}
