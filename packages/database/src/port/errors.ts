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

/** SQLSTATEs of a reachable server that cannot do any work now. */
const unavailableStates = /^(25006|53...|57014|58030)$/; // read-only; no disk, memory or connections; statement timeout; I/O error

/** read_only_sql_transaction */
export const readOnlyState = "25006";

/** Errors that pg reports without a code when a socket closes or cannot be opened in time. */
const connectionMessage =
  /^(Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable)/;

interface ErrorFields {
  readonly constraint?: string | undefined;
  readonly table?: string | undefined;
  readonly column?: string | undefined;
  readonly outcomeUnknown?: boolean | undefined;
}

/**
 * A failed statement or connection. `code` is PostgreSQL's SQLSTATE ("23505"), Node's code of a network failure ("ECONNREFUSED"),
 * "CONNECTION_LOST" or "CLOSED". Contains no values and no password, because errors are logged: drivers attach bound values and the
 * server's detail to their own errors.
 */
export class DatabaseError extends Error {
  readonly code: string;
  readonly constraint: string | undefined;
  readonly table: string | undefined;
  readonly column: string | undefined;
  /**
   * True if the transaction may or may not have been committed: the response to COMMIT did not arrive, or its wait for the synchronous
   * standby was canceled.
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

/** Thrown when the outer handle is used inside a transaction, or a transaction's handle after its end. */
export class TransactionMisuseError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "TransactionMisuseError";
  }
}

/** Returns true for a unique violation, of the index `constraint` if given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof DatabaseError) || error.code !== "23505") return false;
  return constraint === undefined || error.constraint === constraint;
}

/** Returns true if the disk is full, or has less free space than the embedded database's reserve. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === "53100";
}

/** Returns true if the server ended a transaction because of a deadlock. It was rolled back and can be retried. */
export function isDeadlock(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === "40P01";
}

/** Returns true if the server canceled a statement, for example after its timeout. The transaction was rolled back. */
export function isCanceled(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === "57014";
}

/** Returns true if the connection failed. The result of the statement is unknown, and a retry may succeed. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof DatabaseError && (connectionCodes.has(error.code) || error.code.startsWith("08"));
}

/** Returns true if the server accepts no writes: a standby, or `default_transaction_read_only`. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === readOnlyState;
}

/**
 * Returns true if the database is unavailable: the connection failed, or the server is read-only, full, out of connections, or canceled the
 * statement. A retry may succeed later.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  return (
    error.outcomeUnknown || error.code === "CLOSED" || isConnectionLost(error) || unavailableStates.test(error.code)
  );
}

/**
 * Converts a driver's error to a `DatabaseError`; returns errors of neither the server nor the network unchanged. `redact` removes secrets
 * from messages that the server did not write.
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

/** Converts an error of an idle connection. Unlike `toDatabaseError`, it treats unknown errors as a lost connection. */
export function toConnectionError(error: unknown, redact: (message: string) => string): DatabaseError {
  const known = toDatabaseError(error, redact);
  if (known instanceof DatabaseError) return known;
  return new DatabaseError("CONNECTION_LOST", redact(error instanceof Error ? error.message : String(error)));
}

/** Returns the error's message. For a host with several addresses, Node throws an AggregateError without a message. */
function messageOf(error: Error): string {
  if (error.message !== "" || !(error instanceof AggregateError)) return error.message;
  return error.errors.map((each: unknown) => (each instanceof Error ? each.message : String(each))).join("; ");
}

function textField(error: Error, name: string): string | undefined {
  const value: unknown = Reflect.get(error, name);
  return typeof value === "string" ? value : undefined;
}
