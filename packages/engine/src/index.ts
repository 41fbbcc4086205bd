export { unitHash } from "./hash.ts";
export { createEnumeration, type Enumeration, enumerateItineraries, type SliceQuestion } from "./itineraries/enumerate.ts";
export { formatVersion, SnapshotRefused } from "./timetable/buffer.ts";
export { buildTimetable } from "./timetable/build.ts";
export {
  type EpochDay,
  formatEpochDay,
  minutesPerDay,
  monthOf,
  parseEpochDay,
  weekdayOf,
} from "./timetable/calendar.ts";
export { greatCircleKm, kmPerStatuteMile } from "./timetable/great-circle.ts";
export type {
  AircraftFamily,
  CarrierKind,
  Network,
  NetworkAircraft,
  NetworkAirport,
  NetworkCarrier,
  PatternColumns,
} from "./timetable/network.ts";
export { airportsOf, findMarket, openTimetable, type Timetable } from "./timetable/timetable.ts";
export { buildUtcOffsets, instantOfLocal, offsetAtInstant, type UtcOffsets } from "./timetable/utc-offsets.ts";
