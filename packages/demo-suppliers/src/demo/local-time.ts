/** Converts between local times of a time zone and instants. */
export class LocalTimes {
  readonly #formats = new Map<string, Intl.DateTimeFormat>();

  /** Returns a local time as `2027-02-10T18:30:00`. */
  format(zone: string, ms: number): string {
    return this.#formatOf(zone).format(ms).replace(/,? /, "T");
  }

  /** Returns the instant of a local time; a time that a change of the clocks skips is moved by the change. */
  parse(zone: string, date: string, minuteOfDay: number): number {
    const wantedMs = Date.parse(`${date}T00:00:00Z`) + minuteOfDay * 60_000;
    const offsetOf = (ms: number) => Date.parse(`${this.format(zone, ms)}Z`) - ms;
    const guessMs = wantedMs - offsetOf(wantedMs);
    return wantedMs - offsetOf(guessMs);
  }

  #formatOf(zone: string): Intl.DateTimeFormat {
    const known = this.#formats.get(zone);
    if (known !== undefined) return known;
    const two = "2-digit";
    // Sweden writes dates as ISO 8601 does.
    const format = new Intl.DateTimeFormat("sv-SE", {
      timeZone: zone,
      year: "numeric",
      month: two,
      day: two,
      hour: two,
      minute: two,
      second: two,
      hourCycle: "h23",
    });
    this.#formats.set(zone, format);
    return format;
  }
}
