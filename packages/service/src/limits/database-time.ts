import type { Clock } from "@wayfare/contract";

/**
 * SQL for the present instant: the one bound to `placeholder`, or the database's own clock if that is null. The clock is read for each
 * row, and so after the row was locked.
 */
export const databaseTime = (placeholder: string) => `COALESCE(${placeholder}::timestamptz, clock_timestamp())`;

/** The value for the placeholder of `databaseTime`. */
export function timeParameter(databaseClock: Clock | undefined): Date | null {
  return databaseClock === undefined ? null : new Date(databaseClock.nowMs());
}
