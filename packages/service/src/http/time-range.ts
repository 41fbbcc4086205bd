import { DomainError, type FieldError } from "@wayfare/contract";

/** Query parameters of a time range. */
export interface TimeRange {
  /** Inclusive. A date means the start of its day in UTC. */
  from?: string | undefined;
  /** Exclusive. A date means the start of its day in UTC. */
  to?: string | undefined;
}

const lastInstantMs = Date.UTC(9999, 11, 31);

/**
 * Reads a time range. Absent bounds stay undefined.
 *
 * @throws DomainError REQUEST_INVALID for a bound outside of the years 1970 to 9999, or an empty range.
 */
export function readTimeRange({ from, to }: TimeRange): { fromMs: number | undefined; toMs: number | undefined } {
  const toMs = to === undefined ? undefined : readBound("/to", to);
  const fromMs = from === undefined ? undefined : readBound("/from", from);
  if (fromMs !== undefined && toMs !== undefined && fromMs >= toMs)
    throwInvalidRange("/to", "`to` must be after `from`.");
  return { fromMs, toMs };
}

/** @throws DomainError REQUEST_INVALID with one fault. */
export function throwInvalidRange(pointer: "/from" | "/to", detail: string, code: FieldError["code"] = "RANGE"): never {
  throw new DomainError("REQUEST_INVALID", { detail, errors: [{ pointer, code, detail }] });
}

function readBound(pointer: "/from" | "/to", text: string): number {
  const ms = Date.parse(text);
  if (ms >= 0 && ms <= lastInstantMs) return ms;
  return throwInvalidRange(
    pointer,
    `\`${pointer.slice(1)}\` must be a date or timestamp between 1970 and 9999.`,
    "FORMAT",
  );
}
