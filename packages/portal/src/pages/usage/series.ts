import type { Usage, UsageGranularity, UsageGroup } from "@wayfare/sdk";
import type { Range } from "./filters.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The buckets of a range: each hour of a day or a week, each day of more. */
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

/** Every bucket of a range that ends with the one that is under way. */
export function bucketsOf(range: Range, nowMs: number): Buckets {
  const { count, granularity } = spans[range];
  const size = granularity === "hour" ? hourMs : dayMs;
  const lastMs = Math.floor(nowMs / size) * size;
  const startsMs = Array.from({ length: count }, (_, index) => lastMs - (count - 1 - index) * size);
  return { granularity, startsMs };
}

/** What one operation, key or application counted in each bucket. */
export interface Series {
  /** What it is of: the operation, or the id; the empty text for none. */
  of: string;
  counts: number[];
  total: number;
}

/** Counts by bucket, greatest in all first; a bucket that nothing counted in holds a zero. */
export function toSeries(rows: readonly Usage[], by: UsageGroup, { startsMs }: Buckets): Series[] {
  const places = new Map(startsMs.map((startMs, index) => [startMs, index]));
  const series = new Map<string, Series>();
  for (const row of rows) {
    const place = places.get(Date.parse(row.from));
    if (place === undefined) continue;
    const of = nameOf(row, by);
    const one = series.get(of) ?? { of, counts: startsMs.map(() => 0), total: 0 };
    one.counts[place] = (one.counts[place] ?? 0) + row.count;
    one.total += row.count;
    series.set(of, one);
  }
  return [...series.values()].toSorted((one, other) => other.total - one.total || (one.of < other.of ? -1 : 1));
}

function nameOf({ operation, keyId, userId, applicationId }: Usage, by: UsageGroup): string {
  if (by === "operation") return operation ?? "";
  return (by === "key" ? (keyId ?? userId) : applicationId) ?? "";
}

/** The greatest few, and the others as one, so that a chart stays a chart. */
export function foldSeries(series: readonly Series[], most: number): Series[] {
  if (series.length <= most) return [...series];
  const rest = series.slice(most - 1);
  const counts = (rest[0]?.counts ?? []).map((_, place) =>
    rest.reduce((sum, each) => sum + (each.counts[place] ?? 0), 0),
  );
  const total = rest.reduce((sum, each) => sum + each.total, 0);
  return [...series.slice(0, most - 1), { of: "others", counts, total }];
}
