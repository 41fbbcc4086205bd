export {
  createPrivateDirectory,
  type DataDirectory,
  DataDirectoryError,
  type DataDirectoryHolder,
  openDataDirectory,
} from "./data-directory.ts";
export { type DailyTable, dropDaysBefore, holdTable, makeDays, makeDaysAhead } from "./day-partitions.ts";
export { withDiskReserve } from "./disk-space.ts";
export {
  DatabaseError,
  isConnectionLost,
  isDeadlock,
  isDiskFull,
  isUniqueViolation,
  TransactionMisuseError,
} from "./errors.ts";
export { groupCommit } from "./group-commit.ts";
export { type MigrateOptions, MigrationError, migrate } from "./migrate.ts";
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
} from "./port.ts";
export { openPostgres, type PostgresOptions } from "./postgres.ts";
