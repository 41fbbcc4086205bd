import { hash } from "node:crypto";

const minuteMs = 60_000;

/** Share of the interval at which watches of a search run, so that the searches are spread over it. */
function phaseOf(searchKey: string): number {
  return Number.parseInt(hash("sha256", searchKey).slice(0, 8), 16) / 2 ** 32;
}

/**
 * Returns the time of the next run after a time. Watches with the same search and interval run at the same times, so that they share a
 * search.
 */
export function nextRunMs(
  { searchKey, intervalMinutes }: { searchKey: string; intervalMinutes: number },
  nowMs: number,
): number {
  const intervalMs = intervalMinutes * minuteMs;
  const phaseMs = Math.floor(phaseOf(searchKey) * intervalMs);
  return (Math.floor((nowMs - phaseMs) / intervalMs) + 1) * intervalMs + phaseMs;
}
