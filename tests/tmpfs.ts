import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The reason why `mountTmpfs` is unavailable; undefined if it is available. */
export const noTmpfsReason =
  process.platform === "linux" && process.getuid?.() === 0 && canMount() ? undefined : "needs root to mount a tmpfs";

function canMount(): boolean {
  try {
    mountTmpfs(1).unmount();
    return true;
  } catch {
    return false;
  }
}

/** A separate file system that a test can fill. */
export interface Tmpfs {
  readonly path: string;
  freeMegabytes(): number;
  /** Uses all free space except `leaveMegabytes`, at once. */
  fill(leaveMegabytes?: number): void;
  /** Frees the space used by `fill`. */
  free(): void;
  unmount(): void;
}

export function mountTmpfs(megabytes: number): Tmpfs {
  const path = mkdtempSync(join(tmpdir(), "wayfare-tmpfs-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", path], { stdio: "ignore" });
  const filler = join(path, "filler");
  const freeBytes = (): number => {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  };
  return {
    path,
    freeMegabytes: () => freeBytes() / 2 ** 20,
    fill(leaveMegabytes = 0) {
      const file = openSync(filler, "w");
      const zeros = Buffer.alloc(2 ** 20);
      try {
        while (freeBytes() > leaveMegabytes * 2 ** 20) {
          if (writeSync(file, zeros, 0, Math.min(zeros.length, freeBytes() - leaveMegabytes * 2 ** 20)) === 0) break;
        }
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(filler, { force: true }),
    unmount() {
      // Lazy unmount: a process that was just killed may still have open files.
      execFileSync("umount", ["-l", path], { stdio: "ignore" });
      rmSync(path, { recursive: true, force: true });
    },
  };
}
