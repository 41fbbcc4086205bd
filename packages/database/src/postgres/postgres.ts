import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { columnParser } from "../driver/column-values.ts";
import { type Driver, driverSession, translated } from "../driver/driver-session.ts";
import type { EncodedParameter } from "../driver/parameters.ts";
import { checkedSession, TransactionScope } from "../driver/transaction-scope.ts";
import { DatabaseError, isConnectionLost, isReadOnly, toConnectionError } from "../port/errors.ts";
import type { Connection, Database, QueryOptions, Session } from "../port/port.ts";
import { PostgresHosts } from "./hosts.ts";
import { PostgresListeners } from "./listener.ts";
import { Mutex } from "./mutex.ts";
import { parsePostgresUrl } from "./url.ts";

export interface PostgresOptions {
  /** `postgres://user:password@host:5432/name`, with libpq's parameters after a `?`; several hosts are separated by commas. */
  readonly connectionString: string;
  /** The most connections open at once but for those of `lookups` and `reads`, 10 by default; every listener has one more. */
  readonly max?: number;
  /** How the connections are called in `pg_stat_activity`; "wayfare" by default. */
  readonly applicationName?: string;
  /** The most connections for `lookups`, 2 by default. */
  readonly maxLookups?: number;
  /** The most connections for `reads`, 4 by default. */
  readonly maxReads?: number;
  /** How long a statement of `reads` may take, 5,000 ms by default. */
  readonly readMs?: number;
  /**
   * How long a statement may take, 30,000 ms by default: far more than any that somebody waits for. What runs inside `lock`, such as a
   * migration, may take as long as it does.
   */
  readonly statementMs?: number;
  /**
   * Told when a connection that nobody was using breaks; the next statement opens another. Also told when a listener's
   * breaks or cannot be opened again, and what a listener threw.
   */
  readonly onIdleError?: (error: unknown) => void;
}

interface Pooled {
  readonly pool: pg.Pool;
  readonly lookups: pg.Pool;
  readonly reads: pg.Pool;
  readonly readMs: number;
  readonly scope: TransactionScope;
  readonly listeners: PostgresListeners;
  readonly redact: (message: string) => string;
  readonly statementMs: number;
}

const types = { getTypeParser: columnParser };

/** The text forms that the parsers read, whatever the server's or the role's defaults are. */
const sessionSettings =
  "SET TimeZone = 'UTC'; SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres'; SET bytea_output = 'hex'";

/** The SQLSTATE with which PostgreSQL says that the wait for a synchronous standby was canceled, whatever the language of its messages. */
const genericWarning = "01000";

const defaultStatementMs = 30_000;
const lockPollMs = 50;
const defaultReadMs = 5000;

/**
 * Opens a pool of connections to a PostgreSQL server and proves that one can be had.
 * Throws a `DatabaseError` where not; no message holds the password.
 */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const {
    connectionString,
    onIdleError = () => {},
    statementMs = defaultStatementMs,
    readMs = defaultReadMs,
  } = options;
  const address = parsePostgresUrl(connectionString);
  const { redact } = address;
  const hosts = new PostgresHosts(address);
  const makePool = (max: number, limitMs: number): pg.Pool => {
    const made = hosts.makePool({
      max,
      application_name: options.applicationName ?? "wayfare",
      // Also how long a statement waits for a free connection.
      connectionTimeoutMillis: Math.max(10_000, address.connectTimeoutMs),
      keepAlive: true,
      types,
      // pg waits for the promise, though its types do not say so.
      onConnect: (client) => client.query(`${sessionSettings}; ${limitStatements(limitMs)}`),
    });
    // Without a listener, a server that restarts would take this process with it.
    // Not pg's error itself, which holds the whole connection.
    made.on("error", (error) => onIdleError(toConnectionError(error, redact)));
    return made;
  };
  const pool = makePool(options.max ?? 10, statementMs);
  // They connect with their first statement.
  const lookups = makePool(options.maxLookups ?? 2, statementMs);
  const reads = makePool(options.maxReads ?? 4, readMs);
  const listeners = new PostgresListeners({ hosts, redact, onError: onIdleError });
  const pooled = { pool, lookups, reads, redact, listeners, statementMs, readMs, scope: new TransactionScope() };
  try {
    await translated(pooled, () => pool.query("SELECT 1"));
  } catch (error) {
    await pool.end();
    throw error;
  }
  return poolDatabase(pooled);
}

