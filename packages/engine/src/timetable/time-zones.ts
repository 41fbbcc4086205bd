/** UTC offsets of one time zone in the period of its `TimeZones`. */
export interface ZoneClock {
  /** Epoch minutes from which each offset applies, ascending. The first is the first minute of the period. */
  readonly starts: Int32Array;
  /** Minutes east of UTC, parallel to `starts`. */
  readonly offsets: Int16Array;
}

/**
 * The clocks of all time zones. The value is plain data, so that threads can be given the one of their process; nothing else decides a
 * local time of a flight.
 */
export interface TimeZones {
  /** Release of the IANA time zone database, such as `2026f`, or a hash of the data. */
  readonly release: string;
  /** First epoch minute of the period that the clocks cover. */
  readonly firstMinute: number;
  /** First epoch minute after the period. */
  readonly endMinute: number;
  /** By IANA name, links included. */
  readonly clocks: ReadonlyMap<string, ZoneClock>;
}

/** Time zones that know none, for uses that need no local times. */
export const noTimeZones: TimeZones = { release: "none", firstMinute: 0, endMinute: 0, clocks: new Map() };

/** True if the name is that of a known time zone. Names are case-sensitive, as in the IANA database. */
export function isTimeZone({ clocks }: TimeZones, name: string): boolean {
  return clocks.has(name);
}

/** UTC offset in minutes of a time zone at an epoch minute; null if the zone is unknown or the minute is outside of the period. */
export function findOffset(timeZones: TimeZones, name: string, epochMinute: number): number | null {
  const clock = timeZones.clocks.get(name);
  const isCovered = epochMinute >= timeZones.firstMinute && epochMinute < timeZones.endMinute;
  return clock === undefined || !isCovered ? null : clock.offsets[indexAt(clock, epochMinute)];
}

/** Index of the offset that applies at an epoch minute, which is not before the first start. */
export function indexAt({ starts }: ZoneClock, epochMinute: number): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle] <= epochMinute) low = middle;
    else high = middle;
  }
  return low;
}
