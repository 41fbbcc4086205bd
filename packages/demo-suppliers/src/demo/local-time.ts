import { findOffset, type TimeZones } from "@wayfare/engine";

const msPerMinute = 60_000;

/** Converts between local times of time zones and instants. */
export class LocalTimes {
  readonly #timeZones: TimeZones;

  constructor(timeZones: TimeZones) {
    this.#timeZones = timeZones;
  }

  /** Returns a local time as `2027-02-10T18:30:00`. */
  format(zone: string, ms: number): string {
    return new Date(ms + this.#offsetMs(zone, ms)).toISOString().slice(0, 19);
  }

  /** Returns the instant of a local time; a time that a change of the clocks skips is moved by the change. */
  parse(zone: string, date: string, minuteOfDay: number): number {
    const wantedMs = Date.parse(`${date}T00:00:00Z`) + minuteOfDay * msPerMinute;
    const guessMs = wantedMs - this.#offsetMs(zone, wantedMs);
    return wantedMs - this.#offsetMs(zone, guessMs);
  }

  /** @throws RangeError if the zone is unknown, or the time zone data do not have the instant */
  #offsetMs(zone: string, ms: number): number {
    const offset = findOffset(this.#timeZones, zone, Math.floor(ms / msPerMinute));
    if (offset === null) throw new RangeError(`no offset of ${zone} at ${ms}`);
    return offset * msPerMinute;
  }
}
