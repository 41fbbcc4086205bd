import { chmodSync, lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Permission bits of the group and of others. */
const sharedBits = 0o077;

/** Directory that a file system creates at the root of a volume. */
export const ignoredNames = new Set(["lost+found"]);

/**
 * Restricts a directory to its owner. An empty directory of this user is set to mode 0700, and everything of this user in it loses group
 * and other permissions, which earlier versions left. Does nothing on systems without user ids.
 *
 * @returns the mode if other users can access the directory and it cannot be changed; otherwise undefined.
 */
export function findSharedMode(path: string): number | undefined {
  const uid = process.getuid?.();
  if (uid === undefined) return undefined;
  const { mode, uid: owner } = statSync(path);
  if ((mode & sharedBits) !== 0) {
    const isEmpty = readdirSync(path).every((name) => ignoredNames.has(name));
    if (!isEmpty || owner !== uid) return mode & 0o777;
    chmodSync(path, 0o700);
  }
  tightenModes(path);
  return undefined;
}

/** Removes group and other permissions from everything below a directory that this user owns. */
export function tightenModes(directory: string): void {
  const uid = process.getuid?.();
  if (uid === undefined) return;
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined || stats.uid !== uid || ignoredNames.has(name)) continue;
    if ((stats.mode & sharedBits) !== 0 && (stats.isFile() || stats.isDirectory())) chmodSync(path, stats.mode & 0o700);
    if (stats.isDirectory()) tightenModes(path);
  }
}
