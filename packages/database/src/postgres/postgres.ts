import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { columnParser } from "../driver/column-values.ts";
import { createQueryable, type Driver, withDatabaseErrors } from "../driver/driver-queryable.ts";
import type { EncodedParameter } from "../driver/parameters.ts";
import { guardQueryable, TransactionScope } from "../driver/transaction-scope.ts";
import { DatabaseError, isConnectionLost, isReadOnly, toConnectionError } from "../port/errors.ts";
import type { Connection, Database, Queryable, QueryOptions } from "../port/port.ts";
import { PostgresHosts } from "./hosts.ts";
import { PostgresListeners } from "./listener.ts";
import { Mutex } from "./mutex.ts";
import { assertRoleSettings } from "./pooler.ts";
import { parsePostgresUrl } from "./url.ts";

export interface PostgresOptions {
  /** `postgres://user:password@host:5432/name`, with libpq's parameters after a `?`. Separate several hosts with commas. */
  readonly connectionString: string;
  /**
   * Connection string that bypasses the pooler in transaction mode to which `connectionString` leads. Used for listeners and for `lock`,
   * which includes migrations. Without it, `connectionString` must lead to a server or to a pooler in session mode.
   */
  readonly directConnectionString?: string | undefined;
  /** Maximum number of connections of the main pool; default 10. Does not count `lookups`, `reads`, and the one connection per listener. */
  readonly max?: number;
  /** Name of the connections in `pg_stat_activity`; default "wayfare". */
  readonly applicationName?: string;
  /** Maximum number of connections for `lookups`; default 2. */
  readonly maxLookups?: number;
  /** Maximum number of connections for `reads`; default 4. */
  readonly maxReads?: number;
  /** Statement timeout of `reads`; default 5,000 ms. */
  readonly readMs?: number;
  /**
   * Statement timeout; default 30,000 ms, far above any statement of a request. Does not apply inside `lock`, for example to migrations.
   */
  readonly statementMs?: number;
  /**
   * Called when an idle connection breaks; the next statement opens another. Also called when a listener's connection breaks or cannot be
   * reopened, and with a listener's exception.
   */
  readonly onIdleError?: (error: unknown) => void;
}

interface Pools {
  readonly pool: pg.Pool;
  /** Pool of `lock`: `pool` itself, or one that bypasses the pooler. */
  readonly locks: pg.Pool;
  /** True if connections lead to a pooler in transaction mode. */
  readonly isPooled: boolean;
  readonly lookups: pg.Pool;
  readonly reads: pg.Pool;
  readonly readMs: number;
  readonly scope: TransactionScope;
  readonly listeners: PostgresListeners;
  readonly redact: (message: string) => string;
  readonly statementMs: number;
}

const types = { getTypeParser: columnParser };

/** Text formats that the parsers expect, independent of the server's and the role's defaults. */
const sessionSettings =
  "SET TimeZone = 'UTC'; SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres'; SET bytea_output = 'hex'";

/** SQLSTATE of the warning that the wait for a synchronous standby was canceled; independent of the server's message language. */
const genericWarning = "01000";

const defaultStatementMs = 30_000;
const lockPollMs = 50;
/** Connections for locks that bypass a pooler: a migration or a new partition at a time, and one more. */
const maxLocks = 2;
const defaultReadMs = 5000;

