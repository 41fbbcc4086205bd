export { checkDatabaseArchive, databaseArchiveVersion, prepareDatabaseArchive } from "./archive/database-archive.ts";
export { json } from "./driver/parameters.ts";
export {
  type ArchivedMigration,
  assertKnownMigrations,
  listAppliedMigrations,
  migrateToArchive,
} from "./dump/archived-migrations.ts";
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
export { type MigrateOptions, migrate } from "./migrations/migrate.ts";
export { MigrationError } from "./migrations/migration-error.ts";
export { listMigrationFiles, type MigrationFile, parseMigrationFile } from "./migrations/migration-files.ts";
export {
  applicationNameOf,
  countConnections,
  newestShippedMigration,
  readNewestMigration,
  type SchemaWatchOptions,
  watchSchema,
} from "./migrations/schema-version.ts";
export {
  createPrivateDirectory,
  type DataDirectory,
  DataDirectoryError,
  type DataDirectoryHolder,
  openDataDirectory,
} from "./pglite/data-directory.ts";
export { withDiskReserve } from "./pglite/disk-space.ts";
export { dumpPglite, openPglite, type PgliteOptions } from "./pglite/pglite.ts";
export {
  DatabaseError,
  isCanceled,
  isConnectionLost,
  isDeadlock,
  isDiskFull,
  isUnavailable,
  isUniqueViolation,
  TransactionMisuseError,
} from "./port/errors.ts";
export type {
  Connection,
  Database,
  DatabaseMaintenance,
  JsonParameter,
  Listener,
  MaintenanceEvent,
  Parameter,
  Queryable,
  QueryOptions,
  TransactionOptions,
} from "./port/port.ts";
export { assertNotifications } from "./postgres/pooler.ts";
export { openPostgres, type PostgresOptions } from "./postgres/postgres.ts";
export { applicationCondition, containsText } from "./tables/application-condition.ts";
export {
  createDayPartitions,
  createUpcomingPartitions,
  type DailyTable,
  dropDayPartitionsBefore,
  withTableLock,
} from "./tables/day-partitions.ts";
export { checkWritable } from "./tables/writable.ts";
export { skipIfDiskFull } from "./transactions/skip-if-disk-full.ts";
export { runUnitOfWork, type UnitOfWork, type UnitTime } from "./transactions/unit-of-work.ts";
export { withTimeout } from "./transactions/with-timeout.ts";
