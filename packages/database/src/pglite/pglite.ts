import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { constants, zstdCompress } from "node:zlib";
import { PGlite } from "@electric-sql/pglite";
import { createQueryable, withDatabaseErrors } from "../driver/driver-queryable.ts";
import { type EncodedParameter, hexOf } from "../driver/parameters.ts";
import { guardQueryable, TransactionScope } from "../driver/transaction-scope.ts";
import { DatabaseError } from "../port/errors.ts";
import {
  type Connection,
  type Database,
  type Listener,
  type MaintenanceEvent,
  type Queryable,
  quotedChannel,
} from "../port/port.ts";
import { DataDirectoryError } from "./data-directory.ts";
import { DiskSpace, formatMegabytes } from "./disk-space.ts";
import { keyedMutex } from "./keyed-mutex.ts";
import { PgliteMaintenance } from "./maintenance.ts";
import { PgliteThread } from "./pglite-thread.ts";
import { ignoredNames, tightenModes } from "./private-directory.ts";
import { type PgliteResult, PgliteStatements } from "./statements.ts";
import { assertOwnMajor } from "./version.ts";
import { PgliteWriteGuard } from "./write-guard.ts";

export interface PgliteOptions {
  /** Directory of the database; null for memory. Only one process may open a directory: lock it first. */
  readonly directory: string | null;
  /** Snapshot from `dumpPglite`, to which a database in memory is initialized. */
  readonly snapshot?: Blob;
  /** Returns what `checkDatabaseArchive` returned, from which a new directory is made. Without one, the new database is empty. */
  readonly readArchive?: () => Promise<Uint8Array | undefined>;
  /** Called with a listener's exception, and once if the database's thread ends before `close`. */
  readonly onIdleError?: (error: unknown) => void;
  /** Free disk space to keep; with less, statements that write fail with SQLSTATE 53100. Default 128 MB. */
  readonly diskReserveBytes?: number;
  /** Called when free space falls below the reserve and when it recovers. */
  readonly onDiskChange?: (state: { freeBytes: number; isLow: boolean }) => void;
  readonly onMaintenance?: (event: MaintenanceEvent) => void;
}

const defaultDiskReserveBytes = 128 * 2 ** 20;

const startParams = [
  ...PGlite.defaultStartParams,
  // PGlite's fallocate leaves holes, which need free space when a checkpoint fills them.
  "-c",
  "file_extend_method=write_zeros",
  // Bounds of the WAL files that a checkpoint keeps for reuse.
  "-c",
  "min_wal_size=80MB",
  "-c",
  "max_wal_size=128MB",
  // Touched as a whole at the start, and WebAssembly never returns memory. A page that is not in it comes from the cache of the kernel.
  "-c",
  "shared_buffers=16MB",
  "-c",
  "maintenance_work_mem=16MB",
];

/** PGlite has no network connection and no password to remove. */
const redact = (message: string): string => message;

/**
 * Opens the embedded PostgreSQL. It has one connection, so statements run one after the other. It does not flush to the disk: a crash of
 * the process loses nothing, but a power failure or a crash of the operating system can destroy the database.
 *
 * @throws DatabaseError SQLSTATE 53100 if free disk space is below the reserve.
 * @throws DataDirectoryError if the directory contains files and is not a database, or one of another version.
 */
export async function openPglite(options: PgliteOptions): Promise<Database> {
  const { directory, diskReserveBytes: reserveBytes = defaultDiskReserveBytes, onDiskChange } = options;
  if (directory === null) return pgliteDatabase(await start(options), options, null);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const disk = new DiskSpace({
    path: directory,
    reserveBytes,
    ...(onDiskChange === undefined ? {} : { onChange: onDiskChange }),
  });
  assertFreeSpace(disk, directory);
  const isNew = !existsSync(join(directory, "PG_VERSION"));
  if (isNew) assertEmpty(directory);
  const archive = isNew ? ((await options.readArchive?.()) ?? (await createEmptyArchive())) : undefined;
  const pglite = await start(options, archive);
  // PostgreSQL creates its cache of system tables at the first start with mode 0666, regardless of the umask.
  if (isNew) tightenModes(directory);
  const database = pgliteDatabase(pglite, options, disk);
  await database.maintenance.start();
  return database;
}

