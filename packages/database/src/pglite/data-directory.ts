import {
  accessSync,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { findSharedMode } from "./private-directory.ts";

/** The process that holds the lock of a data directory, as shown to a rejected process. */
export interface DataDirectoryHolder {
  readonly pid: number;
  /** RFC 3339, UTC. */
  readonly startedAt: string;
  /** Address of the server, such as "http://localhost:8080"; null before it listens. */
  readonly address: string | null;
}

export interface DataDirectory {
  /** Absolute. */
  readonly path: string;
  /** Records the server's address, for the error message of a rejected process. */
  describeHolder(info: { address: string }): void;
  /** Releases the directory. Further calls do nothing. */
  release(): void;
}

/** Thrown if the data directory cannot be used. The message says why and what to do. */
export class DataDirectoryError extends Error {
  readonly code:
    | "IN_USE"
    | "NOT_A_DIRECTORY"
    | "NOT_WRITABLE"
    | "SHARED"
    | "OTHER_POSTGRES"
    | "DAMAGED"
    | "MOUNT_POINT"
    | "NO_DATABASE";
  /** For IN_USE: the holder, if it has recorded itself. */
  readonly holder: DataDirectoryHolder | undefined;

  constructor(
    code: DataDirectoryError["code"],
    message: string,
    options: ErrorOptions & { holder?: DataDirectoryHolder | undefined } = {},
  ) {
    super(message, options);
    this.name = "DataDirectoryError";
    this.code = code;
    this.holder = options.holder;
  }
}

/**
 * Locks a data directory until `release` or until this process ends in any way, and creates it (mode 0700) if it is missing. The lock is
 * SQLite's, backed by a kernel lock, so it cannot become stale. It works between processes of one machine; network file systems may not
 * support it.
 *
 * @throws DataDirectoryError
 */
export function openDataDirectory(path: string, options: { nowMs?: number } = {}): DataDirectory {
  createPrivateDirectory(path);
  const lock = acquireLock(path);
  const holderPath = join(path, "holder.json");
  const holder = { pid: process.pid, startedAt: new Date(options.nowMs ?? Date.now()).toISOString(), address: null };
  let held = true;
  const release = (): void => {
    if (!held) return;
    held = false;
    // Removed before the lock is released: afterwards, the file may belong to the next holder.
    rmSync(holderPath, { force: true });
    lock.close();
  };
  try {
    writeHolder(holderPath, holder);
  } catch (error) {
    release();
    throw notWritable(path, error);
  }
  return {
    path: resolve(path),
    describeHolder({ address }) {
      if (held) writeHolder(holderPath, { ...holder, address });
    },
    release,
  };
}

/**
 * Creates the directory (mode 0700) if it is missing. An existing directory must not be accessible to other users, because it holds keys
 * and personal data: an empty one of this user is set to mode 0700, any other is rejected.
 *
 * @throws DataDirectoryError
 */
export function createPrivateDirectory(path: string): void {
  createDirectory(path);
  let sharedMode: number | undefined;
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    sharedMode = findSharedMode(path);
  } catch (error) {
    throw notWritable(path, error);
  }
  if (sharedMode === undefined) return;
  throw new DataDirectoryError(
    "SHARED",
    `${path} can be reached by other users of this machine (mode ${sharedMode.toString(8).padStart(4, "0")}). ` +
      `Run \`chmod 700 ${path}\` as its owner, or set DATA_DIR to a new directory below it.`,
  );
}

function createDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    const code = codeOf(error);
    if (code !== "EEXIST" && code !== "ENOTDIR") throw notWritable(path, error);
    throw new DataDirectoryError(
      "NOT_A_DIRECTORY",
      `${path} is not a directory, or its path contains a file. Set DATA_DIR to a directory.`,
      { cause: error },
    );
  }
}

const sqliteBusy = 5;

function acquireLock(path: string): DatabaseSync {
  let lock: DatabaseSync | undefined;
  try {
    const file = join(path, "lock.db");
    // SQLite would create the file with mode 0644, and any user who can read it could lock it.
    closeSync(openSync(file, "a", 0o600));
    lock = new DatabaseSync(file, { timeout: 0 });
    lock.exec("BEGIN EXCLUSIVE");
    // SQLite silently opens an unwritable file read-only, and such a lock excludes no other process.
    accessSync(file, constants.W_OK);
    return lock;
  } catch (error) {
    lock?.close();
    throw sqliteCodeOf(error) === sqliteBusy ? inUse(path, error) : notWritable(path, error);
  }
}

function inUse(path: string, cause: unknown): DataDirectoryError {
  const holder = findHolder(join(path, "holder.json"));
  const known = holder === undefined ? [] : [`process ${holder.pid}`, holder.address].filter((part) => part !== null);
  const holderName = known.length === 0 ? "another Wayfare" : `another Wayfare (${known.join(", ")})`;
  const message = `${holderName} is using ${path}. Stop it, or start this one with another DATA_DIR.`;
  return new DataDirectoryError("IN_USE", message, { cause, holder });
}

function notWritable(path: string, cause: unknown): DataDirectoryError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const message = `${path} cannot be used as the data directory: ${reason}. Set DATA_DIR to one that ${userName()} may write to.`;
  return new DataDirectoryError("NOT_WRITABLE", message, { cause });
}

function userName(): string {
  const uid = process.getuid?.();
  return uid === undefined ? "this user" : `user ${uid}`;
}

/** Writes the holder file atomically, by renaming. */
function writeHolder(path: string, holder: DataDirectoryHolder): void {
  const draft = `${path}.new`;
  writeFileSync(draft, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  renameSync(draft, path);
}

/** Reads the holder file; undefined if it is missing or invalid. */
function findHolder(path: string): DataDirectoryHolder | undefined {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return isHolder(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isHolder(value: unknown): value is DataDirectoryHolder {
  if (typeof value !== "object" || value === null) return false;
  if (!("pid" in value && "startedAt" in value && "address" in value)) return false;
  const addressed = value.address === null || typeof value.address === "string";
  return Number.isInteger(value.pid) && typeof value.startedAt === "string" && addressed;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error ? Reflect.get(error, "code") : undefined;
}

function sqliteCodeOf(error: unknown): unknown {
  return error instanceof Error ? Reflect.get(error, "errcode") : undefined;
}
