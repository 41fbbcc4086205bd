import { type Period, type UsageGranularity, utcMonthOf } from "@wayfare/contract";
import { readTimeRange, type TimeRange, throwInvalidRange } from "../http/time-range.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const bucketMs = { hour: hourMs, day: dayMs };
const maxBuckets = { hour: 31 * 24, day: 400 };

/** Returns the end of the bucket that starts at a time. */
export function endOfBucket(startMs: number, granularity: UsageGranularity): number {
  return startMs + bucketMs[granularity];
}

/**
 * Returns a period of whole hours or days in UTC: from the bucket of `from`, or the start of the month, to the bucket before `to`, or now.
 *
 * @throws DomainError if the range is invalid, empty, or has too many buckets.
 */
export function readPeriod(range: TimeRange, granularity: UsageGranularity, nowMs: number): Period {
  const size = bucketMs[granularity];
  const { fromMs: givenFromMs, toMs = nowMs + 1 } = readTimeRange(range);
  const fromMs = givenFromMs ?? Math.min(utcMonthOf(nowMs).startMs, toMs - 1);
  if (fromMs >= toMs) throwInvalidRange("/to", "`to` must be after `from`.");
  const startMs = Math.floor(fromMs / size) * size;
  const endMs = Math.ceil(toMs / size) * size;
  if ((endMs - startMs) / size <= maxBuckets[granularity]) return { startMs, endMs };
  return throwInvalidRange(
    "/from",
    `The range must not be longer than ${maxBuckets[granularity]} ${granularity}s. Use a shorter range or \`granularity=day\`.`,
  );
}