/**
 * Opens a connection pool to a PostgreSQL server and tests one connection. No message contains the password.
 *
 * @throws DatabaseError if no connection can be opened.
 */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const {
    connectionString,
    onIdleError = () => {},
    statementMs = defaultStatementMs,
    readMs = defaultReadMs,
  } = options;
  const address = parsePostgresUrl(connectionString);
  const direct =
    options.directConnectionString === undefined ? address : parsePostgresUrl(options.directConnectionString);
  const isPooled = direct !== address;
  const redact = (message: string): string => direct.redact(address.redact(message));
  const name = options.applicationName ?? "wayfare";
  const createPool = ({ max, limitMs, bypasses = false }: PoolSpec): pg.Pool => {
    const hasSession = bypasses || !isPooled;
    const target = bypasses ? direct : address;
    const created = (bypasses ? directHosts : hosts).createPool({
      max,
      // A server connection of a pooler outlives its clients, so it must not look like a process of some version.
      application_name: hasSession ? name : "wayfare pooled",
      // Also the time that a statement waits for a free connection.
      connectionTimeoutMillis: Math.max(10_000, target.connectTimeoutMs),
      keepAlive: true,
      types,
      // pg awaits the promise, although its types do not say so.
      ...(hasSession
        ? { onConnect: (client) => client.query(`${sessionSettings}; ${setStatementTimeout(limitMs)}`) }
        : {}),
    });
    // Without a listener, a server restart would end this process. pg's own error object is not passed on, because it references the whole
    // connection.
    created.on("error", (error) => onIdleError(toConnectionError(error, redact)));
    return created;
  };
  const hosts = new PostgresHosts(address);
  const directHosts = isPooled ? new PostgresHosts(direct) : hosts;
  const pool = createPool({ max: options.max ?? 10, limitMs: statementMs });
  // These pools connect with their first statement.
  const lookups = createPool({ max: options.maxLookups ?? 2, limitMs: statementMs });
  const reads = createPool({ max: options.maxReads ?? 4, limitMs: readMs });
  const locks = isPooled ? createPool({ max: maxLocks, limitMs: statementMs, bypasses: true }) : pool;
  // Listeners are the only direct connections that a process always has, so they show its version (schema-version.ts).
  const listenerName = isPooled ? { applicationName: name } : {};
  const listeners = new PostgresListeners({ hosts: directHosts, redact, onError: onIdleError, ...listenerName });
  const scope = new TransactionScope();
  const pools = { pool, lookups, reads, locks, isPooled, redact, listeners, statementMs, readMs, scope };
  try {
    await withDatabaseErrors(pools, async () => {
      await pool.query("SELECT 1");
      if (isPooled) await assertRoleSettings(pool);
    });
  } catch (error) {
    await pool.end();
    throw error;
  }
  return poolDatabase(pools);
}

interface PoolSpec {
  max: number;
  /** Statement timeout. */
  limitMs: number;
  /** True for connections that bypass the pooler. */
  bypasses?: boolean;
}

function poolDatabase(pools: Pools): Database {
  let closing: Promise<unknown> | undefined;
  const check = (): void => {
    if (closing !== undefined) throw new DatabaseError("CLOSED", "the database is closed");
    pools.scope.assertOutside();
  };
  const { isPooled } = pools;
  const poolQueryable = (pool: pg.Pool, limitMs: number): Queryable =>
    guardQueryable(
      createQueryable({
        run: (sql, values, options) =>
          pool.query(withQueryTimeout(statement(sql, values, options, isPooled), limitMs, options.timeoutMs)),
        script: (sql) => pool.query(sql),
        redact: pools.redact,
      }),
      check,
    );
  return {
    engine: "postgresql",
    ...poolQueryable(pools.pool, pools.statementMs),
    lookups: poolQueryable(pools.lookups, pools.statementMs),
    reads: isPooled ? guardQueryable(limitedReads(pools), check) : poolQueryable(pools.reads, pools.readMs),
    async transaction(work, { timeoutMs } = {}) {
      check();
      // The timeout of a pooled connection is that of its role, so each transaction sets its own.
      const limitMs = timeoutMs ?? (isPooled ? pools.statementMs : undefined);
      const limited = timeoutMs === undefined ? pools : { ...pools, statementMs: timeoutMs };
      return withClient(pools, (client) =>
        runTransaction(pools, clientDriver(client, limited), { begin: beginWithTimeout(limitMs), work }),
      );
    },
    async lock(key, work) {
      check();
      const direct = { ...pools, pool: pools.locks, isPooled: false, statementMs: 0 };
      return withClient(direct, (client) => runLocked(pools, clientDriver(client, direct), { key, work }));
    },
    async listen(channel, listener) {
      check();
      const stop = await pools.listeners.listen(channel, listener);
      return async () => {
        pools.scope.assertOutside();
        await stop();
      };
    },
    async close() {
      pools.scope.assertOutside();
      const { pool, lookups, reads, locks, listeners } = pools;
      const opened = new Set([pool, lookups, reads, locks]);
      closing ??= Promise.all([...[...opened].map((each) => each.end()), listeners.stop()]);
      await closing;
    },
  };
}

