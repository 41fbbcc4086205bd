import { accountLimitFactor, type KeyLimits, type RateLimit, testKeyLimits } from "@wayfare/contract";
import type { Caller } from "../http/caller.ts";
import type { TokenBucket } from "./token-bucket.ts";

/** One limit of a caller. */
export interface CallerLimit {
  name: string;
  /** Name of its token bucket, unique in the deployment. */
  bucketName: string;
  allowance: RateLimit;
  /** Sentence for the error detail, such as "This key is limited to 5 requests per second with bursts of 10." */
  detail: string;
}

/**
 * Kind of a request for rate limiting: any request; searches and repriced offers; bookings; calendars. Bookings use the rate limit of
 * searches but not the limit of concurrent searches, because an account's bookings run one at a time.
 */
export type RequestKind = "request" | "search" | "booking" | "calendar";

/** Limits of the calendars of a key in each plan: one costs as much as a hundred searches. */
const calendarLimits: Pick<KeyLimits, "searches" | "searchesAtOnce"> = {
  searches: { perSecond: 2, burst: 2 },
  searchesAtOnce: 1,
};

/** Limits that apply to each kind of request. If several are exceeded, the first is reported. */
export type CallerLimits = Record<RequestKind, CallerLimit[]>;

/**
 * Returns the limits of a caller: those of its key or user, and those shared by all callers of its account and partition.
 *
 * @param factor multiplier of every limit in this deployment
 */
export function limitsOf(caller: Caller, factor: number): CallerLimits {
  const { accountId, environment, plan, session } = caller;
  const limits = environment === "test" ? testKeyLimits : plan.keyLimits;
  const subjectPhrase = session === null ? "This key is" : "Each user is";
  const key = limitsOfSubject({ prefix: "", subject: subjectOf(caller), subjectPhrase, limits, factor });
  const account = limitsOfSubject({
    prefix: "account-",
    subject: `${accountId}:${environment}`,
    subjectPhrase: `The ${environment} keys of this account are together`,
    limits,
    factor: factor * accountLimitFactor,
  });
  const request = [key.requests, account.requests];
  const booking = [...request, key.searches, account.searches];
  return {
    request,
    booking,
    search: [...booking, key.concurrency, account.concurrency],
    calendar: [...request, key.calendars, account.calendars, key.calendarConcurrency, account.calendarConcurrency],
  };
}

/**
 * Returns the subject whose requests the key limits count. A key belongs to one partition; a user is a separate subject in each partition.
 */
export function subjectOf({ id, session, environment }: Caller): string {
  return session === null ? id : `${id}:${environment}`;
}

function limitsOfSubject(parts: {
  prefix: string;
  subject: string;
  subjectPhrase: string;
  limits: KeyLimits;
  factor: number;
}) {
  const { prefix, subject, subjectPhrase, limits, factor } = parts;
  const scale = ({ perSecond, burst }: RateLimit) => ({ perSecond: perSecond * factor, burst: burst * factor });
  const rate = (limitName: "requests" | "searches" | "calendars"): CallerLimit => {
    const allowance = scale(limitName === "calendars" ? calendarLimits.searches : limits[limitName]);
    const detail = `${subjectPhrase} limited to ${allowance.perSecond} ${limitName} per second with bursts of ${allowance.burst}.`;
    return { name: prefix + limitName, bucketName: `${subject}:${limitName}`, allowance, detail };
  };
  const concurrency = (limitName: "searches" | "calendars"): CallerLimit => {
    const { searchesAtOnce } = limitName === "calendars" ? calendarLimits : limits;
    const concurrent = searchesAtOnce * factor;
    return {
      name: `${prefix}${limitName}-at-once`,
      bucketName: `${subject}:${limitName}-at-once`,
      allowance: { perSecond: 0, burst: concurrent },
      detail: `${subjectPhrase} limited to ${concurrent} concurrent ${limitName}.`,
    };
  };
  return {
    requests: rate("requests"),
    searches: rate("searches"),
    calendars: rate("calendars"),
    concurrency: concurrency("searches"),
    calendarConcurrency: concurrency("calendars"),
  };
}

/** A limit and the local state of its token bucket. */
export interface LimitBucket {
  limit: CallerLimit;
  bucket: TokenBucket;
}

/**
 * Formats `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10, section 3): for each policy its quota `q` and the window `w`, the
 * seconds in which the quota refills. A concurrency limit has a quota unit `qu` and no window.
 */
export function formatPolicies(limits: readonly CallerLimit[]): string {
  return limits
    .map(({ name, allowance: { perSecond, burst } }) =>
      perSecond === 0
        ? `"${name}";q=${burst};qu="concurrent-requests"`
        : `"${name}";q=${burst};w=${secondsOf(burst / perSecond)}`,
    )
    .join(", ");
}

/** Formats `RateLimit` (section 4 of the same draft): for each policy the remaining tokens (`r`) and the seconds until it is full (`t`). */
export function formatRemaining(buckets: readonly LimitBucket[], nowMs: number): string {
  let field = "";
  for (const { limit, bucket } of buckets) {
    const { perSecond, burst } = limit.allowance;
    const remaining = bucket.remaining(nowMs);
    if (field !== "") field += ", ";
    field += `"${limit.name}";r=${remaining}`;
    if (perSecond > 0) field += `;t=${Math.ceil((burst - remaining) / perSecond)}`;
  }
  return field;
}

function secondsOf(seconds: number): number {
  return Math.max(1, Math.ceil(seconds));
}
