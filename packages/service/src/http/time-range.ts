import { DomainError, type Fault } from "@wayfare/contract";

/** Query parameters of a time range, as sent. */
export interface TimeRange {
  /** A date is the start of its day in UTC. */
  from?: string | undefined;
  /** Exclusive. */
  to?: string | undefined;
}

const lastInstantMs = Date.UTC(9999, 11, 31);

/**
 * Reads a time range; bounds that were not sent stay undefined.
 *
 * @throws DomainError REQUEST_INVALID for a bound outside of the years 1970 to 9999, or a range that is empty.
 */
export function readTimeRange({ from, to }: TimeRange): { fromMs: number | undefined; toMs: number | undefined } {
  const toMs = to === undefined ? undefined : readBound("/to", to);
  const fromMs = from === undefined ? undefined : readBound("/from", from);
  if (fromMs !== undefined && toMs !== undefined && fromMs >= toMs) refuseRange("/to", "`to` must be after `from`.");
  return { fromMs, toMs };
}

/** @throws DomainError REQUEST_INVALID with one fault. */
export function refuseRange(pointer: "/from" | "/to", detail: string, code: Fault["code"] = "RANGE"): never {
  throw new DomainError("REQUEST_INVALID", { detail, errors: [{ pointer, code, detail }] });
}

function readBound(pointer: "/from" | "/to", text: string): number {
  const ms = Date.parse(text);
  if (ms >= 0 && ms <= lastInstantMs) return ms;
  return refuseRange(pointer, "Must be a date or a timestamp between the years 1970 and 9999.", "FORMAT");
}
