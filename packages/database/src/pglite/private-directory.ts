import { chmodSync, lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Permission bits of the group and of others. */
const sharedBits = 0o077;

/** A file system's own directory at the root of a volume. */
const ignoredNames = new Set(["lost+found"]);

/**
 * Makes sure that only the owner of a directory can reach it. One that is empty and ours is set to mode 0700; everything in it that is ours loses the
 * permissions of group and others, which earlier versions left. Returns the directory's mode if others can reach it and it is not ours to change.
 * Nothing is checked on systems without user ids.
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

/** Takes the permissions of group and others from everything below a directory that this user owns. */
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
