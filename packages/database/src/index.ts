export {
  createPrivateDirectory,
  type DataDirectory,
  DataDirectoryError,
  type DataDirectoryHolder,
  openDataDirectory,
} from "./data-directory.ts";
export { type DailyTable, dropDaysBefore, holdTable, makeDays, makeDaysAhead } from "./day-partitions.ts";
export { withDiskReserve } from "./disk-space.ts";
export { type DumpSummary, dumpTables, summarizeTables, withSnapshot } from "./dump/dump.ts";
export {
  ArchiveError,
  bytesFrame,
  documentFrame,
  type Frame,
  readFrames,
  type Write,
} from "./dump/frames.ts";
export { assertEmpty, loadTables, TargetNotEmptyError } from "./dump/load.ts";
export {
  type ArchivedMigration,
  assertKnownMigrations,
  listAppliedMigrations,
  migrateLike,
} from "./dump/migrations.ts";
export {
  DatabaseError,
  isCanceled,
  isConnectionLost,
  isDeadlock,
  isDiskFull,
  isUnavailable,
  isUniqueViolation,
  TransactionMisuseError,
} from "./errors.ts";
export { type MigrateOptions, migrate } from "./migrate.ts";
export { MigrationError } from "./migration-error.ts";
export { listMigrationFiles, type MigrationFile, parseMigrationFile } from "./migration-files.ts";
export { json } from "./parameters.ts";
export { dumpPglite, openPglite, type PgliteOptions } from "./pglite.ts";
export type {
  Connection,
  Database,
  DatabaseMaintenance,
  JsonParameter,
  Listener,
  MaintenanceEvent,
  Parameter,
  QueryOptions,
  Session,
  TransactionOptions,
} from "./port.ts";
export { openPostgres, type PostgresOptions } from "./postgres.ts";
export { applicationNameOf, newestShippedMigration, type SchemaWatchOptions, watchSchema } from "./schema-version.ts";
export { checkWritable } from "./writable.ts";