function assertFreeSpace(disk: DiskSpace, directory: string): void {
  const freeBytes = disk.readFreeBytes();
  if (freeBytes === undefined || freeBytes >= disk.reserveBytes) return;
  throw new DatabaseError(
    "53100",
    `the disk of ${dirname(directory)} is full: ${formatMegabytes(freeBytes)} are free, and the embedded database needs ` +
      `${formatMegabytes(disk.reserveBytes)} (DISK_RESERVE_MB) to start. Free some space and start again.`,
  );
}

/** A directory that has lost PG_VERSION can hold a whole database otherwise, which a new one would overwrite. */
function assertEmpty(directory: string): void {
  const names = readdirSync(directory);
  if (names.length === 0) return;
  if (names.every((name) => ignoredNames.has(name))) throw mountPointError(directory);
  throw new DataDirectoryError(
    "DAMAGED",
    `${directory} is not empty but has no PG_VERSION: it is damaged, or not a database. Restore a backup into a new DATA_DIR, or set ` +
      "DATA_DIR to an empty directory.",
  );
}

/** A new database replaces its directory, which is not possible for a mount point. */
function mountPointError(directory: string): DataDirectoryError {
  return new DataDirectoryError(
    "MOUNT_POINT",
    `${directory} is a mount point, and a new database replaces its directory. Mount the volume at DATA_DIR instead.`,
  );
}

async function createEmptyArchive(): Promise<Uint8Array> {
  const dump = await dumpPglite(async () => {});
  return promisify(zstdCompress)(await dump.arrayBuffer(), { params: { [constants.ZSTD_c_checksumFlag]: 1 } });
}

/** Creates an in-memory database, runs `prepare`, and returns a snapshot for `openPglite`: opening a copy is four times faster. */
export async function dumpPglite(prepare: (database: Database) => Promise<void>): Promise<Blob> {
  const pglite = await start({ directory: null });
  try {
    await prepare(pgliteDatabase(pglite, {}, null));
    return await pglite.dump();
  } finally {
    await pglite.close();
  }
}

/** @param archive from which the directory is made first */
async function start({ directory, snapshot }: PgliteOptions, archive?: Uint8Array): Promise<PgliteThread> {
  if (directory !== null) assertOwnMajor(directory);
  const pglite = {
    dataDir: directory ?? "memory://",
    startParams,
    ...(snapshot === undefined ? {} : { loadDataDir: snapshot }),
  };
  const thread = await PgliteThread.start(pglite, archive);
  await new PgliteStatements(thread).script("SET TimeZone = 'UTC'; SET DateStyle = 'ISO, YMD'");
  return thread;
}

/** Access to PGlite inside or outside of a transaction. */
interface Access {
  /** Runs `work` with exclusive use of PGlite. */
  readonly runExclusive: <T>(work: () => Promise<T>) => Promise<T>;
  /** Called before each statement, with exclusive use of PGlite. */
  readonly beforeStatement: (run: (sql: string) => Promise<unknown>) => Promise<void>;
}

interface PgliteDatabase extends Database {
  readonly maintenance: PgliteMaintenance;
}

