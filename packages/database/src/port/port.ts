/** A JSON document bound to a `json` or `jsonb` parameter. Made by `json`. */
export interface JsonParameter {
  readonly jsonText: string;
}

/**
 * What may be bound to a `$n`. Arrays become PostgreSQL arrays; a document, array or not, is wrapped in `json`.
 * `undefined` is refused: a forgotten value should not become a NULL.
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
   * Gives up on an answer after so many milliseconds and closes the connection, for a read that nobody waits longer for. PGlite has no
   * timeouts and ignores it.
   */
  readonly timeoutMs?: number;
}

export interface TransactionOptions {
  /**
   * Milliseconds that each statement may take before the server cancels it (SQLSTATE 57014) and all is rolled back; the pool's own limit by
   * default. PGlite has no timeouts and ignores it.
   */
  readonly timeoutMs?: number;
}

/**
 * Where a statement runs. Rows hold the same JavaScript values on every engine: int2, int4, int8 and floats are
 * numbers (an int8 that a number cannot hold exactly is refused), numeric and interval strings, date "YYYY-MM-DD",
 * timestamptz a Date, bytea a Buffer, json and jsonb parsed, arrays arrays, everything else a string.
 * Failures are `DatabaseError`s.
 */
export interface Session {
  /** The rows of one statement. */
  query<Row extends object>(sql: string, values?: readonly Parameter[], options?: QueryOptions): Promise<Row[]>;
  /** Runs one statement for its effect and says how many rows it touched. */
  execute(sql: string, values?: readonly Parameter[], options?: QueryOptions): Promise<number>;
  /** Runs several statements without values, for migrations. */
  script(sql: string): Promise<void>;
}

export interface Connection extends Session {
  /**
   * Commits what `work` did through the session it is handed, or rolls all of it back where `work` throws.
   * Inside, only that session may be used: a statement on any other handle of the same database throws
   * `TransactionMisuseError`, as PGlite would wait for itself forever and PostgreSQL would work outside the transaction.
   * The session is dead once `work` has settled.
   */
  transaction<T>(work: (session: Session) => Promise<T>, options?: TransactionOptions): Promise<T>;
}

/**
 * What `SELECT pg_notify(channel, payload)` says on a channel, from whatever process, once its transaction has committed.
 * An error that it throws goes to the database's `onIdleError`, and the channel is heard on.
 */
export interface Listener {
  onMessage(payload: string): void;
  /** The connection was lost and is there again: what was said meanwhile is not known. */
  onGap?(): void;
}

/** An event of the embedded database's maintenance, for logs and metrics. */
export type MaintenanceEvent =
  | { readonly type: "checkpointed"; readonly walBytes: number; readonly durationMs: number }
  | { readonly type: "vacuumed"; readonly table: string; readonly durationMs: number }
  | { readonly type: "failed"; readonly task: "checkpoint" | "vacuum"; readonly error: unknown };

/** Maintenance of the embedded database, which has no background processes of its own. */
export interface DatabaseMaintenance {
  /** False while the disk has less free space than the reserve; statements that write then fail with SQLSTATE 53100. */
  hasFreeSpace(): boolean;
  /** Undefined in memory. */
  readFreeBytes(): number | undefined;
  /** WAL written since the last checkpoint, and the size of all WAL files. */
  readWalBytes(): { sinceCheckpoint: number; total: number };
  /**
   * Vacuums and analyzes the table that needs it most and returns its name; undefined if none needs it now. Holds up every other statement
   * meanwhile, so let the event loop turn between two calls.
   */
  vacuumNext(): Promise<string | undefined>;
}

export interface Database extends Connection {
  readonly engine: "postgresql" | "pglite";
  /** For key and session look-ups: connections of its own, which no list, search or job can occupy. The database itself on PGlite. */
  readonly lookups: Session;
  /**
   * For lists and counts whose work grows with an account's data: a few connections of its own, on which a statement may take
   * `readMs`; the server cancels a longer one (`isCanceled`). The database itself on PGlite, which has no timeouts.
   */
  readonly reads: Session;
  /** Absent on PostgreSQL, whose server does it by itself. */
  readonly maintenance?: DatabaseMaintenance;
  /**
   * Runs `work` on one connection that holds the lock `key` (a 64-bit number) meanwhile; whoever else asks for the same
   * key on the same database, in whatever process, waits, as long as it takes. The server frees it when the connection dies.
   */
  lock<T>(key: bigint, work: (connection: Connection) => Promise<T>): Promise<T>;
  /**
   * Hears a channel until the answer is called. A lost connection is opened again by itself, for as long as it takes;
   * PGlite has none to lose and hears its own process only. Throws a `RangeError` for a channel that is not 1 to 63 of
   * a–z and _, and a `DatabaseError` where the first connection cannot be had. Like this, the answer may not be called
   * inside a transaction.
   */
  listen(channel: string, listener: Listener): Promise<() => Promise<void>>;
  /** Waits for what runs, then closes every connection and stops every listener. Closing again does nothing. */
  close(): Promise<void>;
}

/** A channel's name as SQL writes it. Throws a `RangeError` where it is not 1 to 63 of a–z and _. */
export function quotedChannel(channel: string): string {
  if (/^[a-z_]{1,63}$/.test(channel)) return `"${channel}"`;
  throw new RangeError(`a channel's name is 1 to 63 of a-z and _, and not ${JSON.stringify(channel)}`);
}
