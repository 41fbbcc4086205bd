import type { Period } from "@wayfare/contract";

const secondMs = 1000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;

/** Time after the last hour of a period until its draft is finalized, for its searches to be recorded. */
const draftGraceMs = hourMs;

/** Rounds down to whole seconds. Periods begin and end on whole seconds, because proration is by the second. */
export function toSecond(ms: number): number {
  return Math.floor(ms / secondMs) * secondMs;
}

/**
 * Returns the first period end after a time: a whole number of months after the anchor, on its day of the month or on the last day (31
 * January, 28 February, 31 March).
 */
export function nextPeriodEnd(anchorMs: number, afterMs: number): number {
  const [anchor, after] = [new Date(anchorMs), new Date(afterMs)];
  const years = after.getUTCFullYear() - anchor.getUTCFullYear();
  let months = years * 12 + after.getUTCMonth() - anchor.getUTCMonth();
  while (addMonths(anchorMs, months) <= afterMs) months++;
  return addMonths(anchorMs, months);
}

function addMonths(ms: number, months: number): number {
  const at = new Date(ms);
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth() + months, at.getUTCDate()];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(day, lastDay)) + (ms - Math.floor(ms / dayMs) * dayMs);
}

/** Returns the time at which a period's draft is finalized, after the searches of its last hour are recorded. */
export function finalizeAt({ endMs }: Pick<Period, "endMs">): number {
  return Math.ceil(endMs / hourMs) * hourMs + draftGraceMs;
}

export function trialEnd(startMs: number, days: number): number {
  return startMs + days * dayMs;
}
