import { DomainError, type Fault } from "@wayfare/contract";

const lastInstantMs = Date.UTC(9999, 11, 31);

/** Parses a bound that is a date (its start in UTC) or a date-time. @throws DomainError if it is outside the years 1970 to 9999. */
export function readInstant(pointer: string, text: string): number {
  const ms = Date.parse(text);
  if (ms >= 0 && ms <= lastInstantMs) return ms;
  throw rangeError({
    pointer,
    code: "FORMAT",
    detail: "Must be a date or a timestamp between the years 1970 and 9999.",
  });
}

/** @throws DomainError if the range is empty. */
export function assertRange(fromMs: number, toMs: number): void {
  if (fromMs >= toMs) throw rangeError({ pointer: "/to", code: "RANGE", detail: "`to` must be after `from`." });
}

export function rangeError(fault: Fault): DomainError {
  return new DomainError("REQUEST_INVALID", { detail: fault.detail, errors: [fault] });
}
