/** State of one rate limit after a response. */
export interface RateLimitState {
  /** Name of the limit, such as `searches`. */
  name: string;
  /** Requests that are left now. */
  remaining: number;
}

/** Status and headers of a response. */
export interface ResponseInfo {
  /** The HTTP status. */
  status: number;
  /** Id of the request (`req_…`). Include it in support requests. */
  requestId: string | null;
  /** State of the caller's rate limits; empty if the response does not state it. */
  rateLimits: readonly RateLimitState[];
  /** True if the service repeated the response of an earlier request with the same idempotency key. */
  replayed: boolean;
  headers: Headers;
}

const infos = new WeakMap<object, ResponseInfo>();

/**
 * Returns status, request id, rate limits and headers of the response from which a result was read. Undefined for a value that is not the
 * result of a call, such as a row of a list or a copy.
 */
export function responseOf(result: object): ResponseInfo | undefined {
  return infos.get(result);
}

/** Remembers the response of a result. */
export function keepResponse(result: unknown, info: ResponseInfo): void {
  if (typeof result === "object" && result !== null) infos.set(result, info);
}

/** Reads the headers of a response. */
export function readResponseInfo(status: number, headers: Headers): ResponseInfo {
  return {
    status,
    requestId: headers.get("Request-Id"),
    rateLimits: readRateLimits(headers.get("RateLimit") ?? ""),
    replayed: headers.get("Idempotent-Replayed") === "true",
    headers,
  };
}

/** Reads `"searches";r=38, "requests";r=200` (draft-ietf-httpapi-ratelimit-headers). */
function readRateLimits(text: string): RateLimitState[] {
  return [...text.matchAll(/"([^"]*)";r=([0-9]+)/g)].map(([, name = "", left]) => ({ name, remaining: Number(left) }));
}
