/** Thrown if the database schema does not match these migration files, or if a file fails. The message says what to do. */
export class MigrationError extends Error {
  readonly code:
    | "SCHEMA_TOO_NEW"
    | "MIGRATION_EDITED"
    | "MIGRATION_MISSING"
    | "MIGRATION_OUT_OF_ORDER"
    | "MIGRATION_FAILED"
    | "OLDER_PROCESSES";

  constructor(code: MigrationError["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "MigrationError";
    this.code = code;
  }
}