function pgliteDatabase(
  thread: PgliteThread,
  { directory = null, onIdleError = () => {}, onMaintenance }: Partial<PgliteOptions>,
  disk: DiskSpace | null,
): PgliteDatabase {
  const scope = new TransactionScope();
  const statements = new PgliteStatements(thread);
  const guard = new PgliteWriteGuard(disk, () => maintenance.isOutOfWal());
  const runExclusive: Access["runExclusive"] = (work) => statements.runOutside(work);
  const outside: Access = {
    runExclusive: (work) => runExclusive(work).finally(() => maintenance.afterStatement()),
    beforeStatement: (run) => guard.beforeStatement(run),
  };
  const maintenance = new PgliteMaintenance({
    // Without the guard, so that maintenance continues while writes are rejected.
    db: createQueryable({
      run: (sql, values, { name }) => runExclusive(() => statements.run(sql, values.map(toText), name)),
      script: (sql) => runExclusive(() => statements.script(sql)),
      redact,
    }),
    runExclusive,
    directory,
    disk,
    ...(onMaintenance === undefined ? {} : { onEvent: onMaintenance }),
  });
  const withMutex = keyedMutex();
  let closing: Promise<void> | undefined;
  void thread.lost.then((error) => (closing === undefined ? onIdleError(error) : undefined));
  const check = (): void => {
    if (closing !== undefined) throw new DatabaseError("CLOSED", "the database is closed");
    scope.assertOutside();
  };
  const connection: Connection = {
    ...guardQueryable(createPgliteQueryable({ statements, guard }, outside), check),
    async transaction(work) {
      check();
      return withDatabaseErrors({ redact }, () =>
        statements.transaction(async () => {
          const beforeStatement = await guard.begin((sql) => statements.script(sql));
          const inside: Access = { runExclusive: (each) => statements.runInside(each), beforeStatement };
          return scope.run(createPgliteQueryable({ statements, guard }, inside), work);
        }),
      ).finally(() => maintenance.afterStatement());
    },
  };
  return {
    engine: "pglite",
    maintenance,
    ...connection,
    lookups: connection,
    reads: connection,
    async lock(key, work) {
      check();
      return withMutex(key, () => work(connection));
    },
    async listen(channel, listener) {
      check();
      const stop = await listenOn(statements, channel, (payload) => notifyListener(listener, payload, onIdleError));
      return async () => {
        scope.assertOutside();
        // A closing database rejects the statement, and receives no more messages anyway.
        await stop().catch((error: unknown) => closing ?? Promise.reject(error));
      };
    },
    async close() {
      scope.assertOutside();
      closing ??= maintenance
        .canClose()
        .then((canClose) => runExclusive(() => (canClose ? thread.close() : thread.terminate())));
      await closing;
    },
  };
}

async function listenOn(
  statements: PgliteStatements,
  channel: string,
  onMessage: (payload: string) => void,
): Promise<() => Promise<void>> {
  const stop = await withDatabaseErrors({ redact }, () =>
    statements.listen(channel, quotedChannel(channel), onMessage),
  );
  return () => withDatabaseErrors({ redact }, stop);
}

/** Calls the listener. It is called from a microtask, in which an exception would end the process. */
function notifyListener(listener: Listener, payload: string, onError: (error: unknown) => void): void {
  try {
    listener.onMessage(payload);
  } catch (error) {
    onError(error);
  }
}

interface QueryableDeps {
  readonly statements: PgliteStatements;
  readonly guard: PgliteWriteGuard;
}

function createPgliteQueryable(
  { statements, guard }: QueryableDeps,
  { runExclusive, beforeStatement }: Access,
): Queryable {
  const runGuarded = <T>(work: () => Promise<T>): Promise<T> =>
    runExclusive(async () => {
      await beforeStatement((sql) => statements.run(sql, []));
      return work();
    });
  const translateErrors = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw guard.translate(error);
    }
  };
  return createQueryable({
    run: (sql, values, { name }): Promise<PgliteResult> =>
      translateErrors(runGuarded(() => statements.run(sql, values.map(toText), name))),
    script: (sql) => translateErrors(runGuarded(() => statements.script(sql))).finally(() => statements.clear()),
    redact,
  });
}

function toText(value: EncodedParameter): string | null {
  return value instanceof Uint8Array ? hexOf(value) : value;
}