/** Runs each statement in a transaction, which carries the timeout through a pooler. */
function limitedReads(pools: Pools): Queryable {
  const { reads, readMs } = pools;
  const limited = { ...pools, pool: reads, statementMs: readMs };
  const run = <T>(work: (db: Queryable) => Promise<T>): Promise<T> =>
    withClient(limited, (client) =>
      runTransaction(limited, clientDriver(client, limited), { begin: beginWithTimeout(readMs), work }),
    );
  return {
    query: <Row extends object>(...args: Parameters<Queryable["query"]>) => run((db) => db.query<Row>(...args)),
    execute: (...args) => run((db) => db.execute(...args)),
    script: (sql) => run((db) => db.script(sql)),
  };
}

function beginWithTimeout(ms: number | undefined): string {
  return ms === undefined ? "BEGIN" : `BEGIN; SET LOCAL statement_timeout = ${Math.ceil(ms)}`;
}

/**
 * Acquires a connection for `work`. It is closed, not returned to the pool, if it broke, if its transaction could not be ended, or if its
 * server has become read-only.
 */
async function withClient<T>(pools: Pools, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await withDatabaseErrors(pools, () => pools.pool.connect());
  let broken = false;
  const markBroken = (): void => {
    broken = true;
  };
  client.on("error", markBroken);
  try {
    return await work(client);
  } catch (error) {
    broken ||= error instanceof UncleanConnectionError || isConnectionLost(error) || isReadOnly(error);
    throw error instanceof UncleanConnectionError ? error.cause : error;
  } finally {
    client.off("error", markBroken);
    client.release(broken);
  }
}

/** Wraps the error of work that left its connection in an unknown state. */
class UncleanConnectionError extends Error {}

interface Committed {
  /** "COMMIT", or "ROLLBACK" of a failed transaction. */
  readonly command: string;
  readonly warning: { readonly code: string; readonly message: string } | undefined;
}

interface ClientDriver extends Driver {
  commit(): Promise<Committed>;
}

/** Creates a driver over one client. It runs one statement at a time: pg deprecates sending a second one before the first has finished. */
function clientDriver(
  client: pg.PoolClient,
  { redact, statementMs, isPooled }: Pick<Pools, "redact" | "statementMs" | "isPooled">,
): ClientDriver {
  const mutex = new Mutex();
  return {
    run: (sql, values, options) =>
      mutex.run(() => client.query(withQueryTimeout(statement(sql, values, options, isPooled), statementMs))),
    script: (sql) => mutex.run(() => client.query(withQueryTimeout({ text: sql }, statementMs))),
    commit: () => mutex.run(() => commitOn(client, statementMs)),
    redact,
  };
}

async function commitOn(client: pg.PoolClient, statementMs: number): Promise<Committed> {
  let warning: Committed["warning"];
  const onNotice = ({ code, message }: { code?: string | undefined; message?: string | undefined }): void => {
    if (code === genericWarning) warning = { code, message: message ?? "the server returned a warning for COMMIT" };
  };
  client.on("notice", onNotice);
  try {
    const { command } = await client.query(withQueryTimeout({ text: "COMMIT" }, statementMs));
    return { command, warning };
  } finally {
    client.off("notice", onNotice);
  }
}

