import type { Usage, UsageGranularity, UsageGroup } from "@wayfare/sdk";
import type { Range } from "./filters.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Time buckets of a range: hours for up to a week, else days. */
export interface Buckets {
  granularity: UsageGranularity;
  /** Starts in UTC, oldest first. */
  startsMs: number[];
}

const spans: Readonly<Record<Range, { count: number; granularity: UsageGranularity }>> = {
  day: { count: 24, granularity: "hour" },
  week: { count: 168, granularity: "hour" },
  month: { count: 30, granularity: "day" },
  quarter: { count: 90, granularity: "day" },
};

/** Returns the buckets of a range that ends with the current bucket. */
export function bucketsOf(range: Range, nowMs: number): Buckets {
  const { count, granularity } = spans[range];
  const size = granularity === "hour" ? hourMs : dayMs;
  const lastMs = Math.floor(nowMs / size) * size;
  const startsMs = Array.from({ length: count }, (_, index) => lastMs - (count - 1 - index) * size);
  return { granularity, startsMs };
}

/** Counts of an operation, key or application by bucket. */
export interface Series {
  /** Operation, or id of the key or application; "" for none. */
  of: string;
  counts: number[];
  total: number;
}

/** Converts usage rows to series with a count for each bucket, sorted by total, largest first. */
export function toSeries(rows: readonly Usage[], by: UsageGroup, { startsMs }: Buckets): Series[] {
  const indexes = new Map(startsMs.map((startMs, index) => [startMs, index]));
  const series = new Map<string, Series>();
  for (const row of rows) {
    const index = indexes.get(Date.parse(row.from));
    if (index === undefined) continue;
    const of = nameOf(row, by);
    const one = series.get(of) ?? { of, counts: startsMs.map(() => 0), total: 0 };
    one.counts[index] = (one.counts[index] ?? 0) + row.count;
    one.total += row.count;
    series.set(of, one);
  }
  return [...series.values()].toSorted((one, other) => other.total - one.total || (one.of < other.of ? -1 : 1));
}

function nameOf({ operation, keyId, userId, applicationId }: Usage, by: UsageGroup): string {
  if (by === "operation") return operation ?? "";
  return (by === "key" ? (keyId ?? userId) : applicationId) ?? "";
}

/** Keeps the largest series and combines the rest into one, so that the chart stays readable. */
export function foldSeries(series: readonly Series[], maxSeries: number): Series[] {
  if (series.length <= maxSeries) return [...series];
  const rest = series.slice(maxSeries - 1);
  const counts = (rest[0]?.counts ?? []).map((_, index) =>
    rest.reduce((sum, each) => sum + (each.counts[index] ?? 0), 0),
  );
  const total = rest.reduce((sum, each) => sum + each.total, 0);
  return [...series.slice(0, maxSeries - 1), { of: "others", counts, total }];
}
