import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Global setup of Vitest: gives a run its own folder for temporary files, and deletes it at the end. The name is short, because the path of a
 * Unix socket in it has at most 107 bytes.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const before = process.env["TMPDIR"];
  const directory = await mkdtemp(join(tmpdir(), "wf-"));
  // PostgreSQL runs as another user and must reach its own folder.
  await chmod(directory, 0o711);
  process.env["TMPDIR"] = directory;
  return async () => {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  };
}