function poolDatabase(pooled: Pooled): Database {
  let closing: Promise<unknown> | undefined;
  const check = (): void => {
    if (closing !== undefined) throw new DatabaseError("CLOSED", "the database is closed");
    pooled.scope.assertOutside();
  };
  const sessionOf = (pool: pg.Pool, limitMs: number): Session =>
    checkedSession(
      driverSession({
        run: (sql, values, options) => pool.query(patient(statement(sql, values, options), limitMs, options.timeoutMs)),
        script: (sql) => pool.query(sql),
        redact: pooled.redact,
      }),
      check,
    );
  return {
    engine: "postgresql",
    ...sessionOf(pooled.pool, pooled.statementMs),
    lookups: sessionOf(pooled.lookups, pooled.statementMs),
    reads: sessionOf(pooled.reads, pooled.readMs),
    async transaction(work, { timeoutMs } = {}) {
      check();
      const limited = timeoutMs === undefined ? pooled : { ...pooled, statementMs: timeoutMs };
      const begin = timeoutMs === undefined ? "BEGIN" : `BEGIN; SET LOCAL statement_timeout = ${Math.ceil(timeoutMs)}`;
      return withClient(pooled, (client) => runTransaction(pooled, clientDriver(client, limited), { begin, work }));
    },
    async lock(key, work) {
      check();
      const unhurried = { ...pooled, statementMs: 0 };
      return withClient(pooled, (client) => runLocked(pooled, clientDriver(client, unhurried), { key, work }));
    },
    async listen(channel, listener) {
      check();
      const stop = await pooled.listeners.listen(channel, listener);
      return async () => {
        pooled.scope.assertOutside();
        await stop();
      };
    },
    async close() {
      pooled.scope.assertOutside();
      const { pool, lookups, reads, listeners } = pooled;
      closing ??= Promise.all([pool.end(), lookups.end(), reads.end(), listeners.stop()]);
      await closing;
    },
  };
}

/** Lends one connection. It is closed if it broke, if its transaction could not be ended, or if its server has become read-only. */
async function withClient<T>(pooled: Pooled, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await translated(pooled, () => pooled.pool.connect());
  let broken = false;
  const markBroken = (): void => {
    broken = true;
  };
  client.on("error", markBroken);
  try {
    return await work(client);
  } catch (error) {
    broken ||= error instanceof UncleanConnection || isConnectionLost(error) || isReadOnly(error);
    throw error instanceof UncleanConnection ? error.cause : error;
  } finally {
    client.off("error", markBroken);
    client.release(broken);
  }
}

/** Carries an error out of work that left its connection in an unknown state. */
class UncleanConnection extends Error {}

interface Committed {
  /** "COMMIT", or "ROLLBACK" of a transaction that had failed. */
  readonly command: string;
  readonly warning: { readonly code: string; readonly message: string } | undefined;
}

interface ClientDriver extends Driver {
  commit(): Promise<Committed>;
}

/** One statement at a time: pg deprecates a second one before the first has answered. */
function clientDriver(
  client: pg.PoolClient,
  { redact, statementMs }: Pick<Pooled, "redact" | "statementMs">,
): ClientDriver {
  const mutex = new Mutex();
  return {
    run: (sql, values, options) => mutex.run(() => client.query(patient(statement(sql, values, options), statementMs))),
    script: (sql) => mutex.run(() => client.query(patient({ text: sql }, statementMs))),
    commit: () => mutex.run(() => commitOn(client, statementMs)),
    redact,
  };
}

