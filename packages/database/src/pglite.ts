import { PGlite } from "@electric-sql/pglite";
import { columnParser, parsedTypeIds } from "./column-values.ts";
import { driverSession, translated } from "./driver-session.ts";
import { DatabaseError } from "./errors.ts";
import { type EncodedParameter, hexOf } from "./parameters.ts";
import { type PgliteResult, PgliteStatements } from "./pglite-statements.ts";
import { assertOwnMajor } from "./pglite-version.ts";
import { type Connection, type Database, type Listener, quotedChannel, type Session } from "./port.ts";
import { checkedSession, TransactionScope } from "./transaction-scope.ts";

export interface PgliteOptions {
  /** Where the database lives; null keeps it in memory. Only one process may open a directory: lock it first. */
  readonly directory: string | null;
  /** What `dumpPglite` returned; a new database starts as a copy of it instead of empty. */
  readonly snapshot?: Blob;
  /** Told what a listener threw. */
  readonly onIdleError?: (error: unknown) => void;
}

/** PGlite has neither the server's network nor a password. */
const redact = (message: string): string => message;

/**
 * Opens the embedded PostgreSQL. It has one connection, so statements wait for each other, and it does not flush to the
 * disk: a power cut can lose the last writes, a crash of the process cannot.
 */
export async function openPglite(options: PgliteOptions): Promise<Database> {
  return pgliteDatabase(await start(options), options.onIdleError);
}

/** A new in-memory database after `prepare`, as a snapshot for `openPglite`: opening a copy is four times faster. */
export async function dumpPglite(prepare: (database: Database) => Promise<void>): Promise<Blob> {
  const pglite = await start({ directory: null });
  try {
    await prepare(pgliteDatabase(pglite));
    return await pglite.dumpDataDir("none");
  } finally {
    await pglite.close();
  }
}

async function start({ directory, snapshot }: PgliteOptions): Promise<PGlite> {
  if (directory !== null) assertOwnMajor(directory);
  const pglite = await PGlite.create({
    dataDir: directory ?? "memory://",
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
}

function pgliteDatabase(pglite: PGlite, onIdleError: (error: unknown) => void = () => {}): Database {
  const scope = new TransactionScope();
  const statements = new PgliteStatements(pglite);
  const outside: Access = {
    // Both of PGlite's own locks, as its `query` takes them: the outer one is a transaction's for as long as it lasts.
    // oxlint-disable-next-line no-underscore-dangle -- PGlite declares its outer lock under this name alone
    alone: (work) => pglite._runExclusiveTransaction(() => pglite.runExclusive(work)),
    exec: (sql) => pglite.exec(sql),
  };
  const inTurn = turns();
  let closing: Promise<void> | undefined;
  const check = (): void => {
    if (closing !== undefined) throw new DatabaseError("CLOSED", "the database is closed");
    scope.assertOutside();
  };
  const connection: Connection = {
    ...checkedSession(sessionOver(statements, outside), check),
    async transaction(work) {
      check();
      return translated({ redact }, () =>
        pglite.transaction((inner) => {
          const inside: Access = { alone: (each) => pglite.runExclusive(each), exec: (sql) => inner.exec(sql) };
          return scope.run(sessionOver(statements, inside), work);
        }),
      );
    },
  };
  return {
    engine: "pglite",
    ...connection,
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
      closing ??= pglite.close();
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

function sessionOver(statements: PgliteStatements, { alone, exec }: Access): Session {
  return driverSession({
    run: (sql, values, name): Promise<PgliteResult> => alone(() => statements.run(sql, values.map(textOf), name)),
    script: (sql) => exec(sql).finally(() => statements.forget()),
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
