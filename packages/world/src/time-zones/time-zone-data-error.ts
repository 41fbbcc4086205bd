/** Damaged or unsuitable time zone data. The message says what is wrong with it. */
export class TimeZoneDataError extends Error {
  override readonly name = "TimeZoneDataError";
}