async function commitOn(client: pg.PoolClient, statementMs: number): Promise<Committed> {
  let warning: Committed["warning"];
  const onNotice = ({ code, message }: { code?: string | undefined; message?: string | undefined }): void => {
    if (code === genericWarning) warning = { code, message: message ?? "the server answered COMMIT with a warning" };
  };
  client.on("notice", onNotice);
  try {
    const { command } = await client.query(patient({ text: "COMMIT" }, statementMs));
    return { command, warning };
  } finally {
    client.off("notice", onNotice);
  }
}

async function runTransaction<T>(
  { scope }: Pooled,
  driver: ClientDriver,
  { begin = "BEGIN", work }: { begin?: string; work: (session: Session) => Promise<T> },
): Promise<T> {
  const session = driverSession(driver);
  await session.script(begin);
  let result: T;
  try {
    result = await scope.run(session, work);
  } catch (error) {
    // Behind a statement that has no answer, another would wait for one as long.
    if (isConnectionLost(error)) throw error;
    await session.script("ROLLBACK").catch(() => {
      throw new UncleanConnection("rollback failed", { cause: error });
    });
    throw error;
  }
  await commit(driver);
  return result;
}

/**
 * COMMIT of a transaction whose failed statement was swallowed is a ROLLBACK, and the server calls that success. Where the answer is
 * lost, the server may have committed. It also calls a COMMIT success whose wait for a synchronous standby was canceled, with a warning.
 */
async function commit(driver: ClientDriver): Promise<void> {
  const { command, warning } = await translated(driver, () => driver.commit()).catch((error: unknown) => {
    throw new UncleanConnection("commit failed", { cause: isConnectionLost(error) ? outcomeUnknown(error) : error });
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
  pooled: Pooled,
  driver: ClientDriver,
  { key, work }: { key: bigint; work: (connection: Connection) => Promise<T> },
): Promise<T> {
  const session = driverSession(driver);
  await session.script(limitStatements(0));
  // Not pg_advisory_lock: its waiting statement holds a snapshot, for which CREATE INDEX CONCURRENTLY under the lock would wait.
  while (!(await tryLock(session, key))) await delay(lockPollMs);
  try {
    return await work({
      ...checkedSession(session, () => pooled.scope.assertOutside()),
      async transaction(inner) {
        pooled.scope.assertOutside();
        return runTransaction(pooled, driver, { work: inner });
      },
    });
  } finally {
    await session
      .query("SELECT pg_advisory_unlock($1)", [key])
      .then(() => session.script(limitStatements(pooled.statementMs)))
      .catch((error: unknown) => {
        throw new UncleanConnection("unlock failed", { cause: error });
      });
  }
}

async function tryLock(session: Session, key: bigint): Promise<boolean> {
  const [row] = await session.query<{ locked: boolean }>("SELECT pg_try_advisory_lock($1) AS locked", [key]);
  return row?.locked === true;
}

/** Has the server end statements that take longer, 0 for none: it says so, and the connection is as good as before. */
function limitStatements(ms: number): string {
  return `SET statement_timeout = ${ms}`;
}

/**
 * Has pg give up on a statement that the server should have canceled long ago, as it or the network is gone; or sooner where the caller
 * does not wait that long.
 */
function patient(
  config: pg.QueryConfig,
  statementMs: number,
  timeoutMs = 2 * statementMs,
): pg.QueryConfig & { query_timeout?: number } {
  return timeoutMs === 0 ? config : { ...config, query_timeout: timeoutMs };
}

/** Always the extended protocol, also without values: there, two statements in one text are refused as on PGlite. */
function statement(sql: string, values: EncodedParameter[], { name }: QueryOptions): pg.QueryConfig {
  const config = { text: sql, values, queryMode: "extended" };
  return name === undefined ? config : { ...config, name };
}
