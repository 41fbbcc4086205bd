const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const dayAndYear = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const full = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "long" });

/** Formats a time as `21 Nov 14:03:22` in the local time zone, with the year if it is not the current year. */
export function formatInstant(atMs: number, nowMs: number): string {
  const at = new Date(atMs);
  const date = at.getFullYear() === new Date(nowMs).getFullYear() ? day : dayAndYear;
  return `${date.format(at)} ${clock.format(at)}`;
}

/** Formats a time with its time zone, for tooltips. */
export function formatInstantInFull(atMs: number): string {
  return full.format(atMs);
}

/** Formats the distance to a time: `just now`, `4 min ago`, `in 3 h`, `12 days ago`. Whole units, rounded down. */
export function formatDistance(atMs: number, nowMs: number): string {
  const distanceMs = Math.abs(atMs - nowMs);
  if (distanceMs < 5000) return "just now";
  const text = formatSpan(distanceMs);
  return atMs < nowMs ? `${text} ago` : `in ${text}`;
}

function formatSpan(ms: number): string {
  if (ms < minuteMs) return `${Math.floor(ms / 1000)} s`;
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min`;
  if (ms < 2 * dayMs) return `${Math.floor(ms / hourMs)} h`;
  return `${Math.floor(ms / dayMs)} days`;
}

/** Formats minutes as `7 h 05 min` or `45 min`. */
export function formatMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return hours === 0 ? `${rest} min` : `${hours} h ${String(rest).padStart(2, "0")} min`;
}

/** Formats milliseconds as `41.7 ms` or `1.20 s`. */
export function formatMilliseconds(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`;
  return `${ms < 100 ? ms.toFixed(1) : Math.round(ms)} ms`;
}
