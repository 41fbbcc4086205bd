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

/** pg gives these no code: they are all it says when a socket ends under it or cannot be had in time. */
const connectionMessage =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable)/;

interface ErrorFields {
  readonly constraint?: string | undefined;
  readonly table?: string | undefined;
  readonly column?: string | undefined;
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

  constructor(code: string, message: string, fields: ErrorFields = {}) {
    super(message);
    this.name = "DatabaseError";
    this.code = code;
    this.constraint = fields.constraint;
    this.table = fields.table;
    this.column = fields.column;
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

/** Whether the connection failed, so that nothing is known of the statement's fate and another try may succeed. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof DatabaseError && (connectionCodes.has(error.code) || error.code.startsWith("08"));
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

/** Node reports a host with several addresses as an aggregate without a message of its own. */
function messageOf(error: Error): string {
  if (error.message !== "" || !(error instanceof AggregateError)) return error.message;
  return error.errors.map((each: unknown) => (each instanceof Error ? each.message : String(each))).join("; ");
}

function textField(error: Error, name: string): string | undefined {
  const value: unknown = Reflect.get(error, name);
  return typeof value === "string" ? value : undefined;
}
