import { DomainError, eventPatterns, type Fault, type ReplayWebhook } from "@wayfare/contract";
import { type GuardRules, refuseUrl } from "@wayfare/egress";
import { readTimeRange } from "../http/time-range.ts";

/** Event patterns without duplicates. @throws DomainError with a fault for each unknown one. */
export function readEvents(texts: readonly string[], pointer = "/events"): string[] {
  const faults = texts.flatMap((text, at): Fault[] => {
    if (eventPatterns.includes(text)) return [];
    const detail = `${JSON.stringify(text)} is not an event type. Must be one of ${eventPatterns.join(", ")}.`;
    return [{ pointer: `${pointer}/${at}`, code: "ENUM", detail }];
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

/** The range of a replay, up to and including now if `to` is absent. @throws DomainError if a bound is invalid or the range is empty. */
export function readReplayRange(range: Pick<ReplayWebhook, "from" | "to">, nowMs: number) {
  const { fromMs = 0, toMs = nowMs + 1 } = readTimeRange(range);
  return { fromMs, toMs };
}

function refusal(...errors: Fault[]): DomainError {
  return new DomainError("REQUEST_INVALID", { detail: errors[0]?.detail ?? "", errors });
}
