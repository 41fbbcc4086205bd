import { DomainError, eventPatterns, type FieldError, type ReplayWebhook, type WebhookFilter } from "@wayfare/contract";
import { checkUrl, type GuardRules } from "@wayfare/egress";
import { readTimeRange } from "../http/time-range.ts";
import { compileFilter } from "./filter.ts";
import type { FilterOption } from "./rules.ts";

/**
 * Returns event patterns without duplicates.
 *
 * @throws DomainError with a fault for each unknown pattern.
 */
export function readEvents(texts: readonly string[], pointer = "/events"): string[] {
  const faults = texts.flatMap((text, at): FieldError[] => {
    if (eventPatterns.includes(text)) return [];
    const detail = `${JSON.stringify(text)} is not an event type. Must be one of ${eventPatterns.join(", ")}.`;
    return [{ pointer: `${pointer}/${at}`, code: "ENUM", detail }];
  });
  if (faults.length > 0) throw refusal(...faults);
  return [...new Set(texts)];
}

/**
 * Returns a URL that passes the static checks of the guard.
 *
 * @throws DomainError with the reason.
 */
export function readUrl(rules: GuardRules, url: string): string {
  const detail = checkUrl(rules, url);
  if (detail === null) return url;
  throw new DomainError("WEBHOOK_URL_REFUSED", { detail, errors: [{ pointer: "/url", code: "INVALID", detail }] });
}

/**
 * Returns a filter with its compiled form.
 *
 * @throws DomainError with the pointer of an invalid condition.
 */
export function readFilter(filter: WebhookFilter | null): FilterOption {
  return { filter, filterPath: filter === null ? null : compileFilter(filter) };
}

/**
 * Returns the range of a replay; `to` defaults to now, inclusive.
 *
 * @throws DomainError if a bound is invalid or the range is empty.
 */
export function readReplayRange(range: Pick<ReplayWebhook, "from" | "to">, nowMs: number) {
  const { fromMs = 0, toMs = nowMs + 1 } = readTimeRange(range);
  return { fromMs, toMs };
}

function refusal(...errors: FieldError[]): DomainError {
  return new DomainError("REQUEST_INVALID", { detail: errors[0]?.detail ?? "", errors });
}
