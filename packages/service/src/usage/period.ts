import { monthOf, type Period, type UsageGranularity } from "@wayfare/contract";
import { readTimeRange, refuseRange, type TimeRange } from "../http/time-range.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const bucketMs = { hour: hourMs, day: dayMs };
const mostBuckets = { hour: 31 * 24, day: 400 };

/** The end of the bucket that starts at an instant. */
export function endOfBucket(startMs: number, granularity: UsageGranularity): number {
  return startMs + bucketMs[granularity];
}

/**
 * Whole hours or days in UTC: from the one that holds `from`, or the start of the month, to the one before `to`, or now.
 *
 * @throws DomainError if the range is invalid, empty, or holds too many buckets.
 */
export function readPeriod(range: TimeRange, granularity: UsageGranularity, nowMs: number): Period {
  const size = bucketMs[granularity];
  const { fromMs: givenFromMs, toMs = nowMs + 1 } = readTimeRange(range);
  const fromMs = givenFromMs ?? Math.min(monthOf(nowMs).startMs, toMs - 1);
  if (fromMs >= toMs) refuseRange("/to", "`to` must be after `from`.");
  const startMs = Math.floor(fromMs / size) * size;
  const endMs = Math.ceil(toMs / size) * size;
  if ((endMs - startMs) / size <= mostBuckets[granularity]) return { startMs, endMs };
  return refuseRange(
    "/from",
    `A range holds at most ${mostBuckets[granularity]} ${granularity}s; ask for less, or for days.`,
  );
}
