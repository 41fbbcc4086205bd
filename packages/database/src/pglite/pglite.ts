import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { columnParser, parsedTypeIds } from "../driver/column-values.ts";
import { driverSession, translated } from "../driver/driver-session.ts";
import { type EncodedParameter, hexOf } from "../driver/parameters.ts";
import { checkedSession, TransactionScope } from "../driver/transaction-scope.ts";
import { DatabaseError } from "../port/errors.ts";
import {
  type Connection,
  type Database,
  type Listener,
  type MaintenanceEvent,
  quotedChannel,
  type Session,
} from "../port/port.ts";
import { DiskSpace, formatMegabytes } from "./disk-space.ts";
import { PgliteMaintenance } from "./maintenance.ts";
import { tightenModes } from "./private-directory.ts";
import { type PgliteResult, PgliteStatements } from "./statements.ts";
import { assertOwnMajor } from "./version.ts";
import { PgliteWriteGuard } from "./write-guard.ts";

export interface PgliteOptions {
  /** Where the database lives; null keeps it in memory. Only one process may open a directory: lock it first. */
  readonly directory: string | null;
  /** What `dumpPglite` returned; a new database starts as a copy of it instead of empty. */
  readonly snapshot?: Blob;
  /** Told what a listener threw. */
  readonly onIdleError?: (error: unknown) => void;
  /** Free disk space that is kept: with less, statements that write fail with SQLSTATE 53100. 128 MB by default. */
  readonly diskReserveBytes?: number;
  /** Called when the free space falls below the reserve, and when it is above it again. */
  readonly onDiskChange?: (state: { freeBytes: number; isLow: boolean }) => void;
  readonly onMaintenance?: (event: MaintenanceEvent) => void;
}

const defaultDiskReserveBytes = 128 * 2 ** 20;

const startParams = [
  ...PGlite.defaultStartParams,
  // PGlite's fallocate leaves holes, and a checkpoint that fills them needs free space.
  "-c",
  "file_extend_method=write_zeros",
  // Bounds of the WAL files that a checkpoint keeps for reuse.
  "-c",
  "min_wal_size=80MB",
  "-c",
  "max_wal_size=128MB",
];

/** PGlite has neither the server's network nor a password. */
const redact = (message: string): string => message;

/**
 * Opens the embedded PostgreSQL. It has one connection, so statements wait for each other, and it does not flush to the
 * disk: a crash of the process loses nothing, a power cut or a crash of the operating system can destroy the database. Throws a
 * `DatabaseError` with SQLSTATE 53100 if the disk has less free space than the reserve.
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
  refuseFullDisk(disk, directory);
  const isNew = !existsSync(join(directory, "PG_VERSION"));
  const pglite = await start(options);
  // PGlite unpacks a new database with mode 0666, whatever the umask.
  if (isNew) tightenModes(directory);
  const database = pgliteDatabase(pglite, options, disk);
  await database.maintenance.start();
  return database;
}

function refuseFullDisk(disk: DiskSpace, directory: string): void {
  const freeBytes = disk.readFreeBytes();
  if (freeBytes === undefined || freeBytes >= disk.reserveBytes) return;
  throw new DatabaseError(
    "53100",
    `the disk of ${dirname(directory)} is full: ${formatMegabytes(freeBytes)} are free, and the embedded database needs ` +
      `${formatMegabytes(disk.reserveBytes)} (DISK_RESERVE_MB) to start. Free some space and start again.`,
  );
}

/** A new in-memory database after `prepare`, as a snapshot for `openPglite`: opening a copy is four times faster. */
export async function dumpPglite(prepare: (database: Database) => Promise<void>): Promise<Blob> {
  const pglite = await start({ directory: null });
  try {
    await prepare(pgliteDatabase(pglite, {}, null));
    return await pglite.dumpDataDir("none");
  } finally {
    await pglite.close();
  }
}

async function start({ directory, snapshot }: PgliteOptions): Promise<PGlite> {
  if (directory !== null) assertOwnMajor(directory);
  const pglite = await PGlite.create({
    dataDir: directory ?? "memory://",
    startParams,
    ...(snapshot === undefined ? {} : { loadDataDir: snapshot }),
  });
  // Only now: PGlite fills these tables itself while it starts, one entry for every type of the catalogue.
  for (const typeId of Object.keys(pglite.serializers)) pglite.serializers[typeId] = String;
  for (const typeId of Object.keys(pglite.parsers)) pglite.parsers[typeId] = String;
  for (const typeId of parsedTypeIds()) pglite.parsers[typeId] = columnParser(typeId);
  await pglite.exec("SET TimeZone = 'UTC'; SET DateStyle = 'ISO, YMD'");
  return pglite;
}

