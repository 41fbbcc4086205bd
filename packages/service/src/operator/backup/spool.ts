import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { open, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { createGzip, type Gzip } from "node:zlib";
import { type ArchiveParts, type BackupSummary, writeArchive } from "./archive.ts";
import { pump } from "./pump.ts";

/** The header of the admin socket's answer that holds a `BackupSummary`. */
export const summaryHeader = "wayfare-backup-summary";

export function compress(): Gzip {
  return createGzip({ level: 4 });
}

/** An archive of the running service, compressed. */
export interface SpooledArchive {
  summary: BackupSummary;
  bytes: number;
  /** Closes the file at its end, or when it is destroyed. */
  content: Readable;
}

/**
 * Writes an archive into a file below DATA_DIR first: the embedded database has one connection, which must not wait for whoever reads. The file
 * has no name, so nothing is left of it when this process ends.
 */
export async function spoolArchive(parts: ArchiveParts): Promise<SpooledArchive> {
  const path = join(parts.dataDirectory, `backup-${randomUUID()}.tmp`);
  const to = createWriteStream(path, { flags: "wx", mode: 0o600 });
  await once(to, "open");
  const file = await open(path).finally(() => unlink(path));
  try {
    const summary = await pump((write) => writeArchive(parts, write), { stages: [compress()], to });
    const { size } = await file.stat();
    return { summary, bytes: size, content: file.createReadStream({ start: 0 }) };
  } catch (error) {
    await file.close();
    throw error;
  }
}
