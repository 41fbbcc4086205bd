import { AsyncLocalStorage } from "node:async_hooks";
import { statfsSync } from "node:fs";

/** PostgreSQL panics if a checkpoint cannot write its small files, and PGlite does not survive a panic. */
const checkpointBytes = 4 * 2 ** 20;

/** Free space above the reserve at which writes are accepted again, so that the state does not change with every file. */
const recoveryBytes = 8 * 2 ** 20;

const reserveUsers = new AsyncLocalStorage<true>();

/**
 * Runs `work` with access to the disk reserve: the embedded database accepts its writes while it refuses others. For jobs that free space;
 * nothing changes on PostgreSQL.
 */
export function withDiskReserve<T>(work: () => Promise<T>): Promise<T> {
  return reserveUsers.run(true, work);
}

/** True inside `withDiskReserve`. */
export function mayUseDiskReserve(): boolean {
  return reserveUsers.getStore() === true;
}

export interface DiskSpaceOptions {
  /** A directory on the file system. */
  readonly path: string;
  readonly reserveBytes: number;
  /** Called when the free space falls below the reserve, and when it is above it again. */
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

  /** Bytes that this process may still write; undefined if the file system does not say. */
  readFreeBytes(): number | undefined {
    try {
      const { bavail, bsize } = statfsSync(this.#options.path);
      return bavail * bsize;
    } catch {
      return undefined;
    }
  }

  /** True while not even a checkpoint is safe. */
  isExhausted(): boolean {
    return (this.readFreeBytes() ?? checkpointBytes) < checkpointBytes;
  }

  /** True while the free space is below the reserve. */
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

/** "12 MB", as messages and `DISK_RESERVE_MB` count. */
export function formatMegabytes(bytes: number): string {
  return `${Math.floor(bytes / mebibyte)} MB`;
}