/** How a session of ours, in a transaction or outside of any, reaches PGlite. */
interface Access {
  /** Runs `work` while nobody else uses PGlite. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
  readonly exec: (sql: string) => Promise<unknown>;
  /** Called before each statement, while nobody else uses PGlite. */
  readonly beforeStatement: (run: (sql: string) => Promise<unknown>) => Promise<void>;
}

interface PgliteDatabase extends Database {
  readonly maintenance: PgliteMaintenance;
}

function pgliteDatabase(
  pglite: PGlite,
  { directory = null, onIdleError = () => {}, onMaintenance }: Partial<PgliteOptions>,
  disk: DiskSpace | null,
): PgliteDatabase {
  const scope = new TransactionScope();
  const statements = new PgliteStatements(pglite);
  const guard = new PgliteWriteGuard(disk, () => maintenance.isOutOfWal());
  // Both of PGlite's own locks, as its `query` takes them: the outer one is a transaction's for as long as it lasts.
  const alone: Access["alone"] = (work) =>
    // oxlint-disable-next-line no-underscore-dangle -- PGlite declares its outer lock under this name alone
    pglite._runExclusiveTransaction(() => pglite.runExclusive(work));
  const outside: Access = {
    alone: (work) => alone(work).finally(() => maintenance.afterStatement()),
    exec: (sql) => pglite.exec(sql),
    beforeStatement: (run) => guard.beforeStatement(run),
  };
  const maintenance = new PgliteMaintenance({
    // Without the guard: maintenance goes on while writes are refused.
    session: driverSession({
      run: (sql, values, { name }) => alone(() => statements.run(sql, values.map(textOf), name)),
      script: outside.exec,
      redact,
    }),
    directory,
    disk,
    ...(onMaintenance === undefined ? {} : { onEvent: onMaintenance }),
  });
  const inTurn = turns();
  let closing: Promise<void> | undefined;
  const check = (): void => {
    if (closing !== undefined) throw new DatabaseError("CLOSED", "the database is closed");
    scope.assertOutside();
  };
  const connection: Connection = {
    ...checkedSession(sessionOver({ statements, guard }, outside), check),
    async transaction(work) {
      check();
      return translated({ redact }, () =>
        pglite.transaction(async (inner) => {
          const exec = (sql: string): Promise<unknown> => inner.exec(sql);
          const beforeStatement = await guard.begin(exec);
          const inside: Access = { alone: (each) => pglite.runExclusive(each), exec, beforeStatement };
          return scope.run(sessionOver({ statements, guard }, inside), work);
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
      return inTurn(key, () => work(connection));
    },
    async listen(channel, listener) {
      check();
      const stop = await listenOn(pglite, channel, (payload) => tell(listener, payload, onIdleError));
      return async () => {
        scope.assertOutside();
        // A closing database refuses the statement, and hears nothing more anyway.
        await stop().catch((error: unknown) => closing ?? Promise.reject(error));
      };
    },
    async close() {
      scope.assertOutside();
      closing ??= maintenance.canClose().then((canClose) => (canClose ? pglite.close() : undefined));
      await closing;
    },
  };
}

async function listenOn(
  pglite: PGlite,
  channel: string,
  hear: (payload: string) => void,
): Promise<() => Promise<void>> {
  const name = quotedChannel(channel);
  await translated({ redact }, () => pglite.listen(name, hear));
  // Not the function that listen() answers with: it forgets the quotes.
  return () => translated({ redact }, () => pglite.unlisten(name, hear));
}

/** PGlite calls from a microtask of its own, where an error would end the process. */
function tell(listener: Listener, payload: string, onError: (error: unknown) => void): void {
  try {
    listener.onMessage(payload);
  } catch (error) {
    onError(error);
  }
}

interface SessionDeps {
  readonly statements: PgliteStatements;
  readonly guard: PgliteWriteGuard;
}

function sessionOver({ statements, guard }: SessionDeps, { alone, exec, beforeStatement }: Access): Session {
  const runAlone = <T>(work: () => Promise<T>): Promise<T> =>
    alone(async () => {
      await beforeStatement((sql) => statements.run(sql, []));
      return work();
    });
  const explained = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw guard.translate(error);
    }
  };
  return driverSession({
    run: (sql, values, { name }): Promise<PgliteResult> =>
      explained(runAlone(() => statements.run(sql, values.map(textOf), name))),
    // PGlite takes its locks itself to run a script, so the mode is set in a turn of its own.
    script: (sql) => explained(runAlone(async () => {}).then(() => exec(sql))).finally(() => statements.forget()),
    redact,
  });
}

function textOf(value: EncodedParameter): string | null {
  return value instanceof Uint8Array ? hexOf(value) : value;
}

/** One process has the whole database, so a lock need only be kept among its own callers. */
function turns(): <T>(key: bigint, work: () => Promise<T>) => Promise<T> {
  const last = new Map<bigint, Promise<unknown>>();
  return (key, work) => {
    const next = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(
      key,
      next.catch(() => undefined),
    );
    return next;
  };
}
