import type { Layover, Segment, Slice } from "@wayfare/sdk";
import { countDaysBetween, formatDate, type LocalTime, readLocalTime } from "../../data/local-time.ts";

const hourMs = 3_600_000;
const dayHours = 24;

/** Time span of a timeline. */
export interface Span {
  fromMs: number;
  toMs: number;
}

/** Range on the timeline, from 0 (left end) to 1 (right end). */
interface TimelineRange {
  from: number;
  to: number;
}

export interface Timeline {
  from: number;
  to: number;
  departure: LocalTime;
  arrival: LocalTime;
  /** Dates between departure and arrival in local time; -1 across the date line. */
  dayShift: number;
  flights: readonly (TimelineRange & { segment: Segment })[];
  layovers: readonly (TimelineRange & { layover: Layover })[];
}

export interface Tick {
  at: number;
  /** Hour of day, such as `06`, or the date at midnight. */
  label: string;
  isMidnight: boolean;
}

/** Returns the span from the earliest departure to the latest arrival; an empty span for no slices. */
export function spanOf(slices: readonly Slice[]): Span {
  const departures = slices.map((slice) => readLocalTime(slice.departureAt).instantMs);
  const arrivals = slices.map((slice) => readLocalTime(slice.arrivalAt).instantMs);
  return slices.length === 0
    ? { fromMs: 0, toMs: 0 }
    : { fromMs: Math.min(...departures), toMs: Math.max(...arrivals) };
}

/** Lays out a slice on a timeline with the given span. */
export function layoutTimeline(slice: Slice, span: Span): Timeline {
  const place = (time: LocalTime) => fractionOf(span, time.instantMs);
  const departure = readLocalTime(slice.departureAt);
  const arrival = readLocalTime(slice.arrivalAt);
  const isTimed = slice.segments.every(({ departureAt, arrivalAt }) => departureAt !== null && arrivalAt !== null);
  // Segments without times are not drawn.
  const timed = isTimed ? slice : { segments: [], layovers: [] };
  const flights = timed.segments.map((segment) => ({
    segment,
    from: place(readLocalTime(segment.departureAt ?? slice.departureAt)),
    to: place(readLocalTime(segment.arrivalAt ?? slice.arrivalAt)),
  }));
  const layovers = timed.layovers.map((layover, index) => ({
    layover,
    from: flights[index]?.to ?? 0,
    to: flights[index + 1]?.from ?? 1,
  }));
  const dayShift = countDaysBetween(departure, arrival);
  return { from: place(departure), to: place(arrival), departure, arrival, dayShift, flights, layovers };
}

/**
 * Returns ticks at full hours of the origin's local time within the span.
 *
 * @param maxTicks maximum number of ticks
 */
export function layoutTicks(span: Span, offsetMinutes: number, maxTicks: number): Tick[] {
  const offsetMs = offsetMinutes * 60_000;
  const hours = (span.toMs - span.fromMs) / hourMs;
  const step =
    [1, 2, 3, 6, 12, 24].find((each) => hours / each <= maxTicks) ?? Math.ceil(hours / maxTicks / dayHours) * dayHours;
  const first = Math.ceil((span.fromMs + offsetMs) / (step * hourMs)) * step;
  const last = (span.toMs + offsetMs) / hourMs;
  const ticks: Tick[] = [];
  for (let hour = first; hour <= last; hour += step) {
    const isMidnight = hour % dayHours === 0;
    const date = new Date(hour * hourMs).toISOString().slice(0, 10);
    const label = isMidnight ? formatDate(date) : String(hour % dayHours).padStart(2, "0");
    ticks.push({ at: fractionOf(span, hour * hourMs - offsetMs), label, isMidnight });
  }
  return ticks;
}

function fractionOf({ fromMs, toMs }: Span, atMs: number): number {
  return toMs === fromMs ? 0 : (atMs - fromMs) / (toMs - fromMs);
}