async function runTransaction<T>(
  { scope }: Pools,
  driver: ClientDriver,
  { begin = "BEGIN", work }: { begin?: string; work: (db: Queryable) => Promise<T> },
): Promise<T> {
  const tx = createQueryable(driver);
  await tx.script(begin);
  let result: T;
  try {
    result = await scope.run(tx, work);
  } catch (error) {
    // After a lost response, a ROLLBACK would wait just as long.
    if (isConnectionLost(error)) throw error;
    await tx.script("ROLLBACK").catch(() => {
      throw new UncleanConnectionError("rollback failed", { cause: error });
    });
    throw error;
  }
  await commit(driver);
  return result;
}

/**
 * Commits and checks the result. PostgreSQL reports success in two cases that are failures here: a COMMIT after an ignored failed statement
 * is a ROLLBACK, and a canceled wait for a synchronous standby is only a warning. If the response is lost, the server may have committed.
 */
async function commit(driver: ClientDriver): Promise<void> {
  const { command, warning } = await withDatabaseErrors(driver, () => driver.commit()).catch((error: unknown) => {
    throw new UncleanConnectionError("commit failed", {
      cause: isConnectionLost(error) ? outcomeUnknown(error) : error,
    });
  });
  if (warning !== undefined) throw outcomeUnknown(new DatabaseError(warning.code, warning.message));
  if (command === "ROLLBACK") throw new DatabaseError("25P02", "Transaction was rolled back instead of committed");
}

function outcomeUnknown(error: unknown): unknown {
  return error instanceof DatabaseError
    ? new DatabaseError(error.code, error.message, { outcomeUnknown: true })
    : error;
}

async function runLocked<T>(
  pools: Pools,
  driver: ClientDriver,
  { key, work }: { key: bigint; work: (connection: Connection) => Promise<T> },
): Promise<T> {
  const tx = createQueryable(driver);
  await tx.script(setStatementTimeout(0));
  // Not pg_advisory_lock: a waiting statement holds a snapshot, and CREATE INDEX CONCURRENTLY under the lock would wait for it.
  while (!(await tryLock(tx, key))) await delay(lockPollMs);
  try {
    return await work({
      ...guardQueryable(tx, () => pools.scope.assertOutside()),
      async transaction(inner) {
        pools.scope.assertOutside();
        return runTransaction(pools, driver, { work: inner });
      },
    });
  } finally {
    await tx
      .query("SELECT pg_advisory_unlock($1)", [key])
      .then(() => tx.script(setStatementTimeout(pools.statementMs)))
      .catch((error: unknown) => {
        throw new UncleanConnectionError("unlock failed", { cause: error });
      });
  }
}

async function tryLock(db: Queryable, key: bigint): Promise<boolean> {
  const [row] = await db.query<{ locked: boolean }>("SELECT pg_try_advisory_lock($1) AS locked", [key]);
  return row?.locked === true;
}

/** Returns SQL that sets the statement timeout; 0 disables it. A canceled statement leaves the connection usable. */
function setStatementTimeout(ms: number): string {
  return `SET statement_timeout = ${ms}`;
}

/**
 * Sets pg's client-side timeout, for a server or network that no longer responds. By default twice the statement timeout, which the server
 * should have enforced by then.
 */
function withQueryTimeout(
  config: pg.QueryConfig,
  statementMs: number,
  timeoutMs = 2 * statementMs,
): pg.QueryConfig & { query_timeout?: number } {
  return timeoutMs === 0 ? config : { ...config, query_timeout: timeoutMs };
}

/**
 * Builds a query that always uses the extended protocol, even without values: it rejects two statements in one text, as PGlite does. A
 * pooled connection has no named statements, because the next one may run on another server connection.
 */
function statement(sql: string, values: EncodedParameter[], { name }: QueryOptions, isPooled: boolean): pg.QueryConfig {
  const config = { text: sql, values, queryMode: "extended" };
  return name === undefined || isPooled ? config : { ...config, name };
}
