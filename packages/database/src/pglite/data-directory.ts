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

/** Who holds a data directory, as the refused process reads it. */
export interface DataDirectoryHolder {
  readonly pid: number;
  /** RFC 3339, UTC. */
  readonly startedAt: string;
  /** Where it listens, "http://localhost:8080"; null until it does. */
  readonly address: string | null;
}

export interface DataDirectory {
  /** Absolute. */
  readonly path: string;
  /** Tells whoever is refused from now on where this process listens. */
  describeHolder(info: { address: string }): void;
  /** Lets go of the directory. Doing it again does nothing. */
  release(): void;
}

/** The data directory cannot be had. The message says why and what to do. */
export class DataDirectoryError extends Error {
  readonly code: "IN_USE" | "NOT_A_DIRECTORY" | "NOT_WRITABLE" | "SHARED" | "OTHER_POSTGRES";
  /** With IN_USE, who has it, if it has said so already. */
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
 * Creates the directory (mode 0700) where it is missing and keeps every other process out of it until `release`, or
 * until this process ends in whatever way: the lock is SQLite's, which is the kernel's, so nothing stale can be left.
 * It works between the processes of one machine; a network file system may not honour it. Throws `DataDirectoryError`.
 */
export function openDataDirectory(path: string, options: { nowMs?: number } = {}): DataDirectory {
  createPrivateDirectory(path);
  const lock = takeLock(path);
  const holderPath = join(path, "holder.json");
  const holder = { pid: process.pid, startedAt: new Date(options.nowMs ?? Date.now()).toISOString(), address: null };
  let held = true;
  const release = (): void => {
    if (!held) return;
    held = false;
    // Before the lock goes: after it, the file may be the next holder's.
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
 * Creates the directory (mode 0700) if it is missing. One that exists must be out of reach of other users, because it holds keys and personal data: an
 * empty one of ours is set to mode 0700, any other is refused. Throws `DataDirectoryError`.
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
      `${path} is not a directory, or lies below a file. Set DATA_DIR to a directory.`,
      { cause: error },
    );
  }
}

const sqliteBusy = 5;

function takeLock(path: string): DatabaseSync {
  let lock: DatabaseSync | undefined;
  try {
    const file = join(path, "lock.db");
    // SQLite would create it with mode 0644, and anyone who can read it could hold a lock on it.
    closeSync(openSync(file, "a", 0o600));
    lock = new DatabaseSync(file, { timeout: 0 });
    lock.exec("BEGIN EXCLUSIVE");
    // SQLite opens a file that it may not write read-only, without a word, and such a lock keeps nobody out.
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
  const who = known.length === 0 ? "another Wayfare" : `another Wayfare (${known.join(", ")})`;
  const message = `${who} is using ${path}. Stop it, or start this one with another DATA_DIR.`;
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

/** Renamed into place, so that a reader never sees half of it. */
function writeHolder(path: string, holder: DataDirectoryHolder): void {
  const draft = `${path}.new`;
  writeFileSync(draft, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  renameSync(draft, path);
}

/** Nothing where the holder has not written it yet, or somebody else wrote something else. */
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
