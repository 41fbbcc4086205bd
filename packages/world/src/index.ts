export type { Aircraft } from "./facts/aircraft.ts";
export type { Airline } from "./facts/airline.ts";
export type { Airport, City } from "./facts/airport.ts";
export { listFactTables } from "./facts/fact-tables.ts";
export type { Facts } from "./facts/facts.ts";
export { loadFacts, openFacts, prepareFacts, shareFacts } from "./facts/prepared-facts.ts";
export { parseTable, type Row, readTable } from "./facts/table.ts";
export { formatTimeZones, loadTimeZones } from "./facts/time-zones.ts";
export { holdsOn, parseSourcedValidity } from "./facts/validity.ts";
export { FaresFileError, readFaresFile } from "./fares/fares-file.ts";
export {
  type LineError,
  type MonthlyService,
  NetworkFileError,
  readNetworkFile,
} from "./frequencies/network-file.ts";
export { type ScheduleContext, type ScheduledServices, scheduleServices } from "./frequencies/schedule-services.ts";
export { createGazetteer, type Gazetteer, type Place } from "./places/gazetteer.ts";
export { makeWorld } from "./snapshot/make-world.ts";
export { openWorld, prepareWorld, renewWorld, type World, type WorldSource } from "./snapshot/snapshot.ts";
export { readRecords } from "./tables/read-records.ts";
export { RecordError, type TableRecord } from "./tables/records.ts";
export { TimeZoneDataError } from "./time-zones/time-zone-data-error.ts";
export { readTimeZoneFolder } from "./time-zones/time-zone-folder.ts";
