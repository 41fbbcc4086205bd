import { firstIdAt, idTimeMs } from "@wayfare/contract";
import { type DailyTable, type Database, dropDaysBefore, makeDays } from "@wayfare/database";

const dayMs = 86_400_000;

/** How long a request is kept. */
export const requestRetentionMs = 30 * dayMs;

/** The request log by day. Without a default partition: its writer makes the day that it needs. */
export const requestLog: DailyTable = {
  name: "requests",
  // "requests" in ASCII.
  lock: 0x72_65_71_75_65_73_74_73n,
  key: "id",
  firstIdAt: firstRequestIdAt,
};

/** The day of a request, as the number of days since 1970. */
export function dayOfRequest(id: string): number {
  return Math.floor(idTimeMs(id) / dayMs);
}

/** The first id that a request of an instant can have. */
export function firstRequestIdAt(ms: number): string {
  return firstIdAt("req", ms);
}

/** The days of the request log that this process knows to be there. */
export class RequestDays {
  readonly #database: Database;
  #known = new Set<number>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Makes the partitions of days that are not known to have one. */
  async ensure(days: Iterable<number>): Promise<void> {
    const missing = [...new Set(days)].filter((day) => !this.#known.has(day));
    if (missing.length === 0) return;
    await makeDays(this.#database, requestLog, missing);
    for (const day of missing) this.#known.add(day);
  }

  /** Looks again: another process may have dropped a day. */
  forget(): void {
    this.#known = new Set();
  }
}

/** Drops the days whose last request is past its retention; answers how many. */
export function dropOldDays(database: Database, nowMs: number): Promise<number> {
  return dropDaysBefore(database, requestLog, { beforeMs: nowMs - requestRetentionMs });
}
