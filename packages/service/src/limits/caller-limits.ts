import { accountLimitFactor, getPlan, type KeyLimits, type RateAllowance, testKeyLimits } from "@wayfare/contract";
import type { Caller } from "../http/caller.ts";
import type { Bucket } from "./bucket.ts";

/** One limit of a caller, as its headers and refusals name it. */
export interface CallerLimit {
  name: string;
  /** The bucket's name, unique in the deployment. */
  bucketName: string;
  allowance: RateAllowance;
  /** In words, after "this key" or "this account". */
  refusal: string;
}

/**
 * What limits requests together: all of them; searches, and offers that are priced again; and bookings, which use the rate of searches
 * but none of the searches at once, as an account's bookings run one at a time.
 */
export type RequestKind = "request" | "search" | "booking";

/** What limits a request of a caller by its kind, the first to be named where several refuse. */
export type CallerLimits = Record<RequestKind, CallerLimit[]>;

/**
 * The limits of a caller: of its key or user, and of all callers of its account and partition together.
 *
 * @param factor what the deployment multiplies every limit by.
 */
export function limitsOf(caller: Caller, factor: number): CallerLimits {
  const { accountId, environment, plan, session } = caller;
  const limits = environment === "test" ? testKeyLimits : getPlan(plan).keyLimits;
  const who = session === null ? "This key" : "One user";
  const key = limitsOfSubject({ prefix: "", subject: subjectOf(caller), who, limits, factor });
  const account = limitsOfSubject({
    prefix: "account-",
    subject: `${accountId}:${environment}`,
    who: `This account's ${environment} keys together`,
    limits,
    factor: factor * accountLimitFactor,
  });
  const request = [key.requests, account.requests];
  const booking = [...request, key.searches, account.searches];
  return { request, booking, search: [...booking, key.places, account.places] };
}

/** Whom the limits of a key count: a key is of one partition, and a user is a subject in each. */
export function subjectOf({ id, session, environment }: Caller): string {
  return session === null ? id : `${id}:${environment}`;
}

function limitsOfSubject(parts: { prefix: string; subject: string; who: string; limits: KeyLimits; factor: number }) {
  const { prefix, subject, who, limits, factor } = parts;
  const times = ({ perSecond, burst }: RateAllowance) => ({ perSecond: perSecond * factor, burst: burst * factor });
  const rate = (what: "requests" | "searches"): CallerLimit => {
    const allowance = times(limits[what]);
    const refusal = `${who} may make ${allowance.perSecond} ${what} a second, and ${allowance.burst} at once.`;
    return { name: prefix + what, bucketName: `${subject}:${what}`, allowance, refusal };
  };
  const places = limits.searchesAtOnce * factor;
  return {
    requests: rate("requests"),
    searches: rate("searches"),
    places: {
      name: `${prefix}searches-at-once`,
      bucketName: `${subject}:searches-at-once`,
      allowance: { perSecond: 0, burst: places },
      refusal: `${who} may have ${places} searches running at once.`,
    },
  };
}

/** A limit and this process's part of it. */
export interface LimitBucket {
  limit: CallerLimit;
  bucket: Bucket;
}

/**
 * `RateLimit-Policy` of draft-ietf-httpapi-ratelimit-headers-10, section 3: of each policy its quota `q` and the seconds `w` in which
 * so much comes back. A number of places has a unit of its own, and no window.
 */
export function policyField(limits: readonly CallerLimit[]): string {
  return limits
    .map(({ name, allowance: { perSecond, burst } }) =>
      perSecond === 0
        ? `"${name}";q=${burst};qu="concurrent-requests"`
        : `"${name}";q=${burst};w=${secondsOf(burst / perSecond)}`,
    )
    .join(", ");
}

/** `RateLimit` of the same draft, section 4: of each policy what remains (`r`) and in how many seconds all of it is back (`t`). */
export function rateLimitField(buckets: readonly LimitBucket[], nowMs: number): string {
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
