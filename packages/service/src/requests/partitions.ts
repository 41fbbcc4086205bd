import { firstIdAt, idTimeMs } from "@wayfare/contract";
import { createDayPartitions, type DailyTable, type Database, dropDayPartitionsBefore } from "@wayfare/database";

const dayMs = 86_400_000;

/** Retention of the request log. */
export const requestRetentionMs = 30 * dayMs;

/** The request log, partitioned by day. It has no default partition; the writer creates partitions when it needs them. */
export const requestLog: DailyTable = {
  name: "requests",
  // "requests" in ASCII.
  lock: 0x72_65_71_75_65_73_74_73n,
  key: "id",
  firstIdAt: firstRequestIdAt,
};

/** Returns the day of a request as the number of days since 1970. */
export function dayOfRequest(id: string): number {
  return Math.floor(idTimeMs(id) / dayMs);
}

/** Returns the lowest request id of a time. */
export function firstRequestIdAt(ms: number): string {
  return firstIdAt("req", ms);
}

/** Cache of the request log's existing daily partitions. */
export class RequestPartitions {
  readonly #database: Database;
  #known = new Set<number>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Creates the missing partitions of days. */
  async ensure(days: Iterable<number>): Promise<void> {
    const missing = [...new Set(days)].filter((day) => !this.#known.has(day));
    if (missing.length === 0) return;
    await createDayPartitions(this.#database, requestLog, missing);
    for (const day of missing) this.#known.add(day);
  }

  /** Clears the cache, because another process may have dropped a partition. */
  clear(): void {
    this.#known = new Set();
  }
}

/** Drops the partitions past the retention. Returns how many. */
export function dropExpiredPartitions(
  database: Database,
  nowMs: number,
  retentionMs = requestRetentionMs,
): Promise<number> {
  return dropDayPartitionsBefore(database, requestLog, { beforeMs: nowMs - retentionMs });
}
