import { monthOf, type Period, type UsageGranularity } from "@wayfare/contract";
import { assertRange, rangeError, readInstant } from "../http/time-range.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const bucketMs = { hour: hourMs, day: dayMs };
const mostBuckets = { hour: 31 * 24, day: 400 };

/** The end of the bucket that starts at an instant. */
export function endOfBucket(startMs: number, granularity: UsageGranularity): number {
  return startMs + bucketMs[granularity];
}

interface AskedPeriod {
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * Whole hours or days in UTC: from the one that holds `from`, or the start of the month, to the one before `to`, or now.
 *
 * @throws DomainError if a bound is invalid, the range is empty, or it holds too many buckets.
 */
export function readPeriod({ from, to }: AskedPeriod, granularity: UsageGranularity, nowMs: number): Period {
  const size = bucketMs[granularity];
  const toMs = to === undefined ? nowMs + 1 : readInstant("/to", to);
  const fromMs = from === undefined ? Math.min(monthOf(nowMs).startMs, toMs - 1) : readInstant("/from", from);
  assertRange(fromMs, toMs);
  const startMs = Math.floor(fromMs / size) * size;
  const endMs = Math.ceil(toMs / size) * size;
  if ((endMs - startMs) / size <= mostBuckets[granularity]) return { startMs, endMs };
  const detail = `A range holds at most ${mostBuckets[granularity]} ${granularity}s; ask for less, or for days.`;
  throw rangeError({ pointer: "/from", code: "RANGE", detail });
}
