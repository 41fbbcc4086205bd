import type { Settings } from "@wayfare/settings";
import { type Facts, loadFacts, readTimeZoneFolder } from "@wayfare/world";

/** Origin and release of the time zone data that a process uses. */
export interface TimeZoneData {
  /** Release of the IANA time zone database, such as `2026f`, or a hash of the data. */
  release: string;
  /** The data of this version of Wayfare, or the folder that the setting names. */
  source: "facts" | "TZ_DATA";
}

/**
 * Returns the facts with the time zones of TZ_DATA, or with their own.
 *
 * @throws Error that names TZ_DATA if the folder cannot be read, has a damaged file, or lacks the time zone of an airport
 */
export function loadFactsOf({ tzData }: Pick<Settings, "tzData">): Facts {
  if (tzData === null) return loadFacts();
  try {
    return loadFacts(readTimeZoneFolder(tzData));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`cannot use TZ_DATA ${tzData}: ${reason}`, { cause: error });
  }
}

/** Describes the time zone data of facts that were loaded with these settings. */
export function describeTimeZones({ timeZones }: Facts, { tzData }: Pick<Settings, "tzData">): TimeZoneData {
  return { release: timeZones.release, source: tzData === null ? "facts" : "TZ_DATA" };
}
