/** A JSON document bound to a `json` or `jsonb` parameter. Made by `json`. */
export interface JsonParameter {
  readonly jsonText: string;
}

/**
 * A value for a `$n` parameter. Arrays become PostgreSQL arrays; wrap a JSON document, array or not, in `json`. `undefined` is rejected, so
 * that a missing value does not become NULL.
 */
export type Parameter =
  | string
  | number
  | bigint
  | boolean
  | Date
  | Uint8Array
  | JsonParameter
  | null
  | readonly Parameter[];

export interface QueryOptions {
  /** Names a prepared statement, for a statement that runs often. One name, one text. */
  readonly name?: string;
  /**
   * Milliseconds to wait for the result before the connection is closed, for reads with a deadline. PGlite has no timeouts and ignores it.
   */
  readonly timeoutMs?: number;
}

export interface TransactionOptions {
  /**
   * Statement timeout in milliseconds. The server cancels a longer statement (SQLSTATE 57014) and the transaction is rolled back. Default:
   * the pool's limit. PGlite has no timeouts and ignores it.
   */
  readonly timeoutMs?: number;
}

/**
 * Runs SQL statements: a database, a locked connection or a transaction. Rows hold the same JavaScript values on both engines: int2, int4,
 * int8 and floats are numbers (an int8 beyond the safe integers is an error), numeric and interval are strings, date is "YYYY-MM-DD",
 * timestamptz a Date, bytea a Buffer, json and jsonb are parsed, arrays are arrays, and all other types are strings. Failures are
 * `DatabaseError`s.
 */
export interface Queryable {
  /** Returns the rows of one statement. */
  query<Row extends object>(sql: string, values?: readonly Parameter[], options?: QueryOptions): Promise<Row[]>;
  /** Runs one statement and returns the number of affected rows. */
  execute(sql: string, values?: readonly Parameter[], options?: QueryOptions): Promise<number>;
  /** Runs several statements without values, for migrations. */
  script(sql: string): Promise<void>;
}

export interface Connection extends Queryable {
  /**
   * Runs `work` in a transaction and commits, or rolls back if `work` throws. Use only the passed handle inside: a statement on any other
   * handle of the same database throws `TransactionMisuseError`, because PGlite would deadlock with itself and PostgreSQL would run it
   * outside the transaction. The handle is unusable once `work` has settled.
   */
  transaction<T>(work: (db: Queryable) => Promise<T>, options?: TransactionOptions): Promise<T>;
}

/**
 * Receives the messages of `SELECT pg_notify(channel, payload)` of any process, after the sender's transaction has committed. An exception
 * is passed to the database's `onIdleError` and does not stop the listener.
 */
export interface Listener {
  onMessage(payload: string): void;
  /** Called when a lost connection is open again. Messages sent in between were missed. */
  onReconnect?(): void;
}

/** An event of the embedded database's maintenance, for logs and metrics. */
export type MaintenanceEvent =
  | { readonly type: "checkpointed"; readonly walBytes: number; readonly durationMs: number }
  | { readonly type: "vacuumed"; readonly table: string; readonly durationMs: number }
  | { readonly type: "failed"; readonly task: "checkpoint" | "vacuum"; readonly error: unknown };

/** Maintenance of the embedded database, which has no background processes. */
export interface DatabaseMaintenance {
  /** Returns false while free disk space is below the reserve; statements that write then fail with SQLSTATE 53100. */
  hasFreeSpace(): boolean;
  /** Undefined in memory. */
  readFreeBytes(): number | undefined;
  /** WAL written since the last checkpoint, and the size of all WAL files. */
  readWalBytes(): { sinceCheckpoint: number; total: number };
  /**
   * Vacuums and analyzes the table that needs it most and returns its name; returns undefined if no table needs it. Blocks all other
   * statements, so yield to the event loop between two calls.
   */
  vacuumNext(): Promise<string | undefined>;
}

export interface Database extends Connection {
  readonly engine: "postgresql" | "pglite";
  /**
   * Connection pool for API key and session lookups, so that lists, searches and jobs cannot starve them. The database itself on PGlite.
   */
  readonly lookups: Queryable;
  /**
   * Connection pool for lists and counts whose work grows with an account's data. The server cancels statements that take longer than
   * `readMs` (`isCanceled`). The database itself on PGlite, which has no timeouts.
   */
  readonly reads: Queryable;
  /** Undefined on PostgreSQL, which runs autovacuum and checkpoints itself. */
  readonly maintenance?: DatabaseMaintenance;
  /**
   * Runs `work` on one connection that holds the advisory lock `key` (64 bits). Other callers with the same key, in any process, wait
   * without a timeout. The server releases the lock when the connection closes.
   */
  lock<T>(key: bigint, work: (connection: Connection) => Promise<T>): Promise<T>;
  /**
   * Listens on a channel and returns a function that stops. A lost connection is reopened, with unlimited retries. PGlite has no connection
   * to lose and receives messages of this process only. The returned function throws inside a transaction.
   *
   * @throws RangeError if the channel is not 1 to 63 characters of a–z and _.
   * @throws DatabaseError if the first connection fails.
   */
  listen(channel: string, listener: Listener): Promise<() => Promise<void>>;
  /** Waits for running statements, then closes all connections and stops all listeners. Further calls do nothing. */
  close(): Promise<void>;
}

/**
 * Returns a channel name as an SQL identifier.
 *
 * @throws RangeError if the name is not 1 to 63 characters of a–z and _.
 */
export function quotedChannel(channel: string): string {
  if (/^[a-z_]{1,63}$/.test(channel)) return `"${channel}"`;
  throw new RangeError(`invalid channel name ${JSON.stringify(channel)}: use 1 to 63 characters of a-z and _`);
}
