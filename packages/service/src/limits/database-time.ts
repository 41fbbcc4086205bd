import type { Clock } from "@wayfare/contract";

/**
 * SQL expression for the current time: the value of `placeholder`, or the database's clock if it is null. The clock is read for each row,
 * and therefore after the row is locked.
 */
export const databaseTime = (placeholder: string) => `COALESCE(${placeholder}::timestamptz, clock_timestamp())`;

/** Value for the placeholder of `databaseTime`. */
export function timeParameter(databaseClock: Clock | undefined): Date | null {
  return databaseClock === undefined ? null : new Date(databaseClock.nowMs());
}
