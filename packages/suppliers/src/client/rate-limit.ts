import type { RateLimit } from "../port/port.ts";

const firstWaitMs = 2_000;
const maxWaitMs = 60_000;

type Headers = Readonly<Record<string, string>>;

/** Reads the usual rate limit headers, with and without `X-`; the reset is a date, seconds from now or seconds since 1970. */
export function readRateLimit(headers: Headers, nowMs: number): RateLimit | null {
  const read = (name: string) => headers[`ratelimit-${name}`] ?? headers[`x-ratelimit-${name}`];
  const [limit, remaining] = [toCount(read("limit")), toCount(read("remaining"))];
  const resetAtMs = toInstant(read("reset"), nowMs);
  return limit === null && remaining === null && resetAtMs === null ? null : { limit, remaining, resetAtMs };
}

function toCount(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : null;
}

function toInstant(text: string | undefined, nowMs: number): number | null {
  if (text === undefined) return null;
  if (/^\d{1,8}$/.test(text)) return nowMs + Number(text) * 1000;
  if (/^\d{9,12}$/.test(text)) return Number(text) * 1000;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
}

/**
 * Returns the time at which the supplier accepts the next call: of a refusal (429), or of a response after which no call is left. Null if the
 * response does not say it.
 *
 * @param defaultResetAtMs time at which a used up limit is reset if the response does not state it
 */
export function readRetryAt(
  { status, headers }: { status: number; headers: Headers },
  nowMs: number,
  defaultResetAtMs: number | null,
): number | null {
  const rateLimit = readRateLimit(headers, nowMs);
  const isUsedUp = rateLimit?.remaining === 0;
  const resetAtMs = rateLimit?.resetAtMs ?? (isUsedUp ? defaultResetAtMs : null);
  if (status === 429) return toInstant(headers["retry-after"], nowMs) ?? resetAtMs;
  return isUsedUp ? resetAtMs : null;
}

/** Limits that a supplier has announced for a credential. */
export interface LimitState {
  /** No call is made before this time; 0 for none. */
  blockedUntilMs: number;
  /** Consecutive refusals. */
  refusals: number;
}

export const unlimited: LimitState = { blockedUntilMs: 0, refusals: 0 };

/** Returns the state after a refusal. Without an announced time the wait doubles with each. */
export function afterRefusal(state: LimitState, atMs: number, retryAtMs: number | null): LimitState {
  const backoffMs = Math.min(firstWaitMs * 2 ** state.refusals, maxWaitMs);
  return {
    blockedUntilMs: Math.max(state.blockedUntilMs, retryAtMs ?? atMs + backoffMs),
    refusals: state.refusals + 1,
  };
}

/** Returns the state after a call that was not refused. @param remaining calls that are left, as the response states it */
export function afterAccepted(
  { blockedUntilMs }: LimitState,
  { atMs, remaining, retryAtMs }: { atMs: number; remaining: number | null; retryAtMs: number | null },
): LimitState {
  const untilMs = remaining === 0 ? (retryAtMs ?? atMs + firstWaitMs) : 0;
  return { blockedUntilMs: Math.max(blockedUntilMs, untilMs), refusals: 0 };
}
