const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Time ranges that end now: their length, and the step to which their start is rounded, so that a page does not read again each second. */
const spans = {
  hour: { lengthMs: hourMs, stepMs: minuteMs },
  day: { lengthMs: dayMs, stepMs: 5 * minuteMs },
  week: { lengthMs: 7 * dayMs, stepMs: hourMs },
  month: { lengthMs: 30 * dayMs, stepMs: hourMs },
} as const;

export type TimeSpan = keyof typeof spans;
export const timeSpans: readonly TimeSpan[] = ["hour", "day", "week", "month"];

/** Time range of a list, as in the search parameters: a span that ends now, or bounds in RFC 3339. Without members, any time. */
export interface TimeRange {
  span?: TimeSpan;
  from?: string;
  to?: string;
}

/** Parses a time range. Ignores unknown and invalid parameters, and a range that ends before it begins. */
export function readTimeRange(search: Record<string, unknown>): TimeRange {
  const span = timeSpans.find((each) => each === search["span"]);
  if (span !== undefined) return { span };
  const from = readInstant(search["from"]);
  const to = readInstant(search["to"]);
  if (from !== undefined && to !== undefined && from >= to) return {};
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

/** Returns the range as parameters of the API. */
export function resolveTimeRange({ span, from, to }: TimeRange, nowMs: number): { from?: string; to?: string } {
  if (span === undefined) return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  const { lengthMs, stepMs } = spans[span];
  return { from: new Date(Math.floor((nowMs - lengthMs) / stepMs) * stepMs).toISOString() };
}

/** Returns filters without their time range. */
export function withoutTimeRange<Filters extends TimeRange>(filters: Filters): Omit<Filters, keyof TimeRange> {
  const { span: _span, from: _from, to: _to, ...rest } = filters;
  return rest;
}

function readInstant(value: unknown): string | undefined {
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}T/.test(value)) return undefined;
  const atMs = Date.parse(value);
  return Number.isNaN(atMs) ? undefined : new Date(atMs).toISOString();
}
