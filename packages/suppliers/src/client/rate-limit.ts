import { type RateLimit, SupplierSkipped } from "../port/port.ts";

/** Beyond this wait the limit is a daily or monthly one. */
const budgetMs = 60_000;
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

/** Obeys the limits that a supplier has announced: no call is made that it would refuse. */
export class RateLimiter {
  readonly #nowMs: () => number;
  #blockedUntilMs = 0;
  #refusals = 0;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** @throws SupplierSkipped while the supplier would refuse a call */
  check(): void {
    const waitMs = this.#blockedUntilMs - this.#nowMs();
    if (waitMs <= 0) return;
    const reason = waitMs > budgetMs ? "budget" : "busy";
    throw new SupplierSkipped(reason, `the supplier accepts the next call in ${Math.ceil(waitMs / 1000)} seconds`);
  }

  /** Records the limit in a successful response. */
  record(rateLimit: RateLimit | null, defaultResetAtMs: number | null): void {
    this.#refusals = 0;
    if (rateLimit?.remaining !== 0) return;
    this.#block(rateLimit.resetAtMs ?? defaultResetAtMs ?? this.#nowMs() + firstWaitMs);
  }

  /** Records a refusal (429). Without an announced time the wait doubles with each. */
  refuse(headers: Headers, defaultResetAtMs: number | null): void {
    const nowMs = this.#nowMs();
    const backoffMs = Math.min(firstWaitMs * 2 ** this.#refusals, maxWaitMs);
    this.#refusals++;
    const rateLimit = readRateLimit(headers, nowMs);
    const isUsedUp = rateLimit?.remaining === 0;
    const announced =
      toInstant(headers["retry-after"], nowMs) ?? rateLimit?.resetAtMs ?? (isUsedUp ? defaultResetAtMs : null);
    this.#block(announced ?? nowMs + backoffMs);
  }

  #block(untilMs: number): void {
    this.#blockedUntilMs = Math.max(this.#blockedUntilMs, untilMs);
  }
}
