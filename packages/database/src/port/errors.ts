const connectionCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "CONNECTION_LOST",
  "57P01", // admin_shutdown
  "57P02", // crash_shutdown
  "57P03", // cannot_connect_now
]);

/** SQLSTATEs with which a server that answers says that it cannot do the work now, whatever the work is. */
const unavailableStates = /^(25006|53...|57014|58030)$/; // read-only; no disk, memory or connections; statement timeout; I/O error

/** read_only_sql_transaction */
export const readOnlyState = "25006";

/** pg gives these no code: they are all it says when a socket ends under it or cannot be had in time. */
const connectionMessage =
  /^(Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable)/;

interface ErrorFields {
  readonly constraint?: string | undefined;
  readonly table?: string | undefined;
  readonly column?: string | undefined;
  readonly outcomeUnknown?: boolean | undefined;
}

/**
 * A statement or a connection failed. `code` is PostgreSQL's SQLSTATE ("23505"), Node's code of a network failure
 * ("ECONNREFUSED"), or one of ours: "CONNECTION_LOST", "CLOSED". It never holds values or a password: drivers attach
 * bound values and the server's detail to theirs, and errors end in logs.
 */
export class DatabaseError extends Error {
  readonly code: string;
  readonly constraint: string | undefined;
  readonly table: string | undefined;
  readonly column: string | undefined;
  /**
   * True when the transaction may have been committed and may yet be lost: the answer to COMMIT did not arrive, or its wait for
   * the synchronous standby was canceled.
   */
  readonly outcomeUnknown: boolean;

  constructor(code: string, message: string, fields: ErrorFields = {}) {
    super(message);
    this.name = "DatabaseError";
    this.code = code;
    this.constraint = fields.constraint;
    this.table = fields.table;
    this.column = fields.column;
    this.outcomeUnknown = fields.outcomeUnknown ?? false;
  }
}

/** A handle was used where it cannot work: the outer one inside a transaction, or a session after its end. */
export class TransactionMisuseError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "TransactionMisuseError";
  }
}

/** Whether a unique index, `constraint` if named, refused the row. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof DatabaseError) || error.code !== "23505") return false;
  return constraint === undefined || error.constraint === constraint;
}

/** True if the disk is full, or has less free space than the embedded database's reserve. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === "53100";
}

/** Whether the server ended a transaction because others and it waited for each other; what it did is undone, and another try may succeed. */
export function isDeadlock(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === "40P01";
}

/** Whether the server canceled a statement, as it does with one that took longer than it may; its transaction is undone. */
export function isCanceled(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === "57014";
}

/** Whether the connection failed, so that nothing is known of the statement's fate and another try may succeed. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof DatabaseError && (connectionCodes.has(error.code) || error.code.startsWith("08"));
}

/** True when the server accepts no writes: a standby, or `default_transaction_read_only`. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === readOnlyState;
}

/**
 * True when the database could not do the work, whatever the work was: the connection failed, or the server is read-only,
 * full, out of connections, or gave the statement up. Another try may succeed later.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  return (
    error.outcomeUnknown || error.code === "CLOSED" || isConnectionLost(error) || unavailableStates.test(error.code)
  );
}

/**
 * A driver's error as a `DatabaseError`; whatever is neither the server's nor the network's is handed back as it is.
 * `redact` takes secrets out of what was not written by the server.
 */
export function toDatabaseError(error: unknown, redact: (message: string) => string): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseError) return error;
  const code = textField(error, "code") ?? "";
  if (/^[0-9A-Z]{5}$/.test(code) && textField(error, "severity") !== undefined) {
    return new DatabaseError(code, error.message, {
      constraint: textField(error, "constraint"),
      table: textField(error, "table"),
      column: textField(error, "column"),
    });
  }
  const message = redact(messageOf(error));
  if (connectionCodes.has(code)) return new DatabaseError(code, message);
  return connectionMessage.test(error.message) ? new DatabaseError("CONNECTION_LOST", message) : error;
}

/** As `toDatabaseError`, for an error of a connection that no statement waited for: those are always of the connection. */
export function toConnectionError(error: unknown, redact: (message: string) => string): DatabaseError {
  const known = toDatabaseError(error, redact);
  if (known instanceof DatabaseError) return known;
  return new DatabaseError("CONNECTION_LOST", redact(error instanceof Error ? error.message : String(error)));
}

/** Node reports a host with several addresses as an aggregate without a message of its own. */
function messageOf(error: Error): string {
  if (error.message !== "" || !(error instanceof AggregateError)) return error.message;
  return error.errors.map((each: unknown) => (each instanceof Error ? each.message : String(each))).join("; ");
}

function textField(error: Error, name: string): string | undefined {
  const value: unknown = Reflect.get(error, name);
  return typeof value === "string" ? value : undefined;
}
