import { AsyncLocalStorage } from "node:async_hooks";
import { statfsSync } from "node:fs";

/** Space that a checkpoint needs for small files. PostgreSQL panics without it, and PGlite does not survive a panic. */
const checkpointBytes = 4 * 2 ** 20;

/** Free space above the reserve at which writes are accepted again; avoids switching with every file. */
const recoveryBytes = 8 * 2 ** 20;

const reserveUsers = new AsyncLocalStorage<true>();

/**
 * Runs `work` with access to the disk reserve: the embedded database accepts its writes while it rejects others. For jobs that free space.
 * Has no effect on PostgreSQL.
 */
export function withDiskReserve<T>(work: () => Promise<T>): Promise<T> {
  return reserveUsers.run(true, work);
}

/** Returns true inside `withDiskReserve`. */
export function mayUseDiskReserve(): boolean {
  return reserveUsers.getStore() === true;
}

export interface DiskSpaceOptions {
  /** Directory on the file system to check. */
  readonly path: string;
  readonly reserveBytes: number;
  /** Called when free space falls below the reserve and when it recovers. */
  readonly onChange?: (state: { freeBytes: number; isLow: boolean }) => void;
}

/** Compares the free space of a file system with a reserve. A check is one statfs call, 2 µs. */
export class DiskSpace {
  readonly reserveBytes: number;
  readonly #options: DiskSpaceOptions;
  #wasLow = false;

  constructor(options: DiskSpaceOptions) {
    this.reserveBytes = options.reserveBytes;
    this.#options = options;
  }

  /** Returns the bytes that this process can still write; undefined if the file system does not report them. */
  readFreeBytes(): number | undefined {
    try {
      const { bavail, bsize } = statfsSync(this.#options.path);
      return bavail * bsize;
    } catch {
      return undefined;
    }
  }

  /** Returns true while there is too little space even for a checkpoint. */
  isExhausted(): boolean {
    return (this.readFreeBytes() ?? checkpointBytes) < checkpointBytes;
  }

  /** Returns true while free space is below the reserve. */
  isLow(): boolean {
    const freeBytes = this.readFreeBytes();
    if (freeBytes === undefined) return this.#wasLow;
    const isLow = freeBytes < this.reserveBytes + (this.#wasLow ? recoveryBytes : 0);
    if (isLow !== this.#wasLow) {
      this.#wasLow = isLow;
      this.#options.onChange?.({ freeBytes, isLow });
    }
    return isLow;
  }
}

const mebibyte = 2 ** 20;

/** Formats bytes as in "12 MB", the unit of `DISK_RESERVE_MB`. */
export function formatMegabytes(bytes: number): string {
  return `${Math.floor(bytes / mebibyte)} MB`;
}
