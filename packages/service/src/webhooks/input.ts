import { DomainError, eventPatterns, type Fault } from "@wayfare/contract";
import { type GuardRules, refuseUrl } from "@wayfare/egress";

/** Event patterns as they are kept: each once. @throws DomainError with a fault for each that is unknown. */
export function readEvents(texts: readonly string[]): string[] {
  const faults = texts.flatMap((text, at): Fault[] => {
    if (eventPatterns.includes(text)) return [];
    const detail = `${JSON.stringify(text)} is no event type; choose from ${eventPatterns.join(", ")}.`;
    return [{ pointer: `/events/${at}`, code: "ENUM", detail }];
  });
  if (faults.length > 0) throw refusal(...faults);
  return [...new Set(texts)];
}

/** A url that may be called, as far as it says so itself. @throws DomainError with the reason why not. */
export function readUrl(rules: GuardRules, url: string): string {
  const detail = refuseUrl(rules, url);
  if (detail === null) return url;
  throw new DomainError("WEBHOOK_URL_REFUSED", { detail, errors: [{ pointer: "/url", code: "INVALID", detail }] });
}

/** The period of a replay. @throws DomainError where it ends before it begins, or lies in years that no instant is written in. */
export function readPeriod(since: string, until: string | undefined, nowMs: number) {
  const sinceMs = readInstant("/since", since);
  const untilMs = until === undefined ? nowMs : readInstant("/until", until);
  if (until === undefined || untilMs >= sinceMs) return { sinceMs, untilMs };
  throw refusal({ pointer: "/until", code: "RANGE", detail: "until lies before since." });
}

function readInstant(pointer: string, text: string): number {
  const ms = Date.parse(text);
  if (Number.isFinite(ms) && ms <= lastInstantMs) return ms;
  throw refusal({ pointer, code: "FORMAT", detail: "This is no instant that exists before the year 10000." });
}

const lastInstantMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

export function refusal(...errors: Fault[]): DomainError {
  return new DomainError("REQUEST_INVALID", { detail: errors[0]?.detail ?? "", errors });
}
